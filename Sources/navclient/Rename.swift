import ArgumentParser
import NavClient
import NavWire

struct Rename: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Gives a session another name; its viewers stay.",
    discussion: "navclient rename -s talk keynote"
  )

  @OptionGroup var session: SessionOption

  @Argument(help: "The new name.")
  var name: String

  func run() throws {
    try running { () throws(ClientExit) in
      var commands = try Commands(endpoints: .ofThisUser)
      warn(try commands.rename(session.session, to: name))
    }
  }
}
