import Glibc

/// The directories of a user's files, by the XDG base directory specification.
package struct UserDirectories: Hashable, Sendable {
  /// The user's home directory.
  package var home: String?
  private var configuration: String?
  private var state: String?

  /// - Parameters:
  ///   - home: the value of `HOME`.
  ///   - configuration: the value of `XDG_CONFIG_HOME`.
  ///   - state: the value of `XDG_STATE_HOME`. In all three, a relative path is ignored.
  package init(home: String? = nil, configuration: String? = nil, state: String? = nil) {
    self.home = Self.absolute(home)
    self.configuration = Self.absolute(configuration)
    self.state = Self.absolute(state)
  }

  /// The directories of the user who runs this program, from the environment.
  package static var ofThisUser: UserDirectories {
    UserDirectories(
      home: variable("HOME"),
      configuration: variable("XDG_CONFIG_HOME"),
      state: variable("XDG_STATE_HOME")
    )
  }

  /// The value of `XDG_RUNTIME_DIR`; nil if it is not set.
  package static var runtimeDirectory: String? { variable("XDG_RUNTIME_DIR") }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(system: $0) }
  }

  /// `$XDG_CONFIG_HOME/navd/config.toml`, else `~/.config/navd/config.toml`; nil if neither variable is set.
  package var configurationFile: String? {
    (configuration ?? home.map { "\($0)/.config" }).map { "\($0)/navd/config.toml" }
  }

  /// The file of the keys that may use this user's daemon over TCP: `authorized_keys` beside the configuration file; nil
  /// if that has no directory.
  package var authorizedKeysFile: String? {
    (configuration ?? home.map { "\($0)/.config" }).map { "\($0)/navd/authorized_keys" }
  }

  /// The file of this user's own keys as a viewer: `client.key` in the directory of the state; nil if that is not known.
  package var clientKeyFile: String? { stateDirectory.map { "\($0)/client.key" } }

  /// The file of the next keys of daemons that this user's viewers have learned: `known-servers` in the directory of the
  /// state; nil if that is not known.
  package var knownServersFile: String? { stateDirectory.map { "\($0)/known-servers" } }

  /// The directory of the user's own themes: `themes` beside the configuration file; nil if that has no directory.
  package var themesDirectory: String? {
    (configuration ?? home.map { "\($0)/.config" }).map { "\($0)/navd/themes" }
  }

  /// The default directory of stored sessions: `$XDG_STATE_HOME/navd`, else `~/.local/state/navd`; nil if neither
  /// variable is set.
  package var stateDirectory: String? {
    (state ?? home.map { "\($0)/.local/state" }).map { "\($0)/navd" }
  }

  private static func absolute(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/") else { return nil }
    return path
  }
}
