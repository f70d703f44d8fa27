import ArgumentParser
import Glibc
import NavClient
import NavViewer
import NavWire

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prints a line of JSON for each change of a session.",
    discussion: """
      navclient watch -s talk
      navclient watch -s talk | jq -r '"\\(.page)/\\(.pages) \\(.driver)"'

      The first line is the present state. Each is an object with the keys session, version, page and pages (from \
      1), title and top (of the current page), viewers, policy, driver (the name of who drives, or null), requests \
      (the names of those who ask for control, the first one first) and durable (whether changes survive the end of \
      navd). Changes that follow one another quickly may be one line. It ends with the session.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      var commands = try OneShotCommands(endpoints: endpoints)
      var last = ""
      try commands.watch(session.session) { status throws(ClientExit) in
        guard let line = try? WatchListing.json(status), line != last else { return }
        last = line
        print(line)
        // A pipe is read at once.
        fflush(nil)
      }
    }
  }
}
