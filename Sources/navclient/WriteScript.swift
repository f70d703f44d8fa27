import ArgumentParser
import NavBase
import NavClient
import NavViewer
import NavWire

struct WriteScript: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script",
    abstract: "Writes what is done in a session as a script.",
    discussion: """
      navclient script -s talk -o talk.nav
      navclient run talk.nav -s talk            does it again

      It begins with the place in which the session is; go there, or begin a new session, before you run it. \
      Each command, each key, each pause, each mark and what other scripts say is a line, written when it happens. A tap \
      is written with the words, or the cell, that lead to the same place on a terminal of --size, and a drag if it was \
      made on a terminal of that size. What a script has no words for is a comment that begins with `# missing:`, such \
      as a jump from the outline. What the session shows is not in it.

      Ctrl-C ends it. It reads the journal of the session, as `navclient record` does, so only owners of navd may.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, which must not exist; without it, standard output.",
      valueName: "talk.nav"
    ),
    completion: .file(extensions: ["nav"])
  )
  var output: String?

  @Option(help: ArgumentHelp("The terminal for which it is written.", valueName: "80x24"))
  var size = CellSize.standardTerminal

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      try commands.writeScript(of: session.session, size: size, to: output)
    }
  }
}
