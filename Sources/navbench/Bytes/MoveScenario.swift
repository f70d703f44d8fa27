import NavCommands
import NavWire

/// A move whose bytes are counted: a row of the table.
struct MoveScenario: Sendable {
  let name: String
  /// What the session shows; files go into the directory.
  let content: @Sendable (TemporaryDirectory) throws -> ContentDescription
  /// What is sent before the first counted move.
  var preparation: [Request.Input.Action] = []
  let move: Request.Input.Action
  /// What leads back after a counted move, itself not counted; nil where moves go on and on.
  var undo: Request.Input.Action?
  /// The UTF-8 bytes of the page that a move brings into view, as its author wrote it (Markdown and all).
  ///
  /// Moves count from 0.
  let text: @Sendable (Int) -> Int

  /// All of them.
  static let all = [deckSlide, openList, openText, back]

  /// The next slide of a deck.
  static let deckSlide = MoveScenario(
    name: "deck, next slide",
    content: { .deck(path: try $0.write(Deck.talk.markdown, to: "talk.md")) },
    move: .command(.forward),
    text: { Deck.talk.pages[($0 + 1) % Deck.talk.pages.count].utf8.count }
  )

  /// A directory's list that comes in beside the one it is opened from.
  static let openList = MoveScenario(
    name: "stack, open a list",
    content: { .tree(path: try Folder.small.make(in: $0)) },
    move: .keys([Key(.enter)]),
    undo: .keys([Key(.backspace)]),
    text: { _ in Folder.small.listed }
  )

  /// A file that comes in over everything.
  static let openText = MoveScenario(
    name: "stack, open a text",
    content: { .tree(path: try Folder.small.make(in: $0)) },
    preparation: [.keys([Key(.character("G"))])],
    move: .keys([Key(.enter)]),
    undo: .keys([Key(.backspace)]),
    text: { _ in Folder.text.utf8.count }
  )

  /// The list that lay below a file: what is seen again is sent again.
  static let back = MoveScenario(
    name: "stack, back from a text",
    content: { .tree(path: try Folder.small.make(in: $0)) },
    preparation: [.keys([Key(.character("G")), Key(.enter)])],
    move: .keys([Key(.backspace)]),
    undo: .keys([Key(.enter)]),
    text: { _ in Folder.small.listed }
  )

  /// The most moves that every scenario has room for.
  static let maximumMoves = Deck.talk.pages.count - 1
}
