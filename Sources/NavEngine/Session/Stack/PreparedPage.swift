package import NavBase

/// A page that was read for a stack, wrapped in advance for the sizes that will show it first.
///
/// Wrapping a long text takes long, so the thread that reads the page does it instead of the poll loop.
package struct PreparedPage: Sendable {
  package let content: SessionContent
  let texts: [FlowedText]
  /// The position in its text where it opens; nil for the beginning.
  let start: TextPosition?
  /// The key of its entry by now; nil for the requested one.
  package private(set) var key: [UInt8]?
  /// As in `ReadPage`.
  private(set) var isLost = false
  /// Why the wanted part of a text can't be shown; nil if it can.
  private(set) var complaint: Rejection?

  /// Wraps a page; a list needs no wrapping, because its rows are created on access.
  ///
  /// - Parameters:
  ///   - content: the content of the page.
  ///   - availableSizes: the available sizes of the stack, one for each live viewport.
  ///   - start: the position in its text where it opens; nil for the beginning.
  ///   - numbers: whether lines of files are numbered; nil if that was not chosen.
  package init(
    _ content: SessionContent,
    availableSizes: Set<CellSize>,
    start: TextPosition? = nil,
    numbers: Bool? = nil
  ) {
    self.content = content
    self.start = start
    var texts: [FlowedText] = []
    if case .page(let page) = content {
      for room in availableSizes {
        let context = PageLayoutContext(
          StackLayout(room: room),
          StackNode.usualSize(of: content)
        )
        guard let room = context.textRoom(of: page), !texts.contains(where: { $0.room == room })
        else { continue }
        let isNumbered = page.lines.areNumbered(by: numbers)
        texts.append(
          FlowedText(page.document, room: room, isNumbered: isNumbered, wraps: false)
        )
      }
    }
    self.texts = texts
  }

  /// Wraps a page that was read for a request.
  package init(_ page: ReadPage, for request: PageRequest) {
    self.init(
      page.content,
      availableSizes: request.availableSizes,
      start: page.start,
      numbers: request.numbers
    )
    complaint = page.complaint
    key = page.key
    isLost = page.isLost
  }
}

extension PageRequest {
  /// An empty page in the place of one that is not read.
  package var emptyPage: PreparedPage {
    let page = PageContent(title: label, document: TextDocument(blocks: []))
    return PreparedPage(.page(page), availableSizes: [])
  }
}
