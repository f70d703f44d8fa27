import ArgumentParser
import NavBase
import NavDaemon
import NavSystem

extension Durability: ExpressibleByArgument {}
extension LogFormat: ExpressibleByArgument {}
extension LogLevel: ExpressibleByArgument {}

/// The options of the command line that belong to the configuration.
struct ConfigurationArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file; by default $XDG_CONFIG_HOME/navd/config.toml, if it exists.",
      valueName: "file"
    ),
    completion: .file(extensions: ["toml"])
  )
  var config: String?

  @Option(
    help: ArgumentHelp("The directory in which sessions are kept.", valueName: "dir"),
    completion: .directory
  )
  var state: String?

  @Option(
    help: ArgumentHelp(
      "What acknowledged changes survive: the end of the process, or also a loss of power.",
      valueName: "process|power"
    )
  )
  var durability: Durability?

  @Option(
    help: ArgumentHelp(
      "Serve metrics for Prometheus over HTTP here, at the path /metrics.",
      valueName: "address:port"
    ),
    transform: { text in
      guard let address = MetricsAddress(text) else {
        throw ValidationError("metrics are served at \(MetricsAddress.form)")
      }
      return address
    }
  )
  var metrics: MetricsAddress?

  @Flag(help: "Let other machines reach --metrics: everybody who can connect reads the metrics.")
  var metricsInsecure = false

  @Option(
    help: ArgumentHelp(
      "The form of the log: sentences, key=value, or an object of JSON on each line.",
      valueName: "text|logfmt|json"
    )
  )
  var logFormat: LogFormat?

  @Option(
    help: ArgumentHelp(
      "The least important lines of the log.",
      valueName: "debug|info|warning|error"
    )
  )
  var logLevel: LogLevel?

  var source: ConfigurationSource {
    var layer = ConfigurationLayer(stateDirectory: state, durability: durability)
    layer.metrics = ConfigurationLayer.Metrics(
      listen: metrics.map { .some($0) },
      isInsecure: metricsInsecure ? true : nil
    )
    layer.log = log
    return ConfigurationSource(file: config, commandLine: layer, directories: .ofThisUser)
  }

  /// The settings of the log that the command line gives.
  var log: ConfigurationLayer.Log { ConfigurationLayer.Log(format: logFormat, level: logLevel) }
}
