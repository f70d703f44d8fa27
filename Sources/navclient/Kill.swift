import ArgumentParser
import NavClient
import NavViewer
import NavWire

struct Kill: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kill",
    abstract: "Ends a session and tells its viewers.",
    discussion: "navclient kill -s talk"
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      var commands = try OneShotCommands(endpoints: endpoints)
      warn(try commands.kill(session.session))
    }
  }
}

struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Gives a session another name; its viewers stay.",
    discussion: "navclient rename -s talk keynote"
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Argument(help: "The new name.")
  var name: String

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      var commands = try OneShotCommands(endpoints: endpoints)
      warn(try commands.rename(session.session, to: name))
    }
  }
}
