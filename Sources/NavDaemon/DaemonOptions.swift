import Glibc
package import NavWire

/// How a daemon is started (experience.md: Programs).
package struct DaemonOptions: Sendable {
  package var endpoints: Endpoints
  /// Where sessions are kept.
  package var stateDirectory: String
  package var durability: Durability
  /// Where it listens over TCP as well, open to everybody who can reach it.
  package var listen: TCPAddress?

  package init(
    endpoints: Endpoints,
    stateDirectory: String,
    durability: Durability = .process,
    listen: TCPAddress? = nil
  ) {
    self.endpoints = endpoints
    self.stateDirectory = stateDirectory
    self.durability = durability
    self.listen = listen
  }

  /// What the command line asks to listen at.
  ///
  /// - Parameters:
  ///   - text: nil for nothing.
  ///   - isInsecure: whether the user knows that it is open to everybody.
  /// - Returns: the address, nil for none.
  /// - Throws: where it is no address, or the user may not know.
  package static func listen(at text: String?, isInsecure: Bool) throws(DaemonError) -> TCPAddress?
  {
    guard let text else {
      guard !isInsecure else {
        throw DaemonError(.usage, "--insecure is about --listen: give both or none")
      }
      return nil
    }
    guard let address = TCPAddress(text) else {
      throw DaemonError(.usage, "can't listen at '\(text)': write \(TCPAddress.form)")
    }
    guard isInsecure else {
      throw DaemonError(
        .usage,
        "whoever can reach \(address) could read and drive every session, because encryption (CURVE) is still "
          + "to come: add --insecure on a network where you trust everybody, or leave --listen out and "
          + "log in to this machine to attach"
      )
    }
    return address
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
