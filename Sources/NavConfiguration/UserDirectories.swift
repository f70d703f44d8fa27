import Glibc

/// Where a user's files are, by the XDG base directory specification (experience.md: Files).
package struct UserDirectories: Hashable, Sendable {
  /// The user's home directory.
  package var home: String?
  private var configuration: String?
  private var state: String?

  /// - Parameters:
  ///   - home: the value of `HOME`.
  ///   - configuration: that of `XDG_CONFIG_HOME`.
  ///   - state: that of `XDG_STATE_HOME`; as in the others, a relative path counts as none.
  package init(home: String? = nil, configuration: String? = nil, state: String? = nil) {
    self.home = Self.absolute(home)
    self.configuration = Self.absolute(configuration)
    self.state = Self.absolute(state)
  }

  /// Those of the user who runs this program.
  package static var ofThisUser: UserDirectories {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    return UserDirectories(
      home: variable("HOME"),
      configuration: variable("XDG_CONFIG_HOME"),
      state: variable("XDG_STATE_HOME")
    )
  }

  /// `$XDG_CONFIG_HOME/navd/config.toml`, else `~/.config/navd/config.toml`; nil where there is neither.
  package var configurationFile: String? {
    (configuration ?? home.map { "\($0)/.config" }).map { "\($0)/navd/config.toml" }
  }

  /// Where a user's own themes are: `themes` beside the configuration file; nil where there is none.
  package var themesDirectory: String? {
    (configuration ?? home.map { "\($0)/.config" }).map { "\($0)/navd/themes" }
  }

  /// Where sessions are kept unless the user says otherwise: `$XDG_STATE_HOME/navd`, else `~/.local/state/navd`.
  package var stateDirectory: String? {
    (state ?? home.map { "\($0)/.local/state" }).map { "\($0)/navd" }
  }

  private static func absolute(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/") else { return nil }
    return path
  }
}
