import ArgumentParser
import Glibc
import NavBase
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Plays a recording in a session of its own.",
    discussion: """
      navclient play talk.navrec                      in a session called replay
      navclient play talk.navrec -s again --speed 4
      navclient play talk.navrec --from 3:20
      navclient play talk.navrec --from demo          from a mark of that name
      navclient play talk.navrec --size 132x43        laid out for that size, in the middle of the terminal

      The session is like any other: `navclient -s replay` attaches to it elsewhere, and everybody sees it in their own \
      size. In a terminal, the last row shows where it is, with the marks, and these keys play it:

        Space          pause, and go on; at the end: play again
        . ,            the next input, and back before the last one
        > <            the next mark, and the one before
        312 G          go to 3:12
        4 Enter        show page 4, and pause; Space goes on where it was
        + -            twice and half as fast
        click          on the time line: go to that time
        q              leave; the session ends, unless others are in it

      All other keys are those of a viewer. One that moves the session pauses.

      Where standard input or standard output is no terminal, it plays to the end and prints each mark when it is \
      passed. Then the session stays; `navclient kill` ends it. A recording that was cut off is played up to its last \
      whole second.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Argument(help: "A recording.", completion: .file())
  var path: String

  @Option(help: ArgumentHelp("How many times as fast: 0.5 to 16.", valueName: "1"))
  var speed = 1.0

  @Option(help: ArgumentHelp("Where to begin: 3:20, 90s or the name of a mark.", valueName: "3:20"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "In a terminal: the size of the layout, shown in its middle; by default its own.",
      valueName: "132x43"
    )
  )
  var size: CellSize?

  func validate() throws {
    guard RecordingPlayer.speeds.contains(speed) else {
      throw ValidationError("--speed is 0.5 to 16")
    }
  }

  func run() throws {
    let recording = try making { () throws(ClientExit) in try Recording(readFrom: path) }
    let start = try from.map { try recording.time($0, for: "--from") } ?? .zero
    if !recording.isWhole { Console.printError("\(path) was cut off: it is played up to there") }
    let name = session.session ?? "replay"
    let playback = Playback(recording, as: name, from: start, speed: speed)
    let endpoints = try server.endpoints
    let source = ViewerConfigurationSource(file: nil, commandLine: ViewerLayer())
    try running { () throws(ClientExit) in
      let reading = try source.read()
      Console.printError("playing in session '\(name)': `navclient -s \(name)` shows it")
      let hasTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      if hasTerminal, !reading.configuration.options.plain {
        return try Viewer.run(
          session: name,
          content: nil,
          entry: ViewerEntry(),
          configuration: source,
          reading,
          endpoints: endpoints,
          playing: playback,
          layout: size
        )
      }
      guard size == nil else {
        throw ClientExit(.usage, "--size is about a terminal: leave it out")
      }
      var run = try RecordingRun(playback, try OneShotCommands(endpoints: endpoints))
      try run.runToEnd { Console.print($0.isEmpty ? "mark" : "mark: \($0)") }
    }
  }
}

extension Recording {
  /// Returns the time of an option's value: `3:20`, `90s` or the name of a mark.
  func time(_ text: String, for option: String) throws -> Duration {
    if let time = time(named: text) { return time }
    let names = marks.map { "'\($0.name)'" }.joined(separator: ", ")
    throw ValidationError(
      "\(option) takes a time or a mark" + (names.isEmpty ? "" : "; there are \(names)")
    )
  }
}
