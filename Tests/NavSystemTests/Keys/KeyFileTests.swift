import Foundation
import Glibc
import NavSystem
import NavTestKit
import NavWire
import Testing
import ZeroMQ

@Suite("Files with keys (proto/README.md: Encryption)")
struct KeyFileTests {
  private let directory: String
  private var path: String { "\(directory)/a/b/own.key" }

  init() throws { directory = try makeTemporaryDirectory("keys") }

  private func write(_ text: String, mode: mode_t = 0o600) throws {
    unlink(path)
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
    #expect(fchmod(file, mode) == 0)
  }

  private func failure() -> String {
    do throws(PrivateFileError) {
      _ = try KeyFile(path: path, of: "a test")
      return ""
    } catch {
      return error.description
    }
  }

  @Test("keys are made once, with their directory, and nobody else may read them")
  func once() throws {
    let first = try KeyFile(path: path, of: "a test")
    #expect(try KeyFile(path: path, of: "another test") == first)
    #expect(first.publicKey == PeerKey(first.pair.publicKey))
    #expect(first.publicKey.curve == first.pair.publicKey)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    // Without a trace of the draft.
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(directory)/a/b")
    #expect(names == ["own.key"])
  }

  @Test("a file that others may read is refused, and stays as it is")
  func readable() throws {
    let first = try KeyFile(path: path, of: "a test")
    for mode: mode_t in [0o640, 0o604, 0o644] {
      #expect(chmod(path, mode) == 0)
      #expect(failure().contains("chmod 600 \(path)"), "\(String(mode, radix: 8))")
    }
    #expect(chmod(path, 0o600) == 0)
    #expect(try KeyFile(path: path, of: "a test") == first)
  }

  @Test("a file without exactly one key is refused")
  func damaged() throws {
    let key = try KeyFile(path: path, of: "a test")
    let secret = PeerKey(key.pair.secretKey)
    for text in ["", "# \(secret)\n", "\(secret)\n\(secret)\n", "\(secret)x\n", "x"] {
      try write(text)
      #expect(failure().contains("holds no key"), "\(text)")
    }
    try write("# a comment\n\n\(secret)")
    #expect(try KeyFile(path: path, of: "a test").pair == key.pair)
    try write(String(repeating: "#", count: 5_000))
    #expect(failure().contains("larger than 4 KiB"))
  }

  @Test("a directory that can't be made is an error with its reason")
  func noDirectory() {
    let error = #expect(throws: PrivateFileError.self) {
      try KeyFile(path: "/proc/nowhere/own.key", of: "a test")
    }
    #expect(error?.description.contains("/proc/nowhere/own.key: can't be written") == true)
  }
}
