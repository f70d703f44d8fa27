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
