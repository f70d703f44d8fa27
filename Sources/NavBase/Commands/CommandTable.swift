/// All commands by name; their keys are those of `KeyTable`.
///
/// The palette, `navclient send`, completions and the manual use it.
package enum CommandTable {
  package static let entries: [CommandEntry] = shared + own

  /// Commands that the session executes for all its viewers.
  private static let shared: [CommandEntry] = [
    CommandEntry(.none(.session(.forward)), help: "next page; in a list: open the entry"),
    CommandEntry(.none(.session(.back)), help: "previous page, or the page below"),
    CommandEntry(.none(.session(.root)), help: "to the root of a stack"),
    CommandEntry(
      .none(.session(.along(forward: true))),
      help: "to the open page above in a stack"
    ),
    CommandEntry(
      .none(.session(.along(forward: false))),
      help: "to the page below in a stack; none closes"
    ),
    CommandEntry(.none(.session(.first)), sequence: "gg", help: "first page, entry or row"),
    CommandEntry(.none(.session(.last)), help: "last page, entry or row"),
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
    CommandEntry(.none(.session(.nextMatch)), help: "to the next match"),
    CommandEntry(.none(.session(.previousMatch)), help: "to the previous match"),
    CommandEntry(
      .text("words") { .session(.filter($0)) },
      help: "only entries with all words; for none: all"
    ),
    CommandEntry(.none(.session(.lineDown)), help: "a row down, or the next"),
    CommandEntry(.none(.session(.lineUp)), help: "a row up, or the previous"),
    CommandEntry(.none(.session(.screenDown)), help: "a screen further"),
    CommandEntry(.none(.session(.screenUp)), help: "a screen back"),
    CommandEntry(.none(.session(.nextTab)), help: "next tab"),
    CommandEntry(.none(.session(.previousTab)), help: "previous tab"),
    CommandEntry(
      .number("tab", SessionCommand.tabNumbers) { .session(.tab($0)) },
      sequence: "g2",
      help: "to the tab of a number; again: to its root"
    ),
    CommandEntry(
      .none(.session(.toggleAttachment)),
      aliases: ["attachment"],
      help: "show or hide what is below the tabs"
    ),
    CommandEntry(.none(.session(.nextPart)), help: "to the next part of a split"),
    CommandEntry(
      .choice("order", TreeSort.allCases.map(\.rawValue)) {
        .session(.sort($0.flatMap(TreeSort.init(rawValue:))))
      },
      help: "by name, time, size or kind; for none: the next"
    ),
    CommandEntry(
      .none(.session(.toggleHidden)),
      help: "show or hide entries that begin with a dot"
    ),
    CommandEntry(
      .none(.session(.toggleDetails)),
      help: "show or hide dates, modes and git marks"
    ),
    CommandEntry(
      .none(.session(.chapter(forward: true))),
      help: "next chapter, file or value of its list"
    ),
    CommandEntry(
      .none(.session(.chapter(forward: false))),
      help: "previous chapter, file or value of its list"
    ),
    CommandEntry(
      .choice("setting", ["on", "off"]) {
        .session(.view(.numbers($0.map { $0 == "on" })))
      },
      help: "line numbers of files; for none: switch"
    ),
    CommandEntry(.none(.session(.toggleWrap)), help: "wrap long lines, or keep them whole"),
    CommandEntry(.none(.session(.toggleText)), help: "a document as its text, or as it was"),
    CommandEntry(
      .choice("setting", PreviewMode.allCases.map(\.rawValue)) {
        .session(.view(.preview($0.flatMap(PreviewMode.init(rawValue:)))))
      },
      help: "the selected entry beside its list"
    ),
    CommandEntry(.none(.session(.reload)), help: "read again, run again"),
  ]

  /// Commands that a viewer executes by itself.
  private static let own: [CommandEntry] = [
    CommandEntry(.none(.local(.outline)), help: "go to a slide, heading or entry by title"),
    CommandEntry(
      .none(.local(.find)),
      help: "files in the tree by name; words in a book or document"
    ),
    CommandEntry(.none(.local(.nextResult)), help: "the next result of a find"),
    CommandEntry(.none(.local(.previousResult)), help: "the previous result of a find"),
    CommandEntry(.none(.local(.viewers)), help: "show who watches"),
    CommandEntry(.none(.local(.browse)), help: "look around on your own; again: return"),
    CommandEntry(
      .text("viewer") { .local(.follow($0)) },
      help: "show what another viewer shows"
    ),
    CommandEntry(
      .none(.local(.notes)),
      help: "the speaker's view: notes, next slide; again: return"
    ),
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
    CommandEntry(.none(.local(.control)), help: "take or ask for control"),
    CommandEntry(
      .none(.local(.releaseControl)),
      help: "give control up, or take your request back"
    ),
    CommandEntry(.none(.local(.grant)), help: "as the driver: give control to who asks"),
    CommandEntry(.none(.local(.deny)), help: "as the driver: refuse who asks"),
    CommandEntry(.none(.local(.takeControl)), help: "take control at once"),
    CommandEntry(
      .choice("rule", ControlPolicy.allCases.map(\.word)) {
        .local(.policy($0.flatMap(ControlPolicy.init(word:))))
      },
      help: "who may move the session"
    ),
    CommandEntry(.none(.local(.messages)), help: "earlier messages of the status line"),
    CommandEntry(
      .choice("part", CopyScope.allCases.map(\.rawValue)) {
        .local(.copy($0.flatMap(CopyScope.init(rawValue:)) ?? .page))
      },
      help: "copy the page, code or a cell (part: code or cell)"
    ),
    CommandEntry(.none(.local(.point)), help: "point at a place: arrows move, Esc ends"),
    CommandEntry(.none(.local(.mark)), help: "mark a line for all; again: take it away"),
    CommandEntry(.none(.local(.mouse)), help: "mouse on or off"),
    CommandEntry(.none(.local(.peekDown)), help: "scroll down, on this screen only"),
    CommandEntry(.none(.local(.peekUp)), help: "scroll up, on this screen only"),
    CommandEntry(.none(.local(.bare)), help: "hide or show the status line and the dots"),
    CommandEntry(.none(.local(.peekRight)), help: "scroll cut lines right, on this screen only"),
    CommandEntry(.none(.local(.peekLeft)), help: "scroll cut lines left, on this screen only"),
    CommandEntry(.none(.local(.redraw)), help: "draw the screen anew"),
    CommandEntry(.none(.local(.suspend)), help: "suspend; `fg` comes back"),
    CommandEntry(.none(.local(.palette)), help: "all commands, by name"),
    CommandEntry(.none(.local(.help)), help: "the keys"),
    CommandEntry(.none(.local(.leave)), aliases: ["quit"], help: "leave; the session goes on"),
  ]

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
