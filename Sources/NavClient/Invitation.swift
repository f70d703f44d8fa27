import Glibc
package import NavWire

/// How others come to a session.
package enum Invitation {
  /// The command line that joins a session from another terminal.
  ///
  /// - Parameters:
  ///   - session: its name.
  ///   - server: where the daemon is reached over TCP; nil for the one of this user.
  /// - Returns: what is typed there.
  package static func command(joining session: String, at server: TCPAddress? = nil) -> String {
    let place = server.map { " --server \(quoted("\($0)"))" } ?? ""
    return "\(program)\(place) --session \(session)"
  }

  /// A text as one word of a shell.
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

  /// How another terminal calls this program: by its name when that finds it, else by its path.
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
