package import NavSystem

/// The settings by which a daemon serves its metrics over HTTP.
package struct MetricsSettings: Hashable, Sendable {
  /// The address; nil if it does not.
  package var listen: MetricsAddress?
  /// Whether other machines may reach the address.
  package var isInsecure = false

  package init() {}

  /// Returns the address.
  ///
  /// - Returns: the address; nil if metrics are not served.
  /// - Throws: if other machines could reach it, and nobody has allowed that.
  func address() throws(DaemonError) -> MetricsAddress? {
    guard let listen, !listen.isLoopback, !isInsecure else { return listen }
    throw DaemonError(
      .usage,
      "metrics at \(listen) would tell everybody who can reach it how many sessions and viewers there are, and what "
        + "they do: listen at 127.0.0.1:\(listen.port), or add --metrics-insecure (metrics.insecure)"
    )
  }
}
