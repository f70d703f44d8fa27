package import NavWire

/// How a daemon is started.
package struct DaemonOptions: Sendable {
  package var endpoints: Endpoints
  package var configuration: Configuration
  /// The source of the configuration, for a reload.
  package var source: ConfigurationSource
  /// The TCP address where it listens as well, open to everybody who can reach it.
  package var listen: TCPAddress?

  /// - Parameters:
  ///   - endpoints: the ipc endpoints.
  ///   - configuration: the configuration that `source` gave.
  ///   - source: the source of the configuration, for a reload.
  ///   - listen: the TCP address where it listens as well, if any.
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

  /// Parses the address that the command line gives for TCP.
  ///
  /// - Parameters:
  ///   - text: the value of `--listen`; nil without it.
  ///   - isInsecure: whether `--insecure` is given, which accepts that everybody can connect.
  /// - Returns: the address; nil without one.
  /// - Throws: if the address is invalid, or only one of both options is given.
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
