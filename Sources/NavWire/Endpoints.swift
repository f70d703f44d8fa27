/// Where daemon and clients of one user meet: two sockets in a directory that only this user may enter
/// (protocol.md: Endpoints).
package struct Endpoints: Hashable, Sendable {
  /// The directory that holds the sockets.
  package let directory: String
  /// For a client: the daemon to talk to over TCP instead.
  package var server: TCPAddress?

  package init(directory: String) {
    self.directory = directory
  }

  /// `$XDG_RUNTIME_DIR/navd`, or `/tmp/navd-UID` where that variable is not set.
  ///
  /// - Parameters:
  ///   - runtimeDirectory: the value of `XDG_RUNTIME_DIR`; relative ones are ignored, as the XDG base
  ///     directory specification asks.
  ///   - user: the user's numeric id.
  package init(runtimeDirectory: String?, user: UInt32) {
    if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
      var base = runtimeDirectory[...]
      while base.count > 1, base.hasSuffix("/") { base.removeLast() }
      directory = base + "/navd"
    } else {
      directory = "/tmp/navd-\(user)"
    }
  }

  /// Where a client connects for requests.
  package var input: String {
    server.map { "tcp://\($0.host):\($0.port)" } ?? "ipc://\(inputPath)"
  }

  /// Where a client connects for scenes.
  package var layout: String {
    server.map { "tcp://\($0.host):\($0.layoutPort)" } ?? "ipc://\(layoutPath)"
  }

  /// After which silence a request is sent again first (protocol.md: Input, exactly once).
  package var firstPause: Duration { server == nil ? .milliseconds(250) : .milliseconds(2_500) }

  package var inputPath: String { directory + "/input" }
  package var layoutPath: String { directory + "/layout" }
}
