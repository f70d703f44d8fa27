import ArgumentParser
import NavBase
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Follow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Sends files of this machine again whenever they change.",
    discussion: """
      navclient new --server ssh://host -s keynote talk.md
      navclient follow --server ssh://host -s keynote talk.md

      For a session that shows files which were sent to the daemon of another machine: every change of them on \
      this machine is shown there, at the same place, as long as this command runs. It ends with the session. Name \
      the same files as when the session was made.
      """
  )

  @OptionGroup var server: ServerOption

  @Option(
    name: [.customShort("s"), .long],
    help: "The name of the session.",
    completion: .sessions
  )
  var session: String
  @OptionGroup var content: ContentOptions

  func validate() throws {
    guard content.isGiven else { throw ValidationError("name the files that the session shows") }
    if content.onServer {
      throw ValidationError("files of the daemon's machine are followed by navd itself")
    }
  }

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      guard let content = try content.content(), content.usesFiles else {
        throw ClientExit(.usage, "only files can be followed: name some")
      }
      var commands = try OneShotCommands(endpoints: endpoints)
      let find = { () throws(ClientExit) in try ContentFiles(on: content) }
      try commands.follow(session, find) { line in
        Console.print(line)
      }
    }
  }
}
