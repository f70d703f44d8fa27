import ArgumentParser
import Glibc
import NavDaemon
import NavWire

/// The daemon's command line.
@main
struct Navd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navd",
    abstract: "Keeps navigation sessions and lays them out for every viewer.",
    discussion: """
      navd stays in the foreground and logs to standard error. Its sockets are in $XDG_RUNTIME_DIR/navd, \
      or in /tmp/navd-UID where that variable is not set. Stop it with Ctrl-C.

      Then show something:  navclient --session talk --open talk.md
      """,
    version: "navd \(Release.version) (protocol \(ProtocolVersion.current))"
  )

  func run() throws {
    let runtimeDirectory = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
    let endpoints = Endpoints(runtimeDirectory: runtimeDirectory, user: getuid())
    do {
      var daemon = try Daemon(endpoints: endpoints)
      try daemon.run()
    } catch {
      log("\(error)")
      throw ExitCode(error.code.rawValue)
    }
  }
}
