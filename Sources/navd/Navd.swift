import ArgumentParser
import Glibc
import NavSystem
import NavWire

/// The daemon's command line.
@main
struct Navd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navd",
    abstract: "Keeps navigation sessions and lays them out for every viewer.",
    discussion: """
      navd stays in the foreground and logs to standard error. Its sockets are in $XDG_RUNTIME_DIR/navd, \
      or in /tmp/navd-UID where that variable is not set. Stop it with Ctrl-c.

      Then show something:  navclient --session talk --open talk.md
      Try something out:    navd layout app.yaml next
      See how it is set:    navd config
      """,
    version: version,
    subcommands: [Serve.self, Layout.self, ReplayCommand.self, Config.self, ServerKey.self],
    defaultSubcommand: Serve.self
  )

  private static let version = "navd \(Release.version) (protocol \(ProtocolVersion.current))"

  static func main() { Glibc.exit(run()) }

  /// Runs the command of the arguments, and tells an error as `exit(withError:)` does.
  ///
  /// Not a part of `main`: so nothing is held any more when the program ends, which the leak checker would report.
  ///
  /// - Returns: the exit code.
  @inline(never) private static func run() -> Int32 {
    let words = programArguments
    if words == ["--version"] {
      Console.print(version)
      return 0
    }
    do {
      // As navclient starts it: the parser would take longer than the store and the sockets.
      if words.isEmpty {
        try Serve.serve()
        return 0
      }
      if let complaint = repetition(in: words) { throw ValidationError(complaint) }
      // Without a command, the parser need not look at all of them. Where it finds a mistake, it tells it together with
      // the commands.
      if let serve = try? Serve.parse(words) {
        try serve.run()
      } else {
        var command = try parseAsRoot(words)
        try command.run()
      }
      return 0
    } catch {
      let code = exitCode(for: error)
      Console.print(parserMessage: fullMessage(for: error), isError: !code.isSuccess)
      return code.rawValue
    }
  }
}
