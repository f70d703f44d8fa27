import ArgumentParser
import NavConfiguration
import NavDaemon

extension Durability: ExpressibleByArgument {}

/// What the command line says about the configuration.
struct ConfigurationArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file; by default $XDG_CONFIG_HOME/navd/config.toml, if it exists.",
      valueName: "file"
    ),
    completion: .file(extensions: ["toml"])
  )
  var config: String?

  @Option(help: "The directory in which sessions are kept.", completion: .directory)
  var state: String?

  @Option(
    help: "What acknowledged changes survive: the end of the process, or also a loss of power."
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
