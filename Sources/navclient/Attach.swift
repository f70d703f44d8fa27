import ArgumentParser
import NavClient
import NavGeometry

struct Attach: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Attaches to a session; creates it when it is new. (The default.)",
    discussion: """
      navclient attach -s talk --open talk.md
      navclient attach -s talk --open talk.md --open src      side tabs
      navclient --session talk
      navclient --session talk --plain              lines of text, for screen readers and scripts

      With --plain nothing moves the cursor, and standard output may be a pipe. Where standard input is \
      none of a terminal's, each of its lines is a command: the words of `navclient send`, and again, help \
      and leave.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption
  @OptionGroup var content: ContentOptions
  @OptionGroup var viewer: ViewerArguments

  @Option(
    help: ArgumentHelp(
      "With --plain: columns x rows that it is laid out for; those of the terminal without.",
      valueName: "80x24"
    )
  )
  var size: CellSize?

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      let source = viewer.source
      let content = try content.content()
      if try source.read().configuration.options.plain {
        try PlainViewer.run(
          session: session.session,
          content: content,
          configuration: source,
          size: size,
          endpoints: endpoints
        )
      } else {
        guard size == nil else { throw ClientExit(.usage, "--size is about --plain: give both") }
        try Viewer.run(
          session: session.session,
          content: content,
          configuration: source,
          endpoints: endpoints
        )
      }
    }
  }
}
