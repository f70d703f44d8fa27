import CNavSupport
import Foundation
import Glibc
import NavSystem
import NavTestKit
import Testing

@Suite("Files beneath a directory")
final class OpeningBeneathTests {
  private let place: String
  private let book: String

  init() throws {
    place = try makeTemporaryDirectory("beneath")
    book = place + "/book"
    let files = FileManager.default
    for path in ["book/part", "other"] {
      try files.createDirectory(atPath: "\(place)/\(path)", withIntermediateDirectories: true)
    }
    for (path, text) in [("book/part/file", "chapter"), ("other/secret", "secret")] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(place)/\(path)"))
    }
    for (path, target) in [
      ("relative", "part/file"), ("absolute", "\(book)/part/file"), ("out", "../other/secret"),
      ("above", ".."),
    ] {
      try files.createSymbolicLink(atPath: "\(book)/\(path)", withDestinationPath: target)
    }
    let isMade = mkfifo(book + "/pipe", 0o600) == 0
    try #require(isMade)
  }

  deinit { try? FileManager.default.removeItem(atPath: place) }

  @Test(
    "links lead to other places in the directory, and nowhere else",
    arguments: [
      ("part/file", nil), ("relative", nil), ("absolute", nil), ("above/book/relative", nil),
      (".", EISDIR), ("out", EXDEV), ("above/other/secret", EXDEV), ("../other/secret", EXDEV),
      ("pipe", ENXIO), ("none", ENOENT), ("part/file/none", ENOTDIR),
    ] as [(String, Int32?)]
  )
  func links(path: String, code: Int32?) {
    let found = Result { () throws(SystemFailure) -> String in
      let file = try Descriptor(opening: "\(book)/\(path)".utf8, beneath: book)
      return String(decoding: try file.read(atMost: 100), as: UTF8.self)
    }
    #expect(found == code.map { .failure(SystemFailure(code: $0)) } ?? .success("chapter"))
  }

  @Test("a link that is put there after its path was looked up is not followed")
  func newLinks() {
    for (path, code) in [
      ("relative", ELOOP), ("out", ELOOP), ("above/other/secret", ENOTDIR), ("above", ELOOP),
    ] {
      let (found, reason) = (nav_open_beneath(book, path), errno)
      #expect(found == -1 && reason == code, "\(path)")
    }
  }
}
