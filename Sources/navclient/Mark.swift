import ArgumentParser
import NavBase
import NavClient
import NavScene
import NavViewer
import NavWire

struct Mark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Marks this moment in recordings of a session.",
    discussion: """
      navclient mark -s talk "the demo"

      In a viewer, `:time-mark the demo` does the same.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Argument(help: "The name of the mark.")
  var name = ""

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      warn(try commands.send(.command(.timeMark(name)), to: session.session))
    }
  }
}
