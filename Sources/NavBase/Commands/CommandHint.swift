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
  /// - Parameters:
  ///   - focus: the kind of the focused content.
  ///   - hasParts: whether a split is shown.
  ///   - control: the effect of the key for control; nil for no hint at it.
  ///   - isAudience: whether the viewer may not move the session.
  /// - Returns: keys that have an effect there.
  package static func hints(
    focus: KeyFocus,
    hasParts: Bool = false,
    control: String? = nil,
    isAudience: Bool = false
  ) -> [CommandHint] {
    let both = [
      CommandHint(Key(.character("?")), "help"), CommandHint(Key(.character("q")), "leave"),
    ]
    let control =
      (control.map { [CommandHint(Key(.character("c")), $0)] } ?? [])
      + (isAudience ? [CommandHint(Key(.character("b")), "look around")] : [])
    let place = CommandHint(Key(.character("o")), "outline")
    let palette = CommandHint(Key(.character(":")), "commands")
    let parts = hasParts ? [CommandHint(Key(.character("w"), .control), "next part")] : []
    return switch focus {
    case .none: both + control + parts + [palette]
    case .pager: both + control + parts + [place, palette]
    case .list: both + control + parts + [CommandHint(Key(.enter), "open"), place, palette]
    case .text: both + control + parts + [place, palette]
    }
  }

  /// Returns the key's command for a focus; nil if it has none.
  package func command(focus: KeyFocus) -> Command? {
    KeyTable.command(for: key, focus: focus)
  }
}
