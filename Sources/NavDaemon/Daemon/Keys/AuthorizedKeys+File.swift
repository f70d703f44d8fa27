import Glibc
import NavBase
import NavEngine
package import NavHost
import NavSystem
import NavWire

/// The file `authorized_keys` beside the configuration file: a line for each key (proto/README.md: Encryption).
extension AuthorizedKeys {
  /// A line that is not understood.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    package let line: Int
    package let text: String

    package var description: String { "line \(line): \(text)" }
  }

  /// The most bytes of the file.
  private static let limit = 1 << 20

  /// Parses `KEY ROLE [sessions=NAME,NAME] COMMENT` in each line; `#` begins a comment.
  ///
  /// - Parameter text: the content of the file.
  /// - Throws: the first line that is not understood, or that has the key of an earlier one.
  package init(parsing text: String) throws(Fault) {
    var grants: [PeerKey: Grant] = [:]
    // A line may end with CR LF, which is one character.
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      func fault(_ text: String) -> Fault { Fault(line: index + 1, text: text) }
      var words = line.split(whereSeparator: \.isWhitespace)[...]
      guard let first = words.popFirst(), !first.hasPrefix("#") else { continue }
      guard let key = PeerKey(first) else {
        throw fault("'\(Self.shown(first))' is no key: `navclient key` prints one")
      }
      guard let word = words.popFirst(), let role = Role(rawValue: String(word)) else {
        throw fault("write a role behind the key: \(Role.words)")
      }
      var sessions: Set<SessionName>?
      if let word = words.first, word.hasPrefix("sessions=") {
        let names = word.dropFirst("sessions=".count).split(separator: ",")
        sessions = []
        for name in names {
          guard let name = SessionName(String(name)) else {
            throw fault("'\(Self.shown(name))' is no name of a session")
          }
          sessions?.insert(name)
        }
        guard !names.isEmpty else {
          throw fault("name a session behind sessions=, or leave it out")
        }
      }
      guard grants.updateValue(Grant(role: role, sessions: sessions), forKey: key) == nil else {
        throw fault("this key has a line already: keep one of both")
      }
    }
    self.init(grants)
  }

  private static func shown(_ word: Substring) -> String {
    sanitized(String(word)).truncated(toColumns: 48)
  }

  /// Throws if others may write the file, and so give themselves rights.
  private static func checkOwner(of path: String) throws(ConfigurationFileError) {
    var status = stat()
    guard stat(path.utf8.terminated, &status) == 0 else {
      throw ConfigurationFileError(.notFound, path)
    }
    guard status.st_uid == getuid() || status.st_uid == 0 else {
      throw ConfigurationFileError(.unreadable(reason: "it belongs to somebody else"), path)
    }
    guard status.st_mode & 0o022 == 0 else {
      let reason = "others may write it, and give themselves rights: run `chmod 600 \(path)`"
      throw ConfigurationFileError(.unreadable(reason: reason), path)
    }
  }

  /// Reads the file; without one, no key is known.
  ///
  /// - Throws: if it can't be read, or for the first line that is not understood.
  package init(path: String) throws(DaemonError) {
    let bytes: [UInt8]
    do throws(ConfigurationFileError) {
      bytes = try ConfigurationFile.read(path: path, limit: Self.limit)
      try Self.checkOwner(of: path)
    } catch {
      if error.code == .notFound {
        self.init()
        return
      }
      throw DaemonError(.noInput, error.description)
    }
    do throws(Fault) {
      try self.init(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw DaemonError(.usage, "\(sanitized(path)), \(error)")
    }
  }
}
