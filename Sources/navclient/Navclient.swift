import ArgumentParser
import NavClient
import NavWire

/// The client's command line.
@main
struct Navclient: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navclient",
    abstract: "Shows and drives the sessions of navd.",
    discussion: """
      Without a subcommand it attaches to a session, and creates it when it is new:

        navclient --session demo                  the built-in tour
        navclient --session talk --open talk.md   a Markdown deck
        navclient                                 the only session

      Everybody who attaches to the same session sees the same place, laid out for their own terminal. \
      Leave with q; the session goes on.
      """,
    version: "navclient 0.1.0 (protocol \(ProtocolVersion.current))",
    subcommands: [Attach.self, New.self, List.self, Kill.self, Send.self, Snapshot.self],
    defaultSubcommand: Attach.self
  )
}

/// How a session is named, the same everywhere.
struct SessionOption: ParsableArguments {
  @Option(name: [.customShort("s"), .long], help: "The session's name; without it, the only one.")
  var session: String?
}

/// What a new session shows.
struct ContentOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Show a Markdown deck.", valueName: "file"))
  var open: String?

  @Option(
    help: ArgumentHelp("Show a file as a Markdown deck, whatever its name.", valueName: "file")
  )
  var deck: String?

  func validate() throws {
    if open != nil, deck != nil {
      throw ValidationError("give --open or --deck, not both")
    }
  }

  /// What the user asked for; nil where it was nothing.
  func content() throws(ClientExit) -> ContentDescription? {
    if let deck { return try .deck(at: deck) }
    if let open { return try .guessing(open) }
    return nil
  }
}

/// Runs a command; what went wrong is said on standard error and becomes the exit code.
func running(_ body: () throws(ClientExit) -> Void) throws {
  do {
    try body()
  } catch {
    if let text = error.text { complain(text) }
    throw ArgumentParser.ExitCode(error.code.rawValue)
  }
}
