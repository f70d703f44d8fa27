/// Where daemon and clients of one user meet: two sockets in a directory that only this user may enter
/// (protocol.md: Endpoints).
package struct Endpoints: Hashable, Sendable {
  /// The directory that holds the sockets.
  package let directory: String

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

  package var inputPath: String { directory + "/input" }
  package var layoutPath: String { directory + "/layout" }
}
