import ArgumentParser
import NavClient
import NavCommands
import NavGeometry
import NavWire

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Creates a session without attaching.")

  @Option(name: [.customShort("s"), .long], help: "The new session's name.")
  var session: String
  @OptionGroup var content: ContentOptions

  func run() throws {
    try running { () throws(ClientExit) in
      let content = try content.content() ?? .tour(joining: session)
      var commands = try Commands(endpoints: .ofThisUser)
      try commands.newSession(session, showing: content)
    }
  }
}

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ls",
    abstract: "Lists the sessions."
  )

  @Flag(help: "Print a JSON array; `[]` when there are none.")
  var json = false

  func run() throws {
    var sessions: [Reply.SessionInfo] = []
    try running { () throws(ClientExit) in
      var commands = try Commands(endpoints: .ofThisUser)
      sessions = try commands.sessions()
    }
    print(json ? try SessionListing.json(sessions) : SessionListing.table(sessions))
  }
}

struct Kill: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ends a session and tells its viewers."
  )

  @OptionGroup var session: SessionOption

  func run() throws {
    try running { () throws(ClientExit) in
      var commands = try Commands(endpoints: .ofThisUser)
      try commands.kill(session.session)
    }
  }
}

struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Moves a session, as if somebody had typed.",
    discussion: """
      navclient send -s demo next
      navclient send -s demo back
      navclient send -s demo goto 5
      navclient send -s demo key Right PgDn G
      """
  )

  @OptionGroup var session: SessionOption

  @Argument(help: "next, back, goto PAGE, or key NAME...")
  var words: [String]

  func run() throws {
    let action = try action()
    try running { () throws(ClientExit) in
      var commands = try Commands(endpoints: .ofThisUser)
      try commands.send(action, to: session.session)
    }
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
    case ("key", 2...):
      let names = words.dropFirst()
      guard names.count <= Request.Input.maximumKeys else {
        throw ValidationError("at most \(Request.Input.maximumKeys) keys at once")
      }
      return .keys(
        try names.map { name in
          guard let key = Key(name: name) else {
            throw ValidationError("'\(name)' names no key: try Right, PgDn, Enter, G, ctrl-r, F1")
          }
          return key
        }
      )
    case ("key", _): throw ValidationError("key takes names of keys: `send key Right Enter`")
    default:
      throw ValidationError(
        "'\(words.joined(separator: " "))' can't be sent: use next, back, goto or key"
      )
    }
  }
}

struct Snapshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the screen that a viewer of a given size has."
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
  }

  @OptionGroup var session: SessionOption

  @Option(help: ArgumentHelp("Columns x rows of the terminal.", valueName: "80x24"))
  var size: CellSize

  @Option(help: "How to print it.")
  var format = Format.text

  func run() throws {
    try running { () throws(ClientExit) in
      var commands = try Commands(endpoints: .ofThisUser)
      for line in try commands.snapshot(of: session.session, size: size) { print(line) }
    }
  }
}

extension CellSize: ExpressibleByArgument {
  /// Reads `80x24`, from 1x1 to 1000x500.
  public init?(argument: String) {
    guard let size = CellSize(argument), (1...1000).contains(size.columns),
      (1...500).contains(size.rows)
    else { return nil }
    self = size
  }
}
