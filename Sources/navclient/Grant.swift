import ArgumentParser
import NavBase
import NavClient
import NavViewer
import NavWire

struct Grant: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant",
    abstract: "Gives control of a session to a viewer.",
    discussion: """
      navclient grant -s talk ada@quiet
      navclient grant -s talk 'a script'
      navclient grant -s talk                whoever asked first

      `navclient viewers` shows the names, and `navclient policy` who asks.
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
      warn(try commands.control(.grant(name), in: session.session))
    }
  }
}
