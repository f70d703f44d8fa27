/// One row of the key table: the keys, what they do, and how help says it.
package struct KeyBinding: Sendable {
  package let keys: [Key]
  package let command: Command
  package let help: String
  /// What the key acts on, beyond what has the keys.
  package var target = KeyTarget.any
}

/// The one table of keys (experience.md: Keys).
///
/// The client, the daemon and the help read it.
package enum KeyTable {
  /// Keys that mean the same wherever the focus is.
  package static let everywhere: [KeyBinding] = [
    KeyBinding(keys: [Key(.home)], command: .session(.first), help: "to the first (also gg)"),
    KeyBinding(
      keys: [Key(.end), Key(.character("G"))],
      command: .session(.last),
      help: "to the last; after a number: to that one"
    ),
    KeyBinding(
      keys: [Key(.tab)],
      command: .session(.nextTab),
      help: "next tab; after a number: that one (also g and 1 to 9)",
      target: .tabs
    ),
    KeyBinding(
      keys: [Key(.tab, .shift)],
      command: .session(.previousTab),
      help: "previous tab",
      target: .tabs
    ),
    KeyBinding(
      keys: [Key(.character("a"))],
      command: .session(.toggleAttachment),
      help: "show or hide what is below the tabs",
      target: .sideTabs
    ),
    KeyBinding(
      keys: [Key(.pageDown, .shift)],
      command: .local(.peekDown),
      help: "look further down, alone (also the wheel)"
    ),
    KeyBinding(keys: [Key(.pageUp, .shift)], command: .local(.peekUp), help: "look back up, alone"),
    KeyBinding(
      keys: [Key(.right, .shift)],
      command: .local(.peekRight),
      help: "look right along lines cut at the edge, alone",
      target: .longLines
    ),
    KeyBinding(
      keys: [Key(.left, .shift)],
      command: .local(.peekLeft),
      help: "look back left, alone",
      target: .longLines
    ),
    KeyBinding(
      keys: [Key(.character("w"))],
      command: .session(.toggleWrap),
      help: "wrap long lines, for all; or keep them whole"
    ),
    KeyBinding(
      keys: [Key(.character("/"))],
      command: .local(.search),
      help: "search, then n and N go on and back, Esc ends"
    ),
    KeyBinding(
      keys: [Key(.character("f"))],
      command: .local(.filter),
      help: "show some entries of a list only",
      target: .entries
    ),
    KeyBinding(
      keys: [Key(.character("F"))],
      command: .local(.find),
      help: "find files below; words in all of a book or document",
      target: .pages
    ),
    KeyBinding(
      keys: [Key(.character(">"))],
      command: .local(.nextResult),
      help: "open the next one of what F has found",
      target: .pages
    ),
    KeyBinding(
      keys: [Key(.character("<"))],
      command: .local(.previousResult),
      help: "open the one before",
      target: .pages
    ),
    KeyBinding(
      keys: [Key(.character("o"))],
      command: .local(.outline),
      help: "outline: go by title"
    ),
    KeyBinding(keys: [Key(.character("v"))], command: .local(.viewers), help: "who watches"),
    KeyBinding(
      keys: [Key(.character("y"))],
      command: .local(.copy(.page)),
      help: "copy the whole page, or the selected entry's name"
    ),
    KeyBinding(
      keys: [Key(.character("Y"))],
      command: .local(.copy(.part)),
      help: "copy a block of code or a cell (also a right click)"
    ),
    KeyBinding(
      keys: [Key(.character("m"))],
      command: .local(.mouse),
      help: "mouse off, for the terminal's own; and on"
    ),
    KeyBinding(
      keys: [Key(.character(":"))],
      command: .local(.palette),
      help: "all commands, by name"
    ),
    KeyBinding(
      keys: [Key(.character("?")), Key(.function(1))],
      command: .local(.help),
      help: "this help"
    ),
    KeyBinding(
      keys: [Key(.character("r"), .control)],
      command: .session(.reload),
      help: "read again; run programs again"
    ),
    KeyBinding(
      keys: [Key(.character("z"))],
      command: .local(.bare),
      help: "the pages alone, for a projector; and all again"
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

  /// Keys of a page of a stack whose rows are entries.
  package static let list: [KeyBinding] =
    [
      KeyBinding(
        keys: [Key(.enter), Key(.right), Key(.character("l"))],
        command: .session(.forward),
        help: "open the selected entry (also a click)"
      ),
      back, root,
      KeyBinding(
        keys: [Key(.down), Key(.character("j"))],
        command: .session(.lineDown),
        help: "select the next entry"
      ),
      KeyBinding(
        keys: [Key(.up), Key(.character("k"))],
        command: .session(.lineUp),
        help: "select the previous entry"
      ),
      KeyBinding(
        keys: [Key(.character("p"))],
        command: .session(.view(.preview(nil))),
        help: "show the selected entry beside the list, or hide it"
      ),
    ] + screens

  /// Keys of a page of a stack that is read.
  package static let text: [KeyBinding] =
    [
      KeyBinding(
        keys: [Key(.enter)],
        command: .session(.forward),
        help: "the links of a book's page (also a click on one)"
      ),
      back, root,
      KeyBinding(
        keys: [Key(.down), Key(.character("j"))],
        command: .session(.lineDown),
        help: "a row down"
      ),
      KeyBinding(
        keys: [Key(.up), Key(.character("k"))],
        command: .session(.lineUp),
        help: "a row up"
      ),
      KeyBinding(
        keys: [Key(.character("]"))],
        command: .session(.chapter(forward: true)),
        help: "next chapter, or file of the list below"
      ),
      KeyBinding(
        keys: [Key(.character("["))],
        command: .session(.chapter(forward: false)),
        help: "previous chapter"
      ),
      KeyBinding(
        keys: [Key(.character("#"))],
        command: .session(.view(.numbers(nil))),
        help: "line numbers of a file on or off"
      ),
    ] + screens

  private static let back = KeyBinding(
    keys: [Key(.backspace), Key(.left), Key(.character("h"))],
    command: .session(.back),
    help: "back to the page below (also its edge)"
  )

  private static let root = KeyBinding(
    keys: [Key(.character("H"))],
    command: .session(.root),
    help: "back to the root"
  )

  private static let screens: [KeyBinding] = [
    KeyBinding(
      keys: [Key(.pageDown), Key(.character(" "))],
      command: .session(.screenDown),
      help: "a screen further"
    ),
    KeyBinding(keys: [Key(.pageUp)], command: .session(.screenUp), help: "a screen back"),
  ]

  /// Keys while something is searched for, whatever they mean otherwise.
  package static let searching: [KeyBinding] = [
    KeyBinding(keys: [Key(.character("n"))], command: .session(.nextMatch), help: "next match"),
    KeyBinding(
      keys: [Key(.character("N"))],
      command: .session(.previousMatch),
      help: "previous match"
    ),
    KeyBinding(keys: [Key(.escape)], command: .session(.search("")), help: "end the search"),
  ]

  /// Keys while the list that has them is filtered, and nothing is searched for.
  package static let filtered: [KeyBinding] = [
    KeyBinding(keys: [Key(.escape)], command: .session(.filter("")), help: "show all entries again")
  ]

  /// All keys of a focus, its own first.
  package static func bindings(
    focus: KeyFocus,
    finding: KeyFinding = .nothing
  ) -> [KeyBinding] {
    let own: [KeyBinding] =
      switch focus {
      case .none: everywhere
      case .pager: pager + everywhere
      case .list: list + everywhere
      case .text: text + everywhere
      }
    return switch finding {
    case .nothing: own
    case .filter: filtered + own
    case .search: searching + own
    }
  }

  /// The keys that act on something that is shown, as help lists them: those of the focus, those that mean the same
  /// everywhere.
  package static func help(in context: KeyContext) -> (own: [KeyBinding], everywhere: [KeyBinding])
  {
    let all = bindings(focus: context.focus, finding: context.finding)
    let own = all.dropLast(everywhere.count).filter(context.has)
    return (own, everywhere.filter(context.has))
  }

  /// What one key means; nil where it means nothing.
  package static func command(
    for key: Key,
    focus: KeyFocus,
    finding: KeyFinding = .nothing
  ) -> Command? {
    bindings(focus: focus, finding: finding).first { $0.keys.contains(key) }?.command
  }
}

/// What kind of thing has the keys.
package enum KeyFocus: Hashable, Sendable, CaseIterable {
  case none
  case pager
  case list
  case text
}

/// What is looked for where the keys go: it gives some of them another meaning.
package enum KeyFinding: Hashable, Sendable, CaseIterable {
  case nothing
  /// The list that has the keys is filtered.
  case filter
  /// Something is searched for, in a filtered list or anywhere else.
  case search
}
