import ArgumentParser
import NavClient
import NavViewer
import NavWire

struct Kill: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kill",
    abstract: "Ends sessions and tells their viewers.",
    discussion: "navclient kill -s talk -s notes"
  )

  @Option(
    name: [.customShort("s"), .long],
    help: "The name of a session, once for each; without it, the only one.",
    completion: .sessions
  )
  var session: [String] = []
  @OptionGroup var server: ServerOption

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      guard !session.isEmpty else { return warn(try commands.kill(nil)) }
      // One that can't be ended keeps none of the others.
      var failure: ClientExit?
      var named: Set<String> = []
      for name in session where named.insert(name).inserted {
        do throws(ClientExit) {
          warn(try commands.kill(name))
        } catch {
          warn(failure?.text)
          failure = error
        }
      }
      if let failure { throw failure }
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
    try server.commanding { commands throws(ClientExit) -> Void in
      warn(try commands.rename(session.session, to: name))
    }
  }
}
