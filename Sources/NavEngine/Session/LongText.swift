package import NavBase
import NavScene

/// A long text that a viewport shows, or would show after the next page turn, and that is not wrapped for it yet.
///
/// Wrapping it takes long, so a worker does it instead of the poll loop.
package struct LongText: Hashable, Sendable {
  fileprivate let page: Int
  fileprivate let content: PageContent
  fileprivate let room: TextWidthLimit
  fileprivate let step: Int?
  fileprivate let isNumbered: Bool
  fileprivate let wraps: Bool

  /// The bytes from which on a text is long: wrapping them takes about a millisecond.
  package static let leastWeight = 64 << 10

  /// Returns the wrapped text; takes long.
  package func wrapped() -> WrappedText {
    let text = FlowedText(
      content.document,
      room: room,
      step: step,
      isNumbered: isNumbered,
      wraps: wraps
    )
    return WrappedText(of: self, text)
  }
}

/// A long text, wrapped into rows.
package struct WrappedText: Sendable {
  fileprivate let source: LongText
  fileprivate let text: FlowedText

  fileprivate init(of source: LongText, _ text: FlowedText) {
    self.source = source
    self.text = text
  }
}

extension Session {
  /// Returns the texts that have to be wrapped before a viewport can be laid out without delay.
  ///
  /// O(pages in front), whatever the length of their texts.
  ///
  /// - Parameters:
  ///   - viewport: the size.
  ///   - weight: the bytes from which on a text is long, at least 0.
  ///   - isAhead: whether those count that it would show after the next page turn.
  /// - Returns: the texts; empty if layout is quick.
  package func longTexts(
    in viewport: CellSize,
    atLeast weight: Int = LongText.leastWeight,
    isAhead: Bool = true
  ) -> [LongText] {
    shownContainers.flatMap { id -> [LongText] in
      guard let node = tree[id] else { return [] }
      let size = tree.availableSize(of: id, in: viewport)
      let pages = node.pagesToPrepare(in: size)
      return (isAhead ? pages.shown + pages.next : pages.shown).compactMap { page in
        guard let content = node[page]?.rows?.content, content.weight >= weight,
          let context = node.layout(of: page, in: size)?.layout
        else { return nil }
        return longText(content, at: page, context)
      }
    }
  }

  private var shownContainers: [ContainerID] {
    var containers: [ContainerID] = []
    // The pages of a container follow one another.
    for page in tree.shown where containers.last != page.container {
      containers.append(page.container)
    }
    return containers
  }

  private func longText(
    _ content: PageContent,
    at page: ContainerID,
    _ context: PageLayoutContext
  ) -> LongText? {
    let number = Int(page.rawValue)
    let isNumbered = content.lines.areNumbered(by: bodies.numbers)
    guard let room = context.textRoom(of: content),
      !bodies.texts.holds(
        page: number,
        room: room,
        step: context.step,
        isNumbered: isNumbered,
        wraps: bodies.wrapsLines
      )
    else { return nil }
    return LongText(
      page: number,
      content: content,
      room: room,
      step: context.step,
      isNumbered: isNumbered,
      wraps: bodies.wrapsLines
    )
  }

  /// Adds texts that a worker has wrapped.
  ///
  /// - Parameters:
  ///   - wrapped: the texts; those that are not shown any more are ignored.
  ///   - viewport: the size they were wrapped for.
  ///   - weight: the weight that was given to `longTexts`.
  package mutating func add(
    _ wrapped: [WrappedText],
    in viewport: CellSize,
    atLeast weight: Int = LongText.leastWeight
  ) {
    // Another page may have that number by now.
    let wanted = longTexts(in: viewport, atLeast: weight)
    for text in wrapped where wanted.contains(text.source) {
      bodies.texts.add(text.text, of: text.source.page)
    }
  }
}

/// The content of a session, with its first page wrapped in advance for the viewports that show it.
///
/// Wrapping a long text takes long, so the thread that reads the content does it instead of the poll loop.
package struct PreparedContent: Sendable {
  package let content: SessionContent
  /// The wrapped texts, by the page numbers of a session that begins with the content.
  let texts: TextCache
  /// The places in its text of the entries of a document that an earlier session shows.
  let places: [PageReference: SourcePlace]

  /// - Parameters:
  ///   - content: the content, which must be valid (`check()`).
  ///   - viewports: the viewports of live streams.
  ///   - places: the places in its text of the entries of a document that an earlier session shows.
  package init(
    _ content: SessionContent,
    viewports: Set<CellSize>,
    places: [PageReference: SourcePlace] = [:]
  ) {
    self.content = content
    self.places = places
    var session = Session(content)
    for viewport in viewports { _ = session.view(in: viewport, at: .zero) }
    texts = session.bodies.texts
  }
}
