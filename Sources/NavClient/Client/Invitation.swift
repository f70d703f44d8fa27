import NavBase
import NavSystem
import Glibc
package import NavViewer
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
  private static let program: String = {
    guard let own = ProgramPath.own else { return "navclient" }
    let path = getenv("PATH").map { String(system: $0) } ?? ""
    let found = ProgramPath.find("navclient", path: path).flatMap { realPath(of: $0.utf8) }
    return found == Array(own.utf8) ? "navclient" : own
  }()
}

extension Endpoints {
  /// Uses the daemon of an invitation, at whichever of its addresses it answers (`reached`).
  ///
  /// - Parameters:
  ///   - link: the invitation.
  ///   - path: the path of the file of this user's own keys, which are made at the first time.
  /// - Throws: `.notPermitted` if these can't be used.
  package mutating func follow(_ link: InvitationLink, keysIn path: String) throws(ClientExit) {
    credential = link.credential
    try encrypt(to: link.server, keysIn: path)
    use(link.addresses)
  }
}
