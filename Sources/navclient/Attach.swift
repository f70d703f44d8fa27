import ArgumentParser
import NavClient
import NavTerminal

struct Attach: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Attaches to a session; creates it when it is new. (The default.)",
    discussion: """
      navclient attach -s talk --open talk.md
      navclient attach -s talk --open talk.md --open src      side tabs
      navclient --session talk
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption
  @OptionGroup var content: ContentOptions

  @Option(help: ArgumentHelp("Colours to use.", valueName: "auto|always|never|256|16"))
  var color = ColorChoice.auto

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      try Viewer.run(
        session: session.session,
        content: try content.content(),
        color: color,
        endpoints: endpoints
      )
    }
  }
}
