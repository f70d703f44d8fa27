/// All commands by name; their keys are those of `KeyTable`.
///
/// The palette, `navclient send`, completions and the manual use it.
package enum CommandTable {
  package static let entries: [CommandEntry] = shared + own

  /// Commands that the session executes for all its viewers.
  private static let shared: [CommandEntry] = [
    row(.session(.forward), "next page; in a list: open the entry"),
    row(.session(.back), "previous page, or the page below"),
    row(.session(.root), "to the root of a stack"),
    row(.session(.along(forward: true)), "to the open page above in a stack"),
    row(.session(.along(forward: false)), "to the page below in a stack; none closes"),
    row(.session(.first), "first page, entry or row", sequence: "gg"),
    row(.session(.last), "last page, entry or row"),
    CommandEntry(
      .number("page", 1...KeyInterpreter.largestCount) { .session(.goTo($0)) },
      aliases: ["goto"],
      sequence: "5G",
      help: "to the page, entry or row of a number"
    ),
    CommandEntry(
      .text("words") { .session(.search($0)) },
      help: "search for words or /expression; none: end it"
    ),
    row(.session(.nextMatch), "to the next match"),
    row(.session(.previousMatch), "to the previous match"),
    CommandEntry(
      .text("words") { .session(.filter($0)) },
      help: "only entries with all words; for none: all"
    ),
    row(.session(.lineDown), "a row down, or the next"),
    row(.session(.lineUp), "a row up, or the previous"),
    row(.session(.screenDown), "a screen further"),
    row(.session(.screenUp), "a screen back"),
    row(.session(.nextTab), "next tab"),
    row(.session(.previousTab), "previous tab"),
    CommandEntry(
      .number("tab", SessionCommand.tabNumbers) { .session(.tab($0)) },
      sequence: "g2",
      help: "to the tab of a number; again: to its root"
    ),
    row(
      .session(.toggleAttachment),
      "show or hide what is below the tabs",
      aliases: ["attachment"]
    ),
    row(.session(.nextPart), "to the next part of a split"),
    CommandEntry(
      .choice("order", TreeSort.allCases.map(\.rawValue)) {
        .session(.sort($0.flatMap(TreeSort.init(rawValue:))))
      },
      help: "by name, time, size or kind; for none: the next"
    ),
    row(.session(.toggleHidden), "show or hide entries that begin with a dot"),
    row(.session(.toggleDetails), "show or hide dates, modes and git marks"),
    row(.session(.chapter(forward: true)), "next chapter, file or value of its list"),
    row(.session(.chapter(forward: false)), "previous chapter, file or value of its list"),
    CommandEntry(
      .choice("setting", ["on", "off"]) {
        .session(.view(.numbers($0.map { $0 == "on" })))
      },
      help: "line numbers of files; for none: switch"
    ),
    row(.session(.toggleWrap), "wrap long lines, or keep them whole"),
    row(.session(.toggleText), "a document as its text, or as it was"),
    CommandEntry(
      .none(.session(.toggleBlank)),
      help: "blank all screens; again, or a move: ends it"
    ),
    CommandEntry(
      .choice("setting", PreviewMode.allCases.map(\.rawValue)) {
        .session(.view(.preview($0.flatMap(PreviewMode.init(rawValue:)))))
      },
      help: "the selected entry beside its list"
    ),
    CommandEntry(
      .choice("name", BuiltInTheme.allCases.map(\.name)) { name in
        .session(.theme(BuiltInTheme.allCases.first { $0.name == name }))
      },
      help: "the session's theme; for none: the deck's"
    ),
    row(.session(.reload), "read again, run again"),
    CommandEntry(
      .text("name") { .session(.timeMark($0)) },
      help: "mark this moment in recordings"
    ),
    row(.session(.past(forward: false)), "what was shown before, on this screen only"),
    row(.session(.past(forward: true)), "what was shown after that"),
  ]

  /// Commands that a viewer executes by itself.
  private static let own: [CommandEntry] = [
    row(.local(.outline), "go to a slide, heading or entry by title"),
    row(.local(.find), "files in the tree by name; words in a book or document"),
    row(.local(.nextResult), "the next result of a find"),
    row(.local(.previousResult), "the previous result of a find"),
    row(.local(.viewers), "show who watches"),
    row(.local(.browse), "look around on your own; again: return"),
    CommandEntry(.text("viewer") { .local(.follow($0)) }, help: "show what another viewer shows"),
    row(.local(.notes), "the speaker's view: notes, next slide; again: return"),
    CommandEntry(
      .text("question", limit: TalkCommand.questionLimit) { .local(.talk(.ask($0))) },
      help: "ask the speaker a question"
    ),
    CommandEntry(
      .number("number", 1...SessionCommand.largestQuestion) { .local(.talk(.answered($0))) },
      bare: .local(.talk(.answered(nil))),
      help: "remove a question by its number; for none: the first"
    ),
    CommandEntry(
      .choice("change", TimerCommand.allCases.map(\.rawValue)) {
        .local(.talk(.timer($0.flatMap(TimerCommand.init(rawValue:)) ?? .toggle)))
      },
      help: "the speaker's timer; for none: start or pause"
    ),
    row(.local(.control), "take or ask for control"),
    row(.local(.releaseControl), "give control up, or take your request back"),
    row(.local(.grant), "as the driver: give control to who asks"),
    row(.local(.deny), "as the driver: refuse who asks"),
    row(.local(.takeControl), "take control at once"),
    CommandEntry(
      .choice("rule", ControlPolicy.allCases.map(\.word)) {
        .local(.policy($0.flatMap(ControlPolicy.init(word:))))
      },
      help: "who may move the session"
    ),
    row(.local(.messages), "earlier messages of the status line"),
    CommandEntry(
      .choice("part", CopyScope.allCases.map(\.rawValue)) {
        .local(.copy($0.flatMap(CopyScope.init(rawValue:)) ?? .page))
      },
      help: "copy the page, code or a cell (part: code or cell)"
    ),
    row(.local(.point), "point at a place: arrows move, Esc ends"),
    row(.local(.mark), "mark a line for all; again: take it away"),
    row(.local(.mouse), "mouse on or off"),
    row(.local(.peekDown), "scroll down, on this screen only"),
    row(.local(.peekUp), "scroll up, on this screen only"),
    row(.local(.bare), "hide or show the status line and the dots"),
    row(.local(.peekRight), "scroll cut lines right, on this screen only"),
    row(.local(.peekLeft), "scroll cut lines left, on this screen only"),
    row(.local(.redraw), "draw the screen anew"),
    row(.local(.suspend), "suspend; `fg` comes back"),
    row(.local(.palette), "all commands, by name"),
    row(.local(.help), "the keys"),
    row(.local(.leave), "leave; the session goes on", aliases: ["quit"]),
  ]

  private static func row(
    _ command: Command,
    _ help: String,
    aliases: [String] = [],
    sequence: String = ""
  ) -> CommandEntry {
    CommandEntry(.none(command), aliases: aliases, sequence: sequence, help: help)
  }

  /// Returns the command with this name or alias; nil if there is none.
  package static func entry(named name: String) -> CommandEntry? {
    entries.first { $0.isCalled(name) }
  }

  /// Parses a command as people type it: a name, then its argument.
  ///
  /// - Throws: a `CommandError` for an unknown name or an invalid argument.
  package static func command(_ line: String) throws(CommandError) -> Command {
    let (name, rest) = parts(of: line)
    guard !name.isEmpty else { throw CommandError("type a command, such as `next`") }
    guard let entry = entry(named: name) else {
      let near =
        Spelling.nearest(to: name, in: entries.map(\.name)).map { "; did you mean `\($0)`?" } ?? ""
      throw CommandError("'\(name)' is no command\(near)")
    }
    return try entry.command(with: rest, as: name)
  }

  /// Splits a line into its first word and the rest without blanks around it.
  package static func parts(of line: String) -> (name: String, rest: String) {
    let words = line.split(maxSplits: 1, omittingEmptySubsequences: true) { $0.isWhitespace }
    guard let name = words.first else { return ("", "") }
    guard words.count > 1 else { return (String(name), "") }
    var rest = words[1]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return (String(name), String(rest))
  }

  /// Returns a command's keys for a focus, the handiest first, as people write them.
  package static func keys(of entry: CommandEntry, focus: KeyFocus) -> [String] {
    let bound = (KeyTable.bindings(focus: focus) + KeyTable.speaking)
      .filter { $0.command.name == entry.name }
      .flatMap { $0.keys.map(\.name) }
    return bound + (entry.sequence.isEmpty ? [] : [entry.sequence])
  }
}
