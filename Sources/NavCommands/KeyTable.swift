/// One row of the key table: the keys, what they do, and how help says it.
package struct KeyBinding: Sendable {
  package let keys: [Key]
  package let command: Command
  package let help: String
}

/// The one table of keys (experience.md: Keys).
///
/// The client, the daemon and the help read it.
package enum KeyTable {
  /// Keys that mean the same wherever the focus is.
  package static let everywhere: [KeyBinding] = [
    KeyBinding(keys: [Key(.home)], command: .session(.first), help: "first page (also gg)"),
    KeyBinding(
      keys: [Key(.end), Key(.character("G"))],
      command: .session(.last),
      help: "last page; after a number: that page"
    ),
    KeyBinding(
      keys: [Key(.pageDown, .shift)],
      command: .local(.peekDown),
      help: "look further down, alone (also the wheel)"
    ),
    KeyBinding(keys: [Key(.pageUp, .shift)], command: .local(.peekUp), help: "look back up, alone"),
    KeyBinding(
      keys: [Key(.character("?")), Key(.function(1))],
      command: .local(.help),
      help: "this help"
    ),
    KeyBinding(
      keys: [Key(.character("l"), .control)],
      command: .local(.redraw),
      help: "draw the screen anew"
    ),
    KeyBinding(
      keys: [Key(.character("z"), .control)],
      command: .local(.suspend),
      help: "suspend; `fg` comes back"
    ),
    KeyBinding(
      keys: [Key(.character("q")), Key(.character("c"), .control)],
      command: .local(.leave),
      help: "leave; the session goes on"
    ),
  ]

  /// Keys of a pager.
  package static let pager: [KeyBinding] = [
    KeyBinding(
      keys: [
        Key(.right), Key(.character("l")), Key(.pageDown), Key(.enter), Key(.character("n")),
      ],
      command: .session(.forward),
      help: "next page"
    ),
    KeyBinding(
      keys: [
        Key(.left), Key(.character("h")), Key(.pageUp), Key(.backspace), Key(.character("p")),
      ],
      command: .session(.back),
      help: "previous page"
    ),
    KeyBinding(
      keys: [Key(.character(" "))],
      command: .session(.screenDown),
      help: "a screen further, then the next page"
    ),
    KeyBinding(
      keys: [Key(.down), Key(.character("j"))],
      command: .session(.lineDown),
      help: "a row down where the page overflows, else next"
    ),
    KeyBinding(
      keys: [Key(.up), Key(.character("k"))],
      command: .session(.lineUp),
      help: "a row up where the page overflows, else previous"
    ),
  ]

  /// What one key means; nil where it means nothing.
  package static func command(for key: Key, focus: KeyFocus) -> Command? {
    let tables =
      switch focus {
      case .none: [everywhere]
      case .pager: [pager, everywhere]
      }
    return tables.joined().first { $0.keys.contains(key) }?.command
  }
}

/// What kind of thing has the keys.
package enum KeyFocus: Hashable, Sendable {
  case none
  case pager
}
