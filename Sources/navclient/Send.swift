import ArgumentParser
import NavClient
import NavCommands
import NavWire

struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Moves a session, as if somebody had typed.",
    discussion: """
      navclient send -s demo next
      navclient send -s demo back
      navclient send -s demo goto 5
      navclient send -s demo key Right PgDn G
      navclient send -s demo tab 2
      navclient send -s music --wait settled key Down Enter
      navclient send -s demo --if-version 12 next

      In a directory next opens what is selected, back goes back, and goto selects an entry. Where \
      there are side tabs, next-tab, previous-tab and tab choose one, and attachment shows or hides what is \
      below them. All keys of one command arrive together, nobody else's between them.

      With --if-version or --if-top it happens only where the session still is where you saw it; \
      else nothing is done, the exit code is 75, and it says where the session is. `navclient status` \
      shows both.
      """
  )

  /// What can be waited for after sending.
  enum Awaited: String, ExpressibleByArgument, CaseIterable {
    case settled
  }

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Option(
    help: ArgumentHelp(
      "Wait until all viewers show it and nothing moves any more.",
      valueName: "settled"
    )
  )
  var wait: Awaited?

  @Option(
    help: ArgumentHelp("How long --wait takes at most; 5s without.", valueName: "5s"),
    transform: { text in try reading { () throws(ClientExit) in try WaitTimeout(text) } }
  )
  var timeout: WaitTimeout?

  @Option(
    name: .customLong("if-version"),
    help: ArgumentHelp("Only where the session is at this version.", valueName: "12")
  )
  var version: UInt64?

  @Option(
    name: .customLong("if-top"),
    help: ArgumentHelp("Only where this page is in front.", valueName: "3/Kind of Blue")
  )
  var top: String?

  @Argument(
    help: """
      next, back, goto PAGE, next-tab, previous-tab, tab NUMBER, attachment, search WORDS..., \
      next-match, previous-match, filter WORDS..., or key NAME...; search and filter without words end
      """,
    completion: .list([
      "next", "back", "goto", "next-tab", "previous-tab", "tab", "attachment", "search",
      "next-match", "previous-match", "filter", "key",
    ])
  )
  var words: [String]

  func validate() throws {
    if timeout != nil, wait == nil {
      throw ValidationError("--timeout needs something to wait for: add --wait settled")
    }
    _ = try action()
  }

  func run() throws {
    let endpoints = try server.endpoints
    let action = try action()
    let settling = wait.map { _ in timeout ?? .standard }
    try running { () throws(ClientExit) in
      var commands = try Commands(endpoints: endpoints)
      warn(
        try commands.send(action, to: session.session, if: precondition, settling: settling)
      )
    }
  }

  /// Nil where anything goes.
  var precondition: Request.Precondition? {
    version == nil && top == nil ? nil : Request.Precondition(version: version, top: top)
  }

  func action() throws -> Request.Input.Action {
    switch (words.first, words.count) {
    case ("next", 1): return .command(.forward)
    case ("back", 1): return .command(.back)
    case ("goto", 2):
      guard let page = Int(words[1]), page > 0 else {
        throw ValidationError("'\(words[1])' is no page: give a number from 1")
      }
      return .command(.goTo(page))
    case ("goto", _): throw ValidationError("goto takes one page: `send goto 5`")
    case ("next-tab", 1): return .command(.nextTab)
    case ("previous-tab", 1): return .command(.previousTab)
    case ("attachment", 1): return .command(.toggleAttachment)
    case ("search", _): return .command(.search(try text()))
    case ("next-match", 1): return .command(.nextMatch)
    case ("previous-match", 1): return .command(.previousMatch)
    case ("filter", _): return .command(.filter(try text()))
    case ("tab", 2):
      guard let tab = Int(words[1]), SessionCommand.tabNumbers.contains(tab) else {
        throw ValidationError("'\(words[1])' is no tab: give a number from 1 to 9")
      }
      return .command(.tab(tab))
    case ("tab", _): throw ValidationError("tab takes one number: `send tab 2`")
    case ("key", 2...): return .keys(try keys(words.dropFirst()))
    case ("key", _): throw ValidationError("key takes names of keys: `send key Right Enter`")
    default:
      throw ValidationError(
        "'\(words.joined(separator: " "))' can't be sent: use next, back, goto, a tab, search, filter or key"
      )
    }
  }

  /// What stands behind the command.
  private func text() throws -> String {
    let text = words.dropFirst().joined(separator: " ")
    guard text.utf8.count <= SessionCommand.textLimit else {
      throw ValidationError(
        "\(text.utf8.count) bytes to look for: give at most \(SessionCommand.textLimit)"
      )
    }
    return text
  }

  private func keys(_ names: ArraySlice<String>) throws -> [Key] {
    guard names.count <= Request.Input.maximumKeys else {
      throw ValidationError("at most \(Request.Input.maximumKeys) keys at once")
    }
    return try names.map { name in
      guard let key = Key(name: name) else {
        throw ValidationError("'\(name)' names no key: try Right, PgDn, Enter, G, ctrl-r, F1")
      }
      return key
    }
  }
}
