import Foundation
import Glibc
import NavSystem
import NavTestKit
import NavWire
import Testing

@Suite("The files of a key that is being replaced (proto/README.md: A new key)")
struct ServerKeyFilesTests {
  private let directory: String

  init() throws { directory = try makeTemporaryDirectory("server-keys") }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }
  }

  private func mode(of name: String) -> mode_t {
    var status = stat()
    return stat("\(directory)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("a next key is made beside the current one, and takes its place")
  func rotation() throws {
    let first = try ServerKeyFiles(in: directory)
    #expect(first.next == nil && first.nextMadeAt == nil)
    let rotating = try ServerKeyFiles.rotate(in: directory)
    let next = try #require(rotating.next)
    #expect(rotating.current == first.current && next.publicKey != first.current.publicKey)
    #expect(try ServerKeyFiles(inUseIn: directory) == rotating)
    let madeAt = try #require(rotating.nextMadeAt)
    #expect(madeAt > 1_700_000_000)
    #expect(rotating.publicKeys == ServerKeys(first.current.publicKey, next: next.publicKey))
    #expect(try names == ["server.key", "server.key.next"])
    for name in try names { #expect(mode(of: name) == 0o600, "\(name)") }
    let switched = try ServerKeyFiles.switchToNext(in: directory)
    #expect(switched.current.pair == next.pair && switched.next == nil)
    #expect(try names == ["server.key"] && mode(of: "server.key") == 0o600)
  }

  @Test("a step that is not possible is refused, and changes nothing")
  func refusals() throws {
    let nothing = #expect(throws: PrivateFileError.self) {
      try ServerKeyFiles.switchToNext(in: directory)
    }
    #expect(nothing?.description.contains("navd key --rotate") == true)
    let rotating = try ServerKeyFiles.rotate(in: directory)
    let twice = #expect(throws: PrivateFileError.self) { try ServerKeyFiles.rotate(in: directory) }
    #expect(twice?.description.contains("navd key --switch") == true)
    #expect(try ServerKeyFiles(in: directory) == rotating)
    unlink("\(directory)/server.key")
    #expect(throws: PrivateFileError.self) { try ServerKeyFiles(inUseIn: directory) }
    #expect(try names == ["server.key.next"])
  }

  @Test("a file is replaced as a whole, with nobody else's rights, and leaves no draft")
  func replacing() throws {
    let file = PrivateFile(path: "\(directory)/a/known")
    for text in ["one", "another"] {
      try file.replace(Array(text.utf8))
      #expect(try file.read() == Array(text.utf8))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(directory)/a")
    #expect(names == ["known"] && mode(of: "a/known") == 0o600)
  }
}
