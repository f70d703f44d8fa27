import Glibc
package import NavWire

/// How a daemon is started (experience.md: Programs).
package struct DaemonOptions: Sendable {
  package var endpoints: Endpoints
  /// Where sessions are kept.
  package var stateDirectory: String
  package var durability: Durability

  package init(endpoints: Endpoints, stateDirectory: String, durability: Durability = .process) {
    self.endpoints = endpoints
    self.stateDirectory = stateDirectory
    self.durability = durability
  }

  /// Where sessions are kept unless the user says otherwise: `$XDG_STATE_HOME/navd`, else `~/.local/state/navd`.
  ///
  /// - Throws: where there is neither.
  package static func defaultStateDirectory() throws(DaemonError) -> String {
    if let home = environment("XDG_STATE_HOME") { return "\(home)/navd" }
    if let home = environment("HOME") { return "\(home)/.local/state/navd" }
    throw DaemonError(
      .usage,
      "neither XDG_STATE_HOME nor HOME is set: say where to keep sessions with --state DIR"
    )
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else {
      return nil
    }
    return value
  }
}
