import ArgumentParser
import Glibc
import NavDaemon
import NavWire

/// The daemon.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the daemon, as navd does without a subcommand."
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
