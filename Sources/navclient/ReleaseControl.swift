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
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      var commands = try OneShotCommands(endpoints: endpoints)
      warn(try commands.control(.release, in: session.session))
    }
  }
}
