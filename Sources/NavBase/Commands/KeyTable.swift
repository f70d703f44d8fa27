/// One row of the key table: the keys, their command and its help text.
package struct KeyBinding: Sendable {
  package let keys: [Key]
  package let command: Command
  package let help: String
  /// The object that the key acts on, besides the focused content.
  package var target = KeyTarget.any
}

/// The key table.
///
/// The client, the daemon and the help use it.
package enum KeyTable {
  /// Keys with the same meaning for every focus.
  package static let everywhere: [KeyBinding] = [
    KeyBinding(
      keys: [Key(.home)],
      command: .session(.first),
      help: "first page, entry or row (also gg)"
    ),
    KeyBinding(
      keys: [Key(.end), Key(.character("G"))],
      command: .session(.last),
      help: "last page, entry or row; after a number: that one"
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
      keys: [Key(.character("w"), .control)],
      command: .session(.nextPart),
      help: "to the next part beside or below (also a click)",
      target: .parts
    ),
    KeyBinding(
      keys: [Key(.pageDown, .shift)],
      command: .local(.peekDown),
      help: "scroll down, on this screen only (also the wheel)"
    ),
    KeyBinding(
      keys: [Key(.pageUp, .shift)],
      command: .local(.peekUp),
      help: "scroll up, on this screen only"
    ),
    KeyBinding(
      keys: [Key(.right, .shift)],
      command: .local(.peekRight),
      help: "scroll cut lines right, on this screen only",
      target: .longLines
    ),
    KeyBinding(
      keys: [Key(.left, .shift)],
      command: .local(.peekLeft),
      help: "scroll cut lines left, on this screen only",
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
      help: "filter the list",
      target: .entries
    ),
    KeyBinding(
      keys: [Key(.character("F"))],
      command: .local(.find),
      help: "find in the directory tree, or in a book or document",
      target: .pages
    ),
    KeyBinding(
      keys: [Key(.character(">"))],
      command: .local(.nextResult),
      help: "open the next result of F",
      target: .pages
    ),
    KeyBinding(
      keys: [Key(.character("<"))],
      command: .local(.previousResult),
      help: "open the previous result of F",
      target: .pages
    ),
    KeyBinding(
      keys: [Key(.character("o"))],
      command: .local(.outline),
      help: "outline: go by title"
    ),
    KeyBinding(keys: [Key(.character("v"))], command: .local(.viewers), help: "show who watches"),
    KeyBinding(
      keys: [Key(.character("b"))],
      command: .local(.browse),
      help: "look around on your own; again: return"
    ),
    KeyBinding(
      keys: [Key(.function(4))],
      command: .local(.notes),
      help: "the speaker's view: notes, next slide; again: return"
    ),
    KeyBinding(
      keys: [Key(.character("t"))],
      command: .local(.talk(.timer(.toggle))),
      help: "start or pause the timer",
      target: .talk
    ),
    KeyBinding(
      keys: [Key(.character("A"))],
      command: .local(.talk(.answered(nil))),
      help: "remove the first question",
      target: .talk
    ),
    KeyBinding(
      keys: [Key(.character("c"))],
      command: .local(.control),
      help: "take or ask for control"
    ),
    KeyBinding(
      keys: [Key(.character("C"))],
      command: .local(.releaseControl),
      help: "give control up, or take your request back"
    ),
    KeyBinding(
      keys: [Key(.character("+"))],
      command: .local(.grant),
      help: "as the driver: give control to who asks"
    ),
    KeyBinding(
      keys: [Key(.character("-"))],
      command: .local(.deny),
      help: "as the driver: refuse who asks"
    ),
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
      keys: [Key(.character("."))],
      command: .local(.point),
      help: "point at a place (also a drag with the right button)"
    ),
    KeyBinding(
      keys: [Key(.character(","))],
      command: .local(.mark),
      help: "mark the match, entry or top line; again: remove the mark"
    ),
    KeyBinding(
      keys: [Key(.character("m"))],
      command: .local(.mouse),
      help: "mouse off: the terminal selects text; again: on"
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
      keys: [Key(.character("T"))],
      command: .session(.toggleText),
      help: "a document as its text, for all; again: as it was",
      target: .document
    ),
    KeyBinding(
      keys: [Key(.character("z"))],
      command: .local(.bare),
      help: "hide or show the status line and the dots"
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

  /// Keys that have another meaning in a speaker's view; they win over other bindings.
  package static let speaking: [KeyBinding] = [
    KeyBinding(
      keys: [Key(.character("T"))],
      command: .local(.talk(.timer(.reset))),
      help: "set the timer to zero",
      target: .talk
    )
  ]

  /// Keys of a pager.
  package static let pager: [KeyBinding] = [
    KeyBinding(
      keys: [
        Key(.right), Key(.character("l")), Key(.pageDown), Key(.enter), Key(.character("n")),
      ],
      command: .session(.forward),
      help: "next page after the rest of this one"
    ),
    KeyBinding(
      keys: [
        Key(.left), Key(.character("h")), Key(.pageUp), Key(.backspace), Key(.character("p")),
      ],
      command: .session(.back),
      help: "previous page after the rows above"
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

  /// Keys of a list page of a stack.
  package static let list: [KeyBinding] =
    [
      KeyBinding(
        keys: [Key(.enter), Key(.right), Key(.character("l"))],
        command: .session(.forward),
        help: "open the selected entry (also a click)"
      ),
      back, root, above, below,
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
      KeyBinding(
        keys: [Key(.character("i"))],
        command: .session(.toggleDetails),
        help: "dates, modes and git marks of entries on or off"
      ),
    ] + screens

  /// Keys of a text page of a stack.
  package static let text: [KeyBinding] =
    [
      KeyBinding(
        keys: [Key(.enter)],
        command: .session(.forward),
        help: "the links of a book's page (also a click on one)"
      ),
      back, root, above, below,
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
        help: "next chapter, file or value of its list"
      ),
      KeyBinding(
        keys: [Key(.character("["))],
        command: .session(.chapter(forward: false)),
        help: "previous chapter, file or value of its list"
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

  private static let above = KeyBinding(
    keys: [Key(.character("}"))],
    command: .session(.along(forward: true)),
    help: "the open page above"
  )

  private static let below = KeyBinding(
    keys: [Key(.character("{"))],
    command: .session(.along(forward: false)),
    help: "the page below; none closes"
  )

  private static let screens: [KeyBinding] = [
    KeyBinding(
      keys: [Key(.pageDown), Key(.character(" "))],
      command: .session(.screenDown),
      help: "a screen further"
    ),
    KeyBinding(keys: [Key(.pageUp)], command: .session(.screenUp), help: "a screen back"),
  ]

  /// Keys while a search is active; they win over other bindings.
  package static let searching: [KeyBinding] = [
    KeyBinding(keys: [Key(.character("n"))], command: .session(.nextMatch), help: "next match"),
    KeyBinding(
      keys: [Key(.character("N"))],
      command: .session(.previousMatch),
      help: "previous match"
    ),
    KeyBinding(keys: [Key(.escape)], command: .session(.search("")), help: "end the search"),
  ]

  /// Keys while the focused list is filtered and no search is active.
  package static let filtered: [KeyBinding] = [
    KeyBinding(keys: [Key(.escape)], command: .session(.filter("")), help: "show all entries again")
  ]

  /// Returns the bindings of a focus alone.
  private static func own(_ focus: KeyFocus) -> [KeyBinding] {
    switch focus {
    case .none: []
    case .pager: pager
    case .list: list
    case .text: text
    }
  }

  /// Returns the bindings of a search or a filter alone.
  private static func own(_ search: ActiveSearch) -> [KeyBinding] {
    switch search {
    case .nothing: []
    case .filter: filtered
    case .search: searching
    }
  }

  /// Returns all bindings of a focus, its own first.
  package static func bindings(
    focus: KeyFocus,
    search: ActiveSearch = .nothing
  ) -> [KeyBinding] {
    own(search) + own(focus) + everywhere
  }

  /// Returns the bindings that have a target on the screen, as help lists them: those of the focus, then those with the
  /// same meaning everywhere.
  package static func help(in context: KeyContext) -> (own: [KeyBinding], everywhere: [KeyBinding])
  {
    let own = own(context.search) + own(context.focus) + speaking
    return (own.filter(context.has), everywhere.filter(context.has))
  }

  /// Returns a key's command; nil if it has no effect.
  package static func command(
    for key: Key,
    focus: KeyFocus,
    search: ActiveSearch = .nothing,
    isSpeakers: Bool = false
  ) -> Command? {
    if isSpeakers, let command = command(for: key, in: speaking) { return command }
    return command(for: key, in: own(search)) ?? command(for: key, in: own(focus))
      ?? command(for: key, in: everywhere)
  }

  private static func command(for key: Key, in bindings: [KeyBinding]) -> Command? {
    bindings.first { $0.keys.contains(key) }?.command
  }
}

/// The kind of the focused content, which decides what keys mean.
///
/// The raw values are part of the wire protocol.
package enum KeyFocus: UInt8, CaseIterable, Hashable, Sendable {
  case none = 0
  case pager = 1
  /// A page of a stack whose rows are entries.
  case list = 2
  /// A page of a stack that shows text.
  case text = 3
}

/// The search or filter that is active in the focused content; it changes the meaning of some keys.
package enum ActiveSearch: Hashable, Sendable, CaseIterable {
  case nothing
  /// The focused list is filtered.
  case filter
  /// A search is active, in a filtered list or elsewhere.
  case search
}
