import NavCommands
import NavModel
import NavScene
import NavWire

/// A move whose bytes are counted, one row of the table.
struct MoveScenario: Sendable {
  let name: String
  /// Creates the content of the session; files are written to the directory.
  let content: @Sendable (TemporaryDirectory) throws -> ContentSpec
  /// The inputs before the first counted move.
  var preparation: [SessionAction] = []
  let move: SessionAction
  /// The uncounted input that reverts a counted move; nil if moves follow one another.
  var undo: SessionAction?
  /// The size of the page that a move shows, in UTF-8 bytes of its source (including Markdown syntax).
  ///
  /// Moves are counted from 0.
  let text: @Sendable (Int) -> Int

  /// All scenarios.
  static let all = [deckSlide, openList, openText, back]

  /// Moves to the next slide of a deck.
  static let deckSlide = MoveScenario(
    name: "deck, next slide",
    content: { .deck(path: try $0.write(Deck.talk.markdown, to: "talk.md")) },
    move: .command(.forward),
    text: { Deck.talk.pages[($0 + 1) % Deck.talk.pages.count].utf8.count }
  )

  /// Opens a directory's list beside its parent.
  static let openList = MoveScenario(
    name: "stack, open a list",
    content: { .tree(path: try Folder.small.make(in: $0)) },
    move: .keys([Key(.enter)]),
    undo: .keys([Key(.backspace)]),
    text: { _ in Folder.small.listed }
  )

  /// Opens a file over all lists.
  static let openText = MoveScenario(
    name: "stack, open a text",
    content: { .tree(path: try Folder.small.make(in: $0)) },
    preparation: [.keys([Key(.character("G"))])],
    move: .keys([Key(.enter)]),
    undo: .keys([Key(.backspace)]),
    text: { _ in Folder.text.utf8.count }
  )

  /// Goes back to the list below a file: rows shown again are sent again.
  static let back = MoveScenario(
    name: "stack, back from a text",
    content: { .tree(path: try Folder.small.make(in: $0)) },
    preparation: [.keys([Key(.character("G")), Key(.enter)])],
    move: .keys([Key(.backspace)]),
    undo: .keys([Key(.enter)]),
    text: { _ in Folder.small.listed }
  )

  /// The most moves that every scenario supports.
  static let maximumMoves = Deck.talk.pages.count - 1
}
