import ArgumentParser
import NavBase
import NavClient
import NavContent
import NavSystem
import NavViewer
import NavWire

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Carries out the commands of a script.",
    discussion: """
      navclient run demo.nav -s talk
      navclient run demo.nav -s talk --speed 2 --from questions
      navclient run demo.nav --check               only looks for mistakes, without a daemon

      A line is a command: one of `navclient send`, or one of these. Words with blanks stand in quotation marks, and \
      # begins a comment. navclient(1) describes them.

        open talk.md                   shows content, at first
        next, go-to 5, key Down Enter, tap "Kind of Blue", ...
        wait settled, wait text "of Blue", wait viewers 3 10m, wait 2s
        expect page "Kind of Blue", expect text Blue, expect place 3/12
        snapshot page.svg --size 80x24
        pace 500ms                     pauses after each input
        mark questions                 a place for --from
        say "Any questions?"           prints a text, and has it in recordings
        include start.nav

      Each input happens exactly once, also if navd is restarted meanwhile; the next command begins when its outcome \
      is known. In a terminal, Space pauses and goes on, n does one command, and q ends the script.

      Exit codes: 0 all was done, or q; 1 an input had no effect; 65 mistakes in the script, or an expectation that is \
      not met: it prints file:line:column and what is there instead. Otherwise that of the command that failed.
      """
  )

  @Argument(help: "The script; - is standard input.", completion: .file(extensions: ["nav"]))
  var path: String

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Option(
    help: ArgumentHelp("How much shorter its pauses are, from 0.1 to 100.", valueName: "factor")
  )
  var speed = 1.0

  @Option(help: ArgumentHelp("Begin at this mark.", valueName: "mark"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The size of the terminal for which inputs are resolved, in which texts are looked for, and of snapshots; "
        + "80x24 by default.",
      valueName: "80x24"
    )
  )
  var size: CellSize?

  @Flag(help: "Only look for mistakes.")
  var check = false

  @OptionGroup var start: StartFlag

  func validate() throws {
    guard ScriptPlayer.speeds.contains(speed) else {
      throw ValidationError("--speed takes a number from 0.1 to 100")
    }
  }

  func run() throws {
    let endpoints = try server.endpoints
    let player = try making { () throws(ClientExit) -> ScriptPlayer in try reading() }
    guard !check else { return }
    do throws(ClientExit) {
      try serving(endpoints, startsDaemon: !start.isRefused) { () throws(ClientExit) in
        var run = try ScriptRun(
          at: endpoints,
          player,
          in: session.session,
          size: size,
          .init(
            content: { paths throws(ClientExit) in try Self.content(at: paths, for: endpoints) },
            write: { capture, format, path throws(ClientExit) in
              try Self.write(try Snapshot.text(of: capture, as: format), to: path)
            }
          )
        )
        try run.run()
      }
    } catch {
      // It begins with the place of the command.
      if let text = error.text { Console.printNote(text) }
      throw ArgumentParser.ExitCode(error.code.rawValue)
    }
  }

  /// Reads the script, and prints its mistakes.
  private func reading() throws(ClientExit) -> ScriptPlayer {
    let file: ScriptFile
    do throws(ContentError) {
      file = try ScriptFile(path: path)
    } catch {
      let isForbidden = if case .notPermitted = error { true } else { false }
      throw ClientExit(isForbidden ? .notPermitted : .noInput, "\(error)")
    }
    guard file.findings.isEmpty else {
      Console.printNote(LintReport.text(file.findings), terminator: "")
      throw ClientExit(.badData)
    }
    do throws(CommandError) {
      return try ScriptPlayer(file.script, from: from, speed: speed, at: monotonicNow())
    } catch {
      throw ClientExit(.usage, error.description)
    }
  }

  private static func content(
    at paths: [String],
    for endpoints: Endpoints
  ) throws(ClientExit) -> ContentSpec {
    guard let content = try ContentSpec.guessing(paths) else {
      preconditionFailure("cannot open nothing")
    }
    return try ContentOptions.sent(content, to: endpoints)
  }

  private static func write(_ text: String, to path: String) throws(ClientExit) {
    do throws(OutputFile.Failure) {
      try OutputFile.write(text, to: path)
    } catch {
      throw ClientExit(
        writing: error.cause,
        "\(sanitized(path)) can't be written (\(error.cause))"
      )
    }
  }
}
