import ArgumentParser
import NavBase
import NavClient
import NavViewer
import NavWire

struct Deny: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny",
    abstract: "Refuses the request of a viewer for control of a session.",
    discussion: """
      navclient deny -s talk ada@quiet
      navclient deny -s talk                 whoever asked first

      `navclient policy` shows who asks.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Argument(
    help: ArgumentHelp(
      "The name of the viewer; without it, whoever asked first.",
      valueName: "name"
    )
  )
  var name: ViewerName?

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      warn(try commands.control(.deny(name), in: session.session))
    }
  }
}
