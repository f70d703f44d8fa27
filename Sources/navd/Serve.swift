import ArgumentParser
import Glibc
import NavBase
import NavDaemon
import NavSystem
import NavWire

/// Runs the daemon.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Runs the daemon, as navd does without a subcommand."
  )

  @OptionGroup var arguments: ConfigurationArguments

  @Option(
    help: ArgumentHelp(
      "Listen over TCP, too, here and at the port above, for those whose keys are in authorized_keys.",
      valueName: "tcp://host:port"
    )
  )
  var listen: String?

  @Flag(
    help:
      "No keys and no encryption: let everybody who can reach --listen move, begin, rename and end every session."
  )
  var insecure = false

  @Flag(
    help:
      "Let the owners' keys in authorized_keys, and with --insecure everybody, open files of this machine."
  )
  var remotePaths = false

  func run() throws {
    Daemon.closeInheritedDescriptors()
    Daemon.blockPipeSignal()
    do throws(DaemonError) {
      // A mistake in the configuration is logged as the command line wants it.
      DaemonLog.shared.settings = arguments.log.applied(to: LogSettings())
      if remotePaths, listen == nil {
        throw DaemonError(.usage, "--remote-paths is about --listen: give both or none")
      }
      let source = arguments.source
      let reading = try source.read()
      DaemonLog.shared.settings = reading.configuration.log
      if let path = reading.path { log("navd reads \(path)") }
      let options = DaemonOptions(
        endpoints: Endpoints(runtimeDirectory: UserDirectories.runtimeDirectory, user: getuid()),
        configuration: reading.configuration,
        source: source,
        listen: try DaemonOptions.listen(at: listen, isInsecure: insecure),
        authorizedKeys: UserDirectories.ofThisUser.authorizedKeysFile,
        opensRemotePaths: remotePaths
      )
      var daemon = try Daemon(options)
      try daemon.run()
    } catch {
      log(error)
      throw ExitCode(error.code.rawValue)
    }
  }
}
