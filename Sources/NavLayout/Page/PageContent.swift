package import NavText

/// One page of a session's content, without any size.
package struct PageContent: Hashable, Sendable {
  package var title: String
  package private(set) var body: Body
  /// What stands below the text of a slide; nil for nothing.
  package var footer: PageFooter?
  /// Whether it is looked at from its end: who has not moved is there.
  package var isFollowed = false
  /// Whether more of it is on its way: a program that prints it still runs.
  package var isGrowing = false
  /// What its lines are, where they are shown as they are.
  package var lines = FileLines.none
  /// What is kept free around its content.
  package var insets = ContentInsets()
  /// What is told about a slide, line by line, which is no part of its page; empty for nothing.
  package var notes = ""

  package enum Body: Hashable, Sendable {
    case text(TextDocument)
    case list(ListContent)
    case board(BoardContent)
  }

  /// How many steps there are behind the first state of its text (`TextDocument.stepCount`).
  package private(set) var stepCount = 0
  /// How many bytes its text has, which tells how long it takes to wrap it; 0 where nothing is wrapped.
  package private(set) var weight = 0

  package init(title: String, document: TextDocument) {
    self.title = title
    body = .text(document)
    stepCount = document.stepCount
    weight = document.byteCount
  }

  package init(title: String, list: ListContent) {
    self.title = title
    body = .list(list)
  }

  package init(title: String, board: BoardContent) {
    self.title = title
    body = .board(board)
  }

  /// Whether it has lines that are shown as they are, like those of a program.
  package var isVerbatim: Bool {
    guard case .text(let document) = body else { return false }
    return document.blocks.contains { if case .preformatted = $0 { true } else { false } }
  }

  /// The page as text; entries, or what stands in boxes, are its lines.
  package var document: TextDocument {
    switch body {
    case .text(let document): document
    case .list(let list):
      TextDocument(blocks: [.preformatted(lines: list.entries.map(\.line) + list.notes)])
    case .board(let board):
      TextDocument(
        blocks: board.boxes.flatMap { [.preformatted(lines: [$0.title])] + $0.document.blocks }
      )
    }
  }

  package var list: ListContent? {
    if case .list(let list) = body { list } else { nil }
  }

  package var board: BoardContent? {
    if case .board(let board) = body { board } else { nil }
  }

  /// Whether the page only names something: a first-level heading and at most two short companions.
  ///
  /// Such a page is centred, unless its document says otherwise.
  package var isTitlePage: Bool {
    if case .text(let document) = body { document.isTitle } else { false }
  }

  var isAligned: Bool {
    if case .text(let document) = body { document.isAligned } else { false }
  }

  /// Whether it stands in the middle of a page that has room for all of it.
  var isCentered: Bool {
    if case .text(let document) = body { document.isCentered } else { false }
  }
}

/// Where a page is scrolled to, whatever the width: the row with this place stands at the share `ratio`
/// (0 is the top, 1 the bottom) of the visible rows (architecture.md, decision 2).
///
/// Of a slide, what a step reveals or lets stand out is brought into view from there, in every size, unless
/// somebody has scrolled in that very step.
package struct ScrollAnchor: Hashable, Sendable {
  package var position: TextPosition
  package var ratio: Double
  /// The step of a slide in which somebody has scrolled there; nil for no step that brings anything.
  package var step: Int?

  package init(position: TextPosition, ratio: Double, step: Int? = nil) {
    precondition((0...1).contains(ratio), "cannot anchor outside the visible rows")
    self.position = position
    self.ratio = ratio
    self.step = step
  }

  package static let top = ScrollAnchor(position: .start, ratio: 0)

  /// The last row of a block at the bottom, however many rows a width makes of the block.
  package static func end(ofBlock block: Int) -> ScrollAnchor {
    ScrollAnchor(position: TextPosition(block: block, grapheme: .max), ratio: 1)
  }
}
