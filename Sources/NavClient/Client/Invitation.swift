import Glibc
package import NavWire

/// The command with which others join a session.
package enum Invitation {
  /// Returns the command line that joins a session from another terminal.
  ///
  /// - Parameters:
  ///   - session: the session's name.
  ///   - server: the daemon's TCP address; nil for this user's local daemon.
  ///   - key: the daemon's key; nil without encryption.
  /// - Returns: the command line.
  package static func command(
    joining session: String,
    at server: TCPAddress? = nil,
    key: PeerKey? = nil
  ) -> String {
    let place =
      (server.map { " --server \(quoted("\($0)"))" } ?? "") + (key.map { " --key \($0)" } ?? "")
    return "\(program)\(place) --session \(session)"
  }

  /// Returns the command line that joins a session of the daemon at these endpoints.
  package static func command(joining session: String, at endpoints: Endpoints) -> String {
    if let ssh = endpoints.ssh {
      return "\(program) --server \(quoted("\(ssh)")) --session \(session)"
    }
    return command(joining: session, at: endpoints.server, key: endpoints.encryption?.server)
  }

  /// Returns a text quoted as one word for a shell.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+,:@%".utf8.contains(byte)
      }
    }
    guard !isPlain || text.isEmpty else { return text }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// The name by which another terminal can run this program: `navclient` if PATH finds it, else
  /// its path.
  private static var program: String {
    guard let executable = realpath("/proc/self/exe", nil) else { return "navclient" }
    defer { free(executable) }
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    for directory in path.split(separator: ":") {
      guard let found = realpath("\(directory)/navclient", nil) else { continue }
      defer { free(found) }
      return strcmp(found, executable) == 0 ? "navclient" : String(cString: executable)
    }
    return String(cString: executable)
  }
}
