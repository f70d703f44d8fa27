import ArgumentParser
import Glibc
import NavDaemon
import NavWire

extension Durability: ExpressibleByArgument {}

/// The daemon.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the daemon, as navd does without a subcommand."
  )

  @Option(help: "Where sessions are kept.", completion: .directory)
  var state: String?

  @Option(
    help: "What survives once it is acknowledged: the end of the process, or a loss of power too."
  )
  var durability = Durability.process

  @Option(
    help: ArgumentHelp(
      "Listen over TCP, too, here and at the port above; needs --insecure.",
      valueName: "tcp://host:port"
    )
  )
  var listen: String?

  @Flag(help: "Let everybody who can reach --listen read and drive every session, unencrypted.")
  var insecure = false

  func run() throws {
    let runtimeDirectory = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
    do throws(DaemonError) {
      let directory = if let state { state } else { try DaemonOptions.defaultStateDirectory() }
      let options = DaemonOptions(
        endpoints: Endpoints(runtimeDirectory: runtimeDirectory, user: getuid()),
        stateDirectory: directory,
        durability: durability,
        listen: try DaemonOptions.listen(at: listen, isInsecure: insecure)
      )
      var daemon = try Daemon(options)
      try daemon.run()
    } catch {
      log("\(error)")
      throw ExitCode(error.code.rawValue)
    }
  }
}
