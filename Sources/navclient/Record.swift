import ArgumentParser
import NavClient
import NavSystem
import NavViewer

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records a session to a file.",
    discussion: """
      navclient record -s talk -o talk.navrec

      The file has what moved the session, and the files that were opened in it, so that it can be shown again in any \
      size. It has no notes, no questions and no names. Ctrl-C ends it; what was written until then is a whole \
      recording, at most a second short, also after a crash.

      All viewers see `rec` in the status line. Only owners of navd may record, unless its configuration says \
      recording = "off".
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file to write, which must not exist.", valueName: "talk.navrec"),
    completion: .file()
  )
  var output: String

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      try commands.record(session.session, to: output) { Console.printError($0) }
    }
  }
}
