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
  /// The faults of the page, such as included files that could not be read, one sanitised line each; its text has blank
  /// rows instead.
  package var faults: [String] = []

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

  /// Returns the page with another text.
  package func with(_ document: TextDocument) -> PageContent {
    var page = self
    let other = PageContent(title: title, document: document)
    (page.body, page.stepCount, page.weight) = (other.body, other.stepCount, other.weight)
    return page
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

  /// Whether the page contains pictures that can be shown.
  package var hasPictures: Bool {
    if case .text(let document) = body { document.hasPictures } else { false }
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

  /// The part of a large text file that is its text; nil for any other page.
  package var window: TextWindow? {
    if case .text(let document) = body { document.window } else { nil }
  }

  package var list: ListContent? {
    if case .list(let list) = body { list } else { nil }
  }

  package var board: BoardContent? {
    if case .board(let board) = body { board } else { nil }
  }

  /// Whether the document specifies the alignment of its lines.
  package var isAligned: Bool {
    if case .text(let document) = body { document.isAligned } else { false }
  }

  /// Whether the page is one of the slides of a deck, which fills its rows (`SlideSetting`).
  package var isSlide: Bool {
    if case .text(let document) = body { document.placement != .automatic } else { false }
  }

  /// Whether the text is centred in a page in which all of it fits.
  package var isCentered: Bool {
    if case .text(let document) = body { document.isCentered } else { false }
  }
}

/// Blank rows and columns around a page's content, scrolled with it (SV-2).
///
/// A page is first shown with its top inset visible; the top inset scrolls away like any other rows, and the bottom
/// inset follows the last row. The columns at the sides are never used: text is wrapped between them.
package struct ContentInsets: Hashable, Sendable {
  package var top = 0
  package var left = 0
  package var bottom = 0
  package var right = 0

  /// The largest number of rows or columns on one side.
  package static let limit = 100

  package init() {}

  /// Creates equal insets on all sides.
  package init(all: Int) {
    self.init(top: all, left: all, bottom: all, right: all)
  }

  /// - Parameters:
  ///   - top: rows, from 0.
  ///   - left: columns, from 0.
  ///   - bottom: rows, from 0.
  ///   - right: columns, from 0.
  package init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    precondition(min(top, left, bottom, right) >= 0, "cannot inset a page by less than nothing")
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}

/// One row below the text of a page, with a left, a middle and a right part.
package struct PageFooter: Hashable, Sendable {
  package var left: String
  package var center: String
  package var right: String
  /// The part that states the page's position; empty for none.
  package var place: String

  /// - Parameters:
  ///   - left: the left part, sanitised like the others.
  ///   - center: the middle part, dropped first if not all parts fit.
  ///   - right: the right part, dropped if it does not fit beside the left one.
  ///   - place: the part that states the page's position; empty for none.
  package init(left: String = "", center: String = "", right: String = "", place: String = "") {
    self.left = left
    self.center = center
    self.right = right
    self.place = place
  }
}
