import ArgumentParser
import Glibc
import NavBase
import NavClient
import NavSystem
import NavViewer
import NavWire

/// The client's command line.
@main
struct Navclient: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navclient",
    abstract: "Shows and drives the sessions of navd.",
    discussion: """
      Without a subcommand it attaches to a session, and creates it when it is new:

        navclient talk.md                         a deck, as session `talk`; also a directory or any text
        navclient talk.md src                     each of them behind a side tab
        navclient --session demo                  the built-in tour
        navclient --session demo --open talk.md   a deck, as session `demo`
        navclient --session log --git-log         commits; --cmd 'make' shows any program
        navclient                                 the only session, or a list of several; the tour where there is none

      Everybody who attaches to the same session sees the same place, laid out for their own terminal. \
      Leave with q; the session goes on. Where no navd runs, one is started; `navclient stop` ends it.

      Options may stand before a command: `navclient -s talk status`. A path with the name of a command is written \
      with its directory: ./status.

      Exit codes: 0 done, 1 no match, or a command without effect, 64 wrong usage, 65 mistakes in a file, 66 no such session or \
      file, 69 no daemon, 74 the output can't be written, 75 took too long, 76 another version of the protocol, 77 not permitted; 129, 130, 131 and 143 a signal \
      ended the viewer.
      """,
    version: version,
    subcommands: [
      Attach.self, New.self, List.self, Status.self, Viewers.self, Send.self, Run.self,
      Wait.self, Snapshot.self, Drive.self, ReleaseControl.self, Grant.self, Deny.self, Policy.self,
      Kick.self,
      Watch.self, Notes.self, Ask.self, Timer.self, Invite.self, Join.self, OwnKey.self,
      Record.self, Play.self, Mark.self, WriteScript.self,
      Rename.self, Kill.self, Follow.self, LintFiles.self, Export.self, Doctor.self, Metrics.self,
      Stop.self,
      Config.self, Themes.self,
      Completions.self,
    ],
    defaultSubcommand: Attach.self
  )

  private static let version = "navclient \(Release.version) (protocol \(ProtocolVersion.current))"

  static func main() { Glibc.exit(run()) }

  /// Runs the command of the arguments, and tells an error as `exit(withError:)` does.
  ///
  /// Not a part of `main`: so nothing is held any more when the program ends, which the leak checker would report.
  ///
  /// - Returns: the exit code.
  @inline(never) private static func run() -> Int32 {
    let typed = programArguments
    if typed == ["--version"] {
      Console.print(version)
      return 0
    }
    do {
      if let launch = try making({ () throws(ClientExit) in try ViewerLaunch(quickly: typed) }) {
        try launch.run()
        return 0
      }
      let words = CommandWords(typed)
      if let complaint = words.complaint {
        Console.printError(complaint)
        return NavViewer.ExitCode.usage.rawValue
      }
      // Looking at all commands takes the parser several times as long as a viewer takes to join. Where it finds a
      // mistake, it tells it together with the commands.
      if !words.beginsWithCommand, let attach = try? Attach.parse(words.words) {
        try attach.run()
      } else {
        var command = try parseAsRoot(words.words)
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

/// Runs a command; prints its error on standard error and exits with the error's code.
func running(_ body: () throws(ClientExit) -> Void) throws { try making(body) }

/// The same with a result.
func making<Value>(_ body: () throws(ClientExit) -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    if let text = error.text { Console.printError(text) }
    throw ArgumentParser.ExitCode(error.code.rawValue)
  }
}

/// Prints the warning that came with a successful operation on standard error, if there is one.
func warn(_ text: String?) {
  if let text { Console.printError(text) }
}

/// Parses part of the command line; an error is reported together with the command's usage.
func reading<Value>(_ body: () throws(ClientExit) -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    throw ValidationError(error.text ?? "")
  }
}
