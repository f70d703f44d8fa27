import ArgumentParser
import NavClient
import NavViewer
import NavWire

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says where a session is, who watches, and how navd is.",
    discussion: """
      navclient status -s talk
      navclient status -s talk --json

      top names the page in front, for `navclient send --if-top`. `saved  no` stands there while \
      navd can't write its state.

      The JSON is an object with the keys of `navclient ls --json`, and settled (nothing moves), sizes \
      (those it is laid out for, each with columns and rows), durable (what is done now survives \
      the end of navd), daemon_version and uptime_ms (of navd), turns (of navd's loop) and \
      longest_turn_us (for how long a processor worked on the longest one), and faults: constraints of boards \
      that do not hold, a text each, which stand behind `fault` otherwise.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let endpoints = try server.endpoints
    var status: Reply.Status?
    try running { () throws(ClientExit) in
      var commands = try Commands(endpoints: endpoints)
      status = try commands.status(of: session.session)
    }
    guard let status else { return }
    print(json ? try StatusListing.json(status) : StatusListing.text(status))
  }
}
