package import NavWire

/// How a daemon is started (experience.md: Programs).
package struct DaemonOptions: Sendable {
  package var endpoints: Endpoints
  package var configuration: Configuration
  /// Where the configuration is read again when the daemon is asked to.
  package var source: ConfigurationSource
  /// Where it listens over TCP as well, open to everybody who can reach it.
  package var listen: TCPAddress?

  /// - Parameters:
  ///   - endpoints: where it listens.
  ///   - configuration: what `source` gave.
  ///   - source: where the configuration comes from.
  ///   - listen: where it listens over TCP as well.
  package init(
    endpoints: Endpoints,
    configuration: Configuration,
    source: ConfigurationSource,
    listen: TCPAddress? = nil
  ) {
    self.endpoints = endpoints
    self.configuration = configuration
    self.source = source
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
}
