/// A key and a word for its effect, as the status line shows them: `? help`.
package struct CommandHint: Hashable, Sendable {
  package let key: Key
  package let word: String

  package init(_ key: Key, _ word: String) {
    self.key = key
    self.word = word
  }

  package var text: String { "\(key.name) \(word)" }

  /// Returns the hints for the status line, the most useful first.
  ///
  /// - Parameter focus: the kind of the focused content.
  /// - Returns: keys that have an effect there.
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

  /// Returns the key's command for a focus; nil if it has none.
  package func command(focus: KeyFocus) -> Command? {
    KeyTable.command(for: key, focus: focus)
  }
}
