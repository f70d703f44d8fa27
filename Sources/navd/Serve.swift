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
    try Self.serve(
      arguments.source,
      logging: arguments.log,
      listen: listen,
      isInsecure: insecure,
      opensRemotePaths: remotePaths
    )
  }

  /// The sources of the configuration of a `navd` without words.
  static var usualSource: ConfigurationSource {
    ConfigurationSource(
      file: nil,
      commandLine: ConfigurationLayer(),
      directories: .ofThisUser
    )
  }

  /// Runs the daemon; without arguments, as a `navd` without words does.
  static func serve(
    _ source: ConfigurationSource = usualSource,
    logging settings: ConfigurationLayer.Log = ConfigurationLayer.Log(),
    listen: String? = nil,
    isInsecure: Bool = false,
    opensRemotePaths: Bool = false
  ) throws {
    Daemon.closeInheritedDescriptors()
    Daemon.blockPipeSignal()
    do throws(DaemonError) {
      // A mistake in the configuration is logged as the command line wants it.
      DaemonLog.shared.settings = settings.applied(to: LogSettings())
      if opensRemotePaths, listen == nil {
        throw DaemonError(.usage, "--remote-paths is about --listen: give both or none")
      }
      let reading = try source.read()
      DaemonLog.shared.settings = reading.configuration.log
      if let path = reading.path { log("navd reads \(path)") }
      let options = DaemonOptions(
        endpoints: Endpoints(runtimeDirectory: UserDirectories.runtimeDirectory, user: getuid()),
        configuration: reading.configuration,
        source: source,
        listen: try DaemonOptions.listen(at: listen, isInsecure: isInsecure),
        authorizedKeys: UserDirectories.ofThisUser.authorizedKeysFile,
        opensRemotePaths: opensRemotePaths
      )
      var daemon = try Daemon(options)
      try daemon.run()
    } catch {
      log(error)
      throw ExitCode(error.code.rawValue)
    }
  }
}
