import Foundation
import NavEngine
import NavHost
import NavTestKit
import NavWire
import Testing

@testable import NavDaemon

@Suite("The file authorized_keys (proto/README.md: Encryption)")
struct AuthorizedKeysTests {
  private static func key(_ number: UInt8) -> PeerKey {
    guard let key = PeerKey([UInt8](repeating: number, count: 32)) else { fatalError("no key") }
    return key
  }

  private static func fault(_ text: String) -> String {
    do throws(AuthorizedKeys.Fault) {
      _ = try AuthorizedKeys(parsing: text)
      return ""
    } catch {
      return error.description
    }
  }

  @Test("a file that others may write is not used")
  func writableByOthers() throws {
    let directory = try makeTemporaryDirectory("keys")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = "\(directory)/authorized_keys"
    #expect(FileManager.default.createFile(atPath: path, contents: Data("# nobody\n".utf8)))
    for (mode, isUsed) in [(0o644, true), (0o600, true), (0o664, false), (0o646, false)] {
      #expect(chmod(path, mode_t(mode)) == 0)
      var complaint = ""
      do throws(DaemonError) {
        _ = try AuthorizedKeys(path: path)
      } catch {
        complaint = error.description
      }
      #expect(complaint.isEmpty == isUsed, "\(String(mode, radix: 8)): \(complaint)")
      #expect(isUsed || complaint.contains("chmod 600 \(path)"))
    }
  }

  @Test("a line for each key: role, sessions and a comment")
  func lines() throws {
    let text =
      "# who may come\r\n\r\n\(Self.key(1)) driver ada@laptop\r\n"
      + "  \(Self.key(2))\tviewer sessions=talk,demo Room 3\n#\(Self.key(3)) owner\n"
      + "\(Self.key(4)) presenter\n\(Self.key(5)) owner"
    let keys = try AuthorizedKeys(parsing: text)
    #expect(keys.count == 4)
    #expect(keys[Self.key(1)] == AuthorizedKeys.Grant(role: .driver))
    let sessions = Set(["talk", "demo"].compactMap { SessionName($0) })
    #expect(keys[Self.key(2)] == AuthorizedKeys.Grant(role: .viewer, sessions: sessions))
    #expect(keys[Self.key(3)] == nil)
    #expect(keys[Self.key(4)]?.role == .presenter && keys[Self.key(5)]?.role == .owner)
    #expect(try AuthorizedKeys(parsing: "").count == 0)
  }

  @Test("the first line that is not understood is named, with what to write")
  func faults() {
    let key = Self.key(1)
    let table = [
      ("\n\nssh-ed25519 AAAA ada", "line 3: 'ssh-ed25519' is no key: `navclient key` prints one"),
      ("\(key)", "line 1: write a role behind the key: viewer, driver, presenter, owner"),
      ("\(key) admin", "line 1: write a role behind the key: viewer, driver, presenter, owner"),
      ("\(key) driver\n\(key) viewer", "line 2: this key has a line already: keep one of both"),
      ("\(key) driver sessions=a/b", "line 1: 'a/b' is no name of a session"),
      (
        "\(key) driver sessions= x", "line 1: name a session behind sessions=, or leave it out"
      ),
    ]
    for (text, expected) in table { #expect(Self.fault(text) == expected) }
    #expect(!Self.fault("\u{1B}[2J driver").contains("\u{1B}"))
  }
}
