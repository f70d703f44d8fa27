import ArgumentParser
import NavBase
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Policy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "Prints who may move a session, or sets it.",
    discussion: """
      navclient policy -s talk               for example: request, ada drives (bob asks)
      navclient policy -s talk --json
      navclient policy -s talk request       one viewer drives, others ask for control
      navclient policy -s talk locked        one viewer drives, and nobody may ask
      navclient policy -s talk open          everybody may move it

      The JSON is an object with the keys policy, driver (the name of who drives, or null), held_ms (since the \
      driver got control) and idle_ms (since the driver moved the session; both null where nobody drives), and \
      requests (the names of those who ask, the first one first).
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Flag(help: "Print a JSON object.")
  var json = false

  @Argument(
    help: ArgumentHelp("The policy to set; without it, print it.", valueName: "open|request|locked")
  )
  var policy: ControlPolicy?

  func validate() throws {
    guard json, let policy else { return }
    throw ValidationError("--json prints the policy: leave '\(policy.word)' out")
  }

  func run() throws {
    let status = try server.commanding { commands throws(ClientExit) -> Reply.Status? in
      guard let policy else { return try commands.status(of: session.session) }
      warn(try commands.control(.policy(policy), in: session.session))
      return nil
    }
    guard let control = status?.control else { return }
    Console.print(json ? try ControlListing.json(control) : ControlListing.text(control))
  }
}
