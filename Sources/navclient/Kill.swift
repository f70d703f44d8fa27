import ArgumentParser
import NavClient
import NavWire

struct Kill: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ends a session and tells its viewers.",
    discussion: "navclient kill -s talk"
  )

  @OptionGroup var session: SessionOption

  func run() throws {
    try running { () throws(ClientExit) in
      var commands = try Commands(endpoints: .ofThisUser)
      warn(try commands.kill(session.session))
    }
  }
}
