/// A key and a word for what it does, as the status line shows them: `? help`.
package struct CommandHint: Hashable, Sendable {
  package let key: Key
  package let word: String

  package init(_ key: Key, _ word: String) {
    self.key = key
    self.word = word
  }

  package var text: String { "\(key.name) \(word)" }

  /// What is worth the most in a status line, the best first.
  ///
  /// - Parameter focus: what has the keys.
  /// - Returns: keys that mean something there.
  package static func hints(focus: KeyFocus) -> [CommandHint] {
    let both = [
      CommandHint(Key(.character("?")), "help"), CommandHint(Key(.character("q")), "leave"),
    ]
    let place = CommandHint(Key(.character("o")), "outline")
    let palette = CommandHint(Key(.character(":")), "commands")
    return switch focus {
    case .none: both + [palette]
    case .pager: both + [place, palette]
    case .list: both + [CommandHint(Key(.enter), "open"), place, palette]
    case .text: both + [place, palette]
    }
  }

  /// What the key means there; nil where it means nothing.
  package func command(focus: KeyFocus) -> Command? {
    KeyTable.command(for: key, focus: focus)
  }
}
