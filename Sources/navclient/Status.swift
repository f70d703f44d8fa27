import ArgumentParser
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Prints the place of a session, its viewers and the state of navd.",
    discussion: """
      navclient status -s talk
      navclient status -s talk --json

      top names the page in front, for `navclient send --if-top`. `saved no` is printed while navd can't write \
      its state.

      The JSON is an object with the keys of `navclient ls --json` but unseen_ms, and settled (nothing moves), \
      sizes (for which the session is laid out, each with columns and rows), durable (whether changes survive \
      the end of navd), daemon_version and uptime_ms (of navd), turns (of navd's event loop), longest_turn_us (the \
      processor time of the longest turn), faults (texts: files that can't be included, constraints of boards that \
      do not hold; without --json, these follow `fault`), and control (the object of `navclient policy --json`).
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let status = try server.commanding { commands throws(ClientExit) in
      try commands.status(of: session.session)
    }
    Console.print(json ? try StatusListing.json(status) : StatusListing.text(status))
  }
}
