/// One page of a session's content, independent of sizes.
package struct PageContent: Hashable, Sendable {
  package var title: String
  package private(set) var body: Body
  /// The footer below a slide's text; nil for none.
  package var footer: PageFooter?
  /// Whether the page follows its end: a page that nobody has scrolled shows its end.
  package var isFollowed = false
  /// Whether content is still being added, because the program that prints it is running.
  package var isGrowing = false
  /// The kind of its lines, if they are shown verbatim.
  package var lines = FileLines.none
  /// The blank space around its content.
  package var insets = ContentInsets()
  /// The speaker notes of a slide, which are not part of its page.
  package var notes = SpeakerNotes()

  package enum Body: Hashable, Sendable {
    /// Packed: its blocks are decoded on access.
    case text(TextDocument)
    case list(ListContent)
    case board(BoardContent)
  }

  /// The number of steps after the first state of its text (`TextDocument.stepCount`).
  package private(set) var stepCount = 0
  /// The number of bytes of its text, an estimate of the time to wrap it; 0 if nothing is wrapped.
  package private(set) var weight = 0

  package init(title: String, document: TextDocument) {
    self.title = title
    body = .text(document.packed())
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

  /// Whether the page contains lines that are shown verbatim, such as those of a program.
  package var isVerbatim: Bool {
    if case .text(let document) = body { document.isVerbatim } else { false }
  }

  /// The page as text; the entries of a list, or the content of boxes, are its lines.
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

  /// Whether the page is a title page: a first-level heading and at most two short companions.
  ///
  /// A title page is centred, unless its document specifies otherwise.
  package var isTitlePage: Bool {
    if case .text(let document) = body { document.isTitle } else { false }
  }

  /// Whether the document specifies the alignment of its lines.
  package var isAligned: Bool {
    if case .text(let document) = body { document.isAligned } else { false }
  }

  /// Whether the text is centred in a page in which all of it fits.
  package var isCentered: Bool {
    if case .text(let document) = body { document.isCentered } else { false }
  }
}
