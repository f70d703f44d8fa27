import ArgumentParser
import NavClient

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
  @OptionGroup var viewer: ViewerArguments

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      try Viewer.run(
        session: session.session,
        content: try content.content(),
        configuration: viewer.source,
        endpoints: endpoints
      )
    }
  }
}
