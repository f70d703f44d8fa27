import ArgumentParser
import NavBase
import NavContent
import NavDaemon
import NavSystem

/// Runs content without a daemon, and prints what a viewer sees.
struct Layout: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Prints what a viewer sees of a scene, a deck or other content, without a daemon.",
    discussion: """
      navd layout app.yaml
      navd layout talk.md next next back
      navd layout app.yaml go-to 3 --frames all --format json
      navd layout app.yaml key Down Enter tap 2 7 drag 40 5 -30 0 -80
      navd layout talk.md next wait 100ms next     interrupts the first motion after 100 ms
      navd layout talk.md --script demo.nav

      Commands are those of `navclient send` and of scripts, by the same names; here a text is one word. Cells are \
      counted from 0. Each command begins when nothing moves any more; with `wait 100ms` between two, the second \
      begins so long after the first, and `pace 100ms` does so from there on. `expect` ends with exit code 65 if it \
      is not met. The same content, size and commands print the same bytes on every run.

      The content given here stands in for what a script opens, and what it says is not printed. It has no viewers, \
      and writes no snapshots.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "A scene file, a Markdown deck, a directory, a book, a JSON or YAML document or another file.",
      valueName: "content"
    ),
    completion: .file()
  )
  var content: String

  @Argument(
    // A drag has negative numbers.
    parsing: .allUnrecognized,
    help: ArgumentHelp("The commands, in their order.", valueName: "command")
  )
  var words: [String] = []

  @Flag(help: "Show the file as its text, whatever its name.")
  var text = false

  @Option(
    help: ArgumentHelp("The size of the viewer's terminal, 1x1 to 1000x500.", valueName: "CxR")
  )
  var size = CellSize.standardTerminal

  @Option(help: ArgumentHelp("The form of the frames.", valueName: "text|json"))
  var format = PreviewPrinter.Format.text

  @Option(
    help: ArgumentHelp(
      "Which frames: all, changed, some (first, middle, last of a motion) or rest. "
        + "By default: some for text, changed for json.",
      valueName: "all|changed|some|rest"
    )
  )
  var frames: PreviewPrinter.Frames?

  @Option(help: ArgumentHelp("Begin each command so many ms after the last one.", valueName: "ms"))
  var overlap: Int?

  @Option(
    help: ArgumentHelp(
      "Read further commands from a file; - for standard input.",
      valueName: "file"
    ),
    completion: .file()
  )
  var script: String?

  @Flag(help: "Print text with colours.")
  var color = false

  @Flag(
    help: """
      Also print the pages that pagers go to and pass, the changes of the cells of bars, and what is reloaded.
      """
  )
  var events = false

  func validate() throws {
    if let overlap, !(0...60_000).contains(overlap) {
      throw ValidationError("--overlap takes 0 to 60000 ms")
    }
    if color, format == .json { throw ValidationError("--color goes with --format text") }
  }

  func run() throws {
    do {
      let commands = try commands()
      let (reader, path, isText) = (ContentReader(), content, text)
      let read = { @Sendable () throws(PreviewError) -> SessionContent in
        try Preview.content(at: path, asText: isText, by: reader)
      }
      var preview = try Preview(
        try read(),
        size: size,
        overlap: overlap.map { .milliseconds($0) },
        readBy: reader,
        readAgain: read
      )
      var printer = PreviewPrinter(format, frames: frames, isColored: color, hasEvents: events)
      for line in try printer.lines(of: preview.opening) { Console.print(line) }
      try preview.perform(commands) { outcome in
        for line in try printer.lines(of: outcome) { Console.print(line) }
        if let failure = outcome.failure { throw PreviewError(.badData, failure) }
      }
    } catch let error as PreviewError {
      log("\(error)")
      throw ExitCode(error.code.rawValue)
    }
  }

  /// The commands of the command line, then those of the script.
  private func commands() throws -> [ScriptCommand] {
    var commands: [ScriptCommand]
    do throws(CommandError) {
      commands = try Script(words: words).commands
    } catch {
      throw PreviewError(.usage, error.description)
    }
    if let script {
      let file: ScriptFile
      do throws(ContentError) {
        file = try ScriptFile(path: script)
      } catch {
        throw PreviewError(.noInput, "\(error)")
      }
      guard file.findings.isEmpty else {
        Console.printNote(LintReport.text(file.findings), terminator: "")
        throw ExitCode(PreviewError.Code.badData.rawValue)
      }
      commands += file.script.commands
    }
    try Preview.check(commands)
    return commands
  }
}

extension PreviewPrinter.Format: ExpressibleByArgument {}
extension PreviewPrinter.Frames: ExpressibleByArgument {}

extension CellSize: ExpressibleByArgument {
  /// Reads `80x24`, from 1x1 to 1000x500.
  public init?(argument: String) {
    self.init(ofTerminal: argument)
  }
}
