import NavBase
import Glibc
import NavSystem
import NavTestKit
import Testing

@Suite("The names of a directory's entries")
struct EntryNamesTests {
  /// Runs a body with the path of a directory that has empty files of some names, and removes it.
  private func withFiles(named names: [[UInt8]], _ body: (String) throws -> Void) throws {
    let path = try makeTemporaryDirectory("names")
    let files = names.map { (Array("\(path)/".utf8) + $0).terminated }
    defer {
      for file in files { unlink(file) }
      rmdir(path)
    }
    for file in files {
      let number = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      try #require(number >= 0)
      close(number)
    }
    try body(path)
  }

  private func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }

  @Test("an empty directory has no names")
  func empty() throws {
    try withFiles(named: []) { path throws in
      #expect(try entryNames(in: path) == [])
    }
  }

  @Test("files, directories and links have names, also hidden ones; what is below them has none")
  func kinds() throws {
    let names = [".hidden", "...", "Grüße", "a b"]
    try withFiles(named: bytes(names)) { path in
      let (directory, link) = ("\(path)/directory", "\(path)/link")
      try #require(mkdir(directory, 0o700) == 0)
      try #require(symlink("nowhere", link) == 0)
      try #require(symlink("..", "\(directory)/below") == 0)
      defer {
        unlink("\(directory)/below")
        rmdir(directory)
        unlink(link)
      }
      let found = try entryNames(in: path)
      #expect(found.sorted() == (names + ["directory", "link"]).sorted())
      #expect(try entryNames(in: directory) == ["below"])
      #expect(try entryNames(in: "\(directory)/below").sorted() == found.sorted(), "a link")
    }
  }

  @Test("names that are not UTF-8 have scalars instead of bytes")
  func encoding() throws {
    try withFiles(named: [[0x61], [0x61, 0xFF], [0xC3]]) { path throws in
      let names = try entryNames(in: path)
      #expect(names.sorted() == ["a", "a\u{10FFFF}", "\u{10FFC3}"])
      for name in names { #expect(access("\(path)/\(name)".utf8.terminated, F_OK) == 0, "\(name)") }
    }
  }

  @Test("the longest names, and more of them than the system returns at once")
  func many() throws {
    let names = (1_000..<2_000).map { String(repeating: "n", count: 251) + "\($0)" }
    try withFiles(named: bytes(names)) { path throws in
      #expect(try entryNames(in: path).sorted() == names)
    }
  }

  @Test("a path at which no directory is has no names")
  func failures() throws {
    try withFiles(named: bytes(["file"])) { path in
      #expect(throws: SystemFailure(code: ENOENT)) { try entryNames(in: "\(path)/none") }
      #expect(throws: SystemFailure(code: ENOTDIR)) { try entryNames(in: "\(path)/file") }
    }
  }
}
