import ArgumentParser
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prints a line of JSON for each change of a session.",
    discussion: """
      navclient watch -s talk
      navclient watch -s talk | jq -r '"\\(.page)/\\(.pages) \\(.control.driver)"'

      The first line is the present state. Each is an object with the keys of `navclient ls --json`, and durable \
      (whether changes survive the end of navd) and control (the object of `navclient policy --json` without \
      held_ms and idle_ms). Changes that follow one another quickly may be one line.

      It waits for a navd that is away, and ends with the session, with exit code 0. If there is no such session, \
      the exit code is 66.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      var last = ""
      try commands.watch(session.session) { status throws(ClientExit) in
        guard let line = try? WatchListing.json(status), line != last else { return }
        last = line
        Console.print(line)
      }
    }
  }
}
