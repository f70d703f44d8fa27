import ArgumentParser
import NavClient
import NavViewer
import NavWire

struct ReleaseControl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Gives the control of scripts up, or takes their request back.",
    discussion: """
      navclient release -s talk

      Control passes to whoever asked for it first.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      warn(try commands.control(.release, in: session.session))
    }
  }
}
