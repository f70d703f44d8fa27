import ArgumentParser
import NavConfiguration
import NavDaemon
import NavModel

extension Durability: ExpressibleByArgument {}

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

  var source: ConfigurationSource {
    ConfigurationSource(
      file: config,
      commandLine: ConfigurationLayer(stateDirectory: state, durability: durability),
      directories: .ofThisUser
    )
  }
}
