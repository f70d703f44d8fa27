import NavBase
import NavViewer
import NavWire

/// The reason why ssh ended, judged by its own words.
struct SSHFailure: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The other machine does not let the user in.
    case notLetIn
    /// The other machine's key is unknown, or another one than before.
    case untrusted
    case disconnected
  }

  let kind: Kind
  /// The last line that ssh has written; empty if there is none.
  let words: String

  /// The most characters of a line that are repeated.
  private static let longestLine = 200

  /// - Parameter errors: the standard error of ssh, or its end.
  init(_ errors: [UInt8]) {
    let text = String(decoding: errors, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) && !$0.contains(Self.refusedChannel) }
    words = String(sanitized(String(lines.last ?? "")).prefix(Self.longestLine))
    // The texts of OpenSSH, which does not translate them.
    kind =
      if lines.contains(where: {
        $0.contains("Permission denied (") || $0.contains("Too many authentication failures")
      }) {
        .notLetIn
      } else if lines.contains(where: { $0.contains("Host key verification failed") }) {
        .untrusted
      } else {
        .disconnected
      }
  }

  /// The beginning of the line that ssh writes for each connection that the other machine does not forward.
  private static let refusedChannel = ": open failed: "

  /// Returns whether ssh has told that the other machine refuses to connect to a socket.
  static func isChannelRefused(_ errors: [UInt8]) -> Bool {
    String(decoding: errors, as: UTF8.self).contains(refusedChannel)
  }

  /// Returns whether ssh does not know an option of the command line.
  static func isUnknownOption(_ errors: [UInt8]) -> Bool {
    String(decoding: errors, as: UTF8.self).contains(
      "command-line: line 0: Bad configuration option: "
    )
  }

  private var reason: String { words.isEmpty ? "" : " (\(words))" }

  /// The result of a client whose first login failed.
  func exit(at address: SSHAddress) -> ClientExit {
    switch kind {
    case .notLetIn:
      ClientExit(
        .notPermitted,
        "\(address) does not let you in\(reason): see that `\(address.command)` does"
      )
    case .untrusted:
      ClientExit(
        .notPermitted,
        "ssh does not trust the key of \(address)\(reason): see that `\(address.command)` does"
      )
    case .disconnected:
      ClientExit(
        .unreachable,
        "ssh has no connection to \(address)\(reason): see that `\(address.command)` has one"
      )
    }
  }

  /// The result of a viewer for whom a further login can't succeed without the user; nil if it may.
  func exitOfViewer(at address: SSHAddress) -> ClientExit? {
    switch kind {
    case .notLetIn:
      ClientExit(
        .notPermitted,
        "the connection to \(address) was lost, and ssh needs a password or another answer to log in again\(reason): "
          + "start navclient again"
      )
    case .untrusted:
      ClientExit(
        .notPermitted,
        "the connection to \(address) was lost, and ssh does not trust its key any more\(reason): see "
          + "`\(address.command)`"
      )
    case .disconnected: nil
    }
  }

  /// The result of a command whose connection was lost before it was done.
  func exitOfCommand(at address: SSHAddress) -> ClientExit {
    ClientExit(
      .unreachable,
      "the connection to \(address) was lost\(reason): run the command again"
    )
  }

  /// The text for a viewer that tries again.
  var report: String {
    let text = words.isEmpty ? "the connection was lost" : words
    return text.hasPrefix("ssh: ") ? text : "ssh: \(text)"
  }
}
