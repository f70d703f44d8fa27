import Foundation
import NavContent
import NavTestKit
import Testing

@Suite("Files below a directory, found by their names")
struct FileIndexTests {
  /// A directory with some files; a path that ends with `/` is a directory.
  private func directory(_ files: [String]) throws -> String {
    let root = try makeTemporaryDirectory("find")
    for file in files {
      let path = root + "/" + file
      let folder = (path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    }
    return root
  }

  private func labels(
    _ index: FileIndex,
    _ words: String = "",
    limit: Int = 100
  ) -> [String] {
    index.files(having: words, limit: limit).files.map(\.label)
  }

  @Test(
    "all files below, higher ones first; `.git` is skipped, and hidden ones by option"
  )
  func files() throws {
    let root = try directory([
      "b.md", "sub/c.md", "sub/deep/d.md", ".hidden/e.md", ".git/config", "sub/.git/config",
    ])
    defer { try? FileManager.default.removeItem(atPath: root) }
    for (showsHidden, expected) in [
      (false, ["b.md", "sub/c.md", "sub/deep/d.md"]),
      (true, ["b.md", ".hidden/e.md", "sub/c.md", "sub/deep/d.md"]),
    ] {
      let index = FileIndex(root: Array(root.utf8), showsHidden: showsHidden)
      #expect(!index.files(having: "", limit: 10).isDone)
      index.gather()
      let found = index.files(having: "", limit: 10)
      #expect(found.files.map(\.label) == expected)
      #expect(found.isDone && !found.isCut && found.looked == expected.count)
    }
  }

  @Test("the best matches come first, with their paths")
  func ranking() throws {
    let root = try directory(["deep/er/list.md", "list/x.md", "other.md"])
    defer { try? FileManager.default.removeItem(atPath: root) }
    let index = FileIndex(root: Array(root.utf8), showsHidden: false)
    index.gather()
    let found = index.files(having: "list", limit: 10)
    #expect(found.files.map(\.label) == ["deep/er/list.md", "list/x.md"])
    #expect(found.files[0].names == ["deep", "er", "list.md"].map { Array($0.utf8) })
    #expect(found.count == 2 && labels(index, "list", limit: 1).count == 1)
  }

  @Test("a circle of links ends")
  func circle() throws {
    let root = try directory(["a/b.md"])
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createSymbolicLink(atPath: root + "/a/up", withDestinationPath: root)
    let index = FileIndex(root: Array(root.utf8), showsHidden: false)
    index.gather()
    #expect(labels(index) == ["a/b.md"])
  }

  @Test("results past the limits are cut, and reported as such")
  func limits() throws {
    let root = try directory((0..<5).map { "f\($0)" } + ["d/e/f"])
    defer { try? FileManager.default.removeItem(atPath: root) }
    func found(_ change: (inout FileIndex.Limits) -> Void) -> FileIndex.Found {
      var limits = FileIndex.Limits()
      change(&limits)
      let index = FileIndex(root: Array(root.utf8), showsHidden: false, limits: limits)
      index.gather()
      return index.files(having: "", limit: 100)
    }
    for (files, isCut) in [(5, true), (6, false)] {
      let found = found { $0.files = files }
      #expect(found.count == files && found.isCut == isCut && found.isDone)
    }
    for (bytes, isCut) in [(14, true), (15, false)] {
      #expect(found { $0.bytes = bytes }.isCut == isCut)
    }
    for (depth, isCut) in [(2, true), (3, false)] {
      #expect(found { $0.depth = depth }.isCut == isCut)
    }
  }

  @Test("a search that nobody wants any more ends")
  func unwanted() throws {
    let root = try directory(["a", "b/c"])
    defer { try? FileManager.default.removeItem(atPath: root) }
    for (wanted, expected) in [(0, []), (1, ["a"]), (2, ["a", "b/c"])] {
      let index = FileIndex(root: Array(root.utf8), showsHidden: false)
      var left = wanted
      index.gather {
        left -= 1
        return left >= 0
      }
      #expect(index.isDone == (wanted == 2) && labels(index) == expected)
    }
  }

  @Test("work is wanted until its lease is over or ended; then it can't be renewed")
  func leases() throws {
    let lease = Lease(.seconds(60))
    #expect(!lease.isOver && lease.renew())
    lease.end()
    #expect(lease.isOver && !lease.renew())
    let past = Lease(.zero)
    #expect(past.isOver && !past.renew() && past.isOver)
  }
}
