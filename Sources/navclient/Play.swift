import ArgumentParser
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
      navclient play talk.navrec -s replay            watch it with `navclient -s replay`
      navclient play talk.navrec -s replay --speed 4
      navclient play talk.navrec -s replay --from 3:20
      navclient play talk.navrec -s replay --from demo     from a mark of that name

      The session is like any other: everybody sees it in their own size, and may look around in it. It stays at the \
      end of the recording; `navclient kill` ends it. Each mark is printed when it is passed.

      A recording that was cut off is played up to its last whole second.
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
    try server.commanding { commands throws(ClientExit) -> Void in
      Console.printError("playing in session '\(name)': `navclient -s \(name)` shows it")
      try commands.play(recording, as: name, from: start, speed: speed) { mark in
        Console.print(mark.isEmpty ? "mark" : "mark: \(mark)")
      }
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
