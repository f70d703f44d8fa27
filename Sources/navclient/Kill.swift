import ArgumentParser
import NavBase
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Kill: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kill",
    abstract: "Ends sessions and tells their viewers.",
    discussion: """
      navclient kill -s talk -s notes
      navclient kill --unseen 7d     those without a viewer for 7 days; prints their names
      """
  )

  @Option(
    name: [.customShort("s"), .long],
    help: "The name of a session, once for each; without it, the only one.",
    completion: .sessions
  )
  var session: [String] = []

  @Option(
    help: ArgumentHelp(
      "The sessions that have had no viewer for this time, such as 12h or 7d; their names are printed.",
      valueName: "7d"
    ),
    transform: WaitTimeout.init(argument:)
  )
  var unseen: WaitTimeout?

  @OptionGroup var server: ServerOption

  func validate() throws {
    guard session.isEmpty || unseen == nil else {
      throw ValidationError("give --session or --unseen, not both")
    }
  }

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      var session = session
      if let unseen {
        session = try commands.sessions(unseenFor: unseen.duration)
      } else if session.isEmpty {
        return warn(try commands.kill(nil))
      }
      // One that can't be ended keeps none of the others.
      var failure: ClientExit?
      var named: Set<String> = []
      for name in session where named.insert(name).inserted {
        do throws(ClientExit) {
          warn(try commands.kill(name))
          if unseen != nil { Console.print(name) }
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
