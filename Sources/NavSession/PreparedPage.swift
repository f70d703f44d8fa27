package import NavGeometry
import NavLayout
package import NavText

/// A page that was read for a stack, wrapped already for the rooms that will show it first.
///
/// Wrapping a long text takes a while, so whoever reads the page does it, and not the poll loop.
package struct PreparedPage: Sendable {
  package let content: SessionContent
  let texts: [FlowedText]
  /// The place in its text that it is opened at; nil for the beginning.
  let start: TextPosition?

  /// Wraps a page; entries are made row by row where they are looked at and need none of it.
  ///
  /// - Parameters:
  ///   - content: what stands in the page.
  ///   - rooms: of the stack, one for each size that watches.
  ///   - start: the place in its text that it is opened at; nil for the beginning.
  ///   - numbers: whether lines of files have numbers; nil where nobody has said so.
  package init(
    _ content: SessionContent,
    rooms: Set<CellSize>,
    start: TextPosition? = nil,
    numbers: Bool? = nil
  ) {
    self.content = content
    self.start = start
    var texts: [FlowedText] = []
    if case .page(let page) = content {
      for room in rooms {
        let setting = RowsSetting.stack(StackLayout(room: room), StackNode.usualSize(of: content))
        guard let room = setting.textRoom(of: page), !texts.contains(where: { $0.room == room })
        else { continue }
        let isNumbered = page.lines.areNumbered(by: numbers)
        texts.append(
          FlowedText(page.document, room: room, isNumbered: isNumbered, wraps: false)
        )
      }
    }
    self.texts = texts
  }
}
