import ArgumentParser
import NavBase
import NavDaemon
import NavSystem

/// Writes what a viewer of a size gets of a recording.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Writes what a viewer of some size gets of a recording, without a daemon.",
    discussion: """
      navd replay talk.navrec --size 132x43 > talk.updates

      It is for programs: `navclient export` reads it, and draws from it what it writes. The output is binary. For each \
      message of `proto/navd/v1/layout.proto`, first a snapshot, then the updates, it has the time in the recording in \
      milliseconds (64 bits), the length of the message (32 bits), both little endian, and the message. The same \
      recording and size give the same bytes on every run.
      """
  )

  @Argument(help: "A recording of `navclient record`.", completion: .file())
  var path: String

  @Option(
    help: ArgumentHelp("The size of the viewer's terminal, 1x1 to 1000x500.", valueName: "CxR")
  )
  var size = CellSize.standardTerminal

  func run() throws {
    do throws(PreviewError) {
      try Replay.run(try Replay.recording(at: path), in: size) { Console.printAsIs(bytes: $0) }
    } catch {
      log("\(error)")
      throw ExitCode(error.code.rawValue)
    }
  }
}
