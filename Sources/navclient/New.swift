import ArgumentParser
import NavClient
import NavWire

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Creates a session without attaching.",
    discussion: """
      navclient new -s talk --open talk.md
      navclient new -s music --tree ~/Music
      navclient new -s app --open app.yaml   containers in one another
      navclient new -s demo                  the built-in tour
      """
  )

  @OptionGroup var server: ServerOption

  @Option(name: [.customShort("s"), .long], help: "The new session's name.")
  var session: String
  @OptionGroup var content: ContentOptions

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      let content = try content.content() ?? .tour(joining: session)
      var commands = try Commands(endpoints: endpoints)
      warn(try commands.newSession(session, showing: content))
    }
  }
}
