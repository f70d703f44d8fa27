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
  static let all = [deckSlide]

  /// The next slide of a deck.
  static let deckSlide = MoveScenario(
    name: "deck, next slide",
    content: { .deck(path: try $0.write(Deck.talk.markdown, to: "talk.md")) },
    move: .command(.forward),
    text: { Deck.talk.pages[($0 + 1) % Deck.talk.pages.count].utf8.count }
  )

  /// The most moves that every scenario has room for.
  static let maximumMoves = Deck.talk.pages.count - 1
}
