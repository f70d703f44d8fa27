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
    row([Key(.home)], .session(.first), "first page, entry or row (also gg)"),
    row([Key(.end), "G"], .session(.last), "last page, entry or row; after a number: that one"),
    row(
      [Key(.tab)],
      .session(.nextTab),
      "next tab; after a number: that one (also g and 1 to 9)",
      on: .tabs
    ),
    row([Key(.tab, .shift)], .session(.previousTab), "previous tab", on: .tabs),
    row(["a"], .session(.toggleAttachment), "show or hide what is below the tabs", on: .sideTabs),
    row(
      [Key(.character("w"), .control)],
      .session(.nextPart),
      "to the next part beside or below (also a click)",
      on: .parts
    ),
    row(
      [Key(.pageDown, .shift)],
      .local(.peekDown),
      "scroll down, on this screen only (also the wheel)"
    ),
    row([Key(.pageUp, .shift)], .local(.peekUp), "scroll up, on this screen only"),
    row(
      [Key(.right, .shift)],
      .local(.peekRight),
      "scroll cut lines right, on this screen only",
      on: .longLines
    ),
    row(
      [Key(.left, .shift)],
      .local(.peekLeft),
      "scroll cut lines left, on this screen only",
      on: .longLines
    ),
    row(["w"], .session(.toggleWrap), "wrap long lines, for all; or keep them whole"),
    row(["/"], .local(.search), "search, then n and N go on and back, Esc ends"),
    row(["f"], .local(.filter), "filter the list", on: .entries),
    row(["F"], .local(.find), "find in the directory tree, or in a book or document", on: .pages),
    row([">"], .local(.nextResult), "the next result of F; else what was shown later"),
    row(["<"], .local(.previousResult), "the previous result of F; else what was shown before"),
    row(["o"], .local(.outline), "outline: go by title"),
    row(["v"], .local(.viewers), "show who watches"),
    row(["b"], .local(.browse), "look around on your own; again: return"),
    row(
      [Key(.function(4))],
      .local(.notes),
      "the speaker's view: notes, next slide; again: return"
    ),
    row(["B"], .session(.toggleBlank), "blank all screens; again, or a move: ends it"),
    row(["t"], .local(.talk(.timer(.toggle))), "start or pause the timer", on: .talk),
    row(["A"], .local(.talk(.answered(nil))), "remove the first question", on: .talk),
    row(["c"], .local(.control), "take or ask for control"),
    row(["C"], .local(.releaseControl), "give control up, or take your request back"),
    row(["+"], .local(.grant), "as the driver: give control to who asks"),
    row(["-"], .local(.deny), "as the driver: refuse who asks"),
    row(["y"], .local(.copy(.page)), "copy the whole page, or the selected entry's name"),
    row(["Y"], .local(.copy(.part)), "copy a block of code or a cell (also a right click)"),
    row(["."], .local(.point), "point (also a right drag); after PgDn or PgUp: blank", on: .slides),
    row([","], .local(.mark), "mark the match, entry or top line; again: remove the mark"),
    row(["M"], .session(.timeMark("")), "mark this moment in recordings"),
    row(["m"], .local(.mouse), "mouse off: the terminal selects text; again: on"),
    row([":"], .local(.palette), "all commands, by name"),
    row(["?", Key(.function(1))], .local(.help), "this help"),
    row([Key(.character("r"), .control)], .session(.reload), "read again; run programs again"),
    row(
      ["T"],
      .session(.toggleText),
      "a document as its text, for all; again: as it was",
      on: .document
    ),
    row(["z"], .local(.bare), "hide or show the status line and the dots"),
    row([Key(.character("l"), .control)], .local(.redraw), "draw the screen anew"),
    row([Key(.character("z"), .control)], .local(.suspend), "suspend; `fg` comes back"),
    row(["q", Key(.character("c"), .control)], .local(.leave), "leave; the session goes on"),
  ]

  /// Keys that have another meaning in a speaker's view; they win over other bindings.
  package static let speaking: [KeyBinding] = [
    row(["T"], .local(.talk(.timer(.reset))), "set the timer to zero", on: .talk),
    row(["."], .session(.toggleBlank), "blank all screens, as the key of clickers", on: .talk),
  ]

  /// Keys of a pager.
  package static let pager: [KeyBinding] = [
    row(
      [Key(.right), "l", Key(.pageDown), Key(.enter), "n"],
      .session(.forward),
      "next page after the rest of this one"
    ),
    row(
      [Key(.left), "h", Key(.pageUp), Key(.backspace), "p"],
      .session(.back),
      "previous page after the rows above"
    ),
    row([" "], .session(.screenDown), "a screen further, then the next page"),
    row([Key(.down), "j"], .session(.lineDown), "a row down where the page overflows, else next"),
    row([Key(.up), "k"], .session(.lineUp), "a row up where the page overflows, else previous"),
  ]

  /// Keys of a list page of a stack.
  package static let list: [KeyBinding] =
    [
      row(
        [Key(.enter), Key(.right), "l"],
        .session(.forward),
        "open the selected entry (also a click)"
      ),
      back, root, above, below,
      row([Key(.down), "j"], .session(.lineDown), "select the next entry"),
      row([Key(.up), "k"], .session(.lineUp), "select the previous entry"),
      row(
        ["p"],
        .session(.view(.preview(nil))),
        "show the selected entry beside the list, or hide it"
      ),
      row(["i"], .session(.toggleDetails), "dates, modes and git marks of entries on or off"),
    ] + screens

  /// Keys of a text page of a stack.
  package static let text: [KeyBinding] =
    [
      row([Key(.enter)], .session(.forward), "the links of a book's page (also a click on one)"),
      back, root, above, below,
      row([Key(.down), "j"], .session(.lineDown), "a row down"),
      row([Key(.up), "k"], .session(.lineUp), "a row up"),
      row(["]"], .session(.chapter(forward: true)), "next chapter, file or value of its list"),
      row(["["], .session(.chapter(forward: false)), "previous chapter, file or value of its list"),
      row(["#"], .session(.view(.numbers(nil))), "line numbers of a file on or off"),
    ] + screens

  private static let back = row(
    [Key(.backspace), Key(.left), "h"],
    .session(.back),
    "back to the page below (also its edge)"
  )

  private static let root = row(["H"], .session(.root), "back to the root")

  private static let above = row(["}"], .session(.along(forward: true)), "the open page above")

  private static let below = row(
    ["{"],
    .session(.along(forward: false)),
    "the page below; none closes"
  )

  private static let screens: [KeyBinding] = [
    row([Key(.pageDown), " "], .session(.screenDown), "a screen further"),
    row([Key(.pageUp)], .session(.screenUp), "a screen back"),
  ]

  /// Keys while a search is active; they win over other bindings.
  package static let searching: [KeyBinding] = [
    row(["n"], .session(.nextMatch), "next match"),
    row(["N"], .session(.previousMatch), "previous match"),
    row([Key(.escape)], .session(.search("")), "end the search"),
  ]

  /// Keys while the focused list is filtered and no search is active.
  package static let filtered: [KeyBinding] = [
    row([Key(.escape)], .session(.filter("")), "show all entries again")
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

  private static func row(
    _ keys: [Key],
    _ command: Command,
    _ help: String,
    on target: KeyTarget = .any
  ) -> KeyBinding {
    KeyBinding(keys: keys, command: command, help: help, target: target)
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
