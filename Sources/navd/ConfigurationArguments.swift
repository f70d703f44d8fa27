import ArgumentParser
import NavConfiguration
import NavDaemon
import NavModel

extension Durability: ExpressibleByArgument {}

/// The options of the command line that belong to the configuration.
struct ConfigurationArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file; without it $XDG_CONFIG_HOME/navd/config.toml, where there is one.",
      valueName: "file"
    ),
    completion: .file(extensions: ["toml"])
  )
  var config: String?

  @Option(help: "Where sessions are kept.", completion: .directory)
  var state: String?

  @Option(
    help: "What survives once it is acknowledged: the end of the process, or a loss of power too."
  )
  var durability: Durability?

  var source: ConfigurationSource {
    ConfigurationSource(
      file: config,
      commandLine: ConfigurationLayer(stateDirectory: state, durability: durability),
      directories: .ofThisUser
    )
  }
}
