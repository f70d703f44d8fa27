import Glibc
import NavBase
import NavTestKit
import Testing

@testable import NavContent

/// Directories as lists of entries.
@Suite struct DirectoryTests {
  private let directory = TemporaryDirectory()

  @Test func theWholeListing() throws {
    directory.write(Array("hello".utf8), to: "b.txt")
    directory.write([], to: "A.md")
    directory.write([], to: ".hidden")
    directory.makeDirectory(".git")
    directory.makeDirectory("zoo")
    directory.link("dir link", to: "zoo")
    directory.link("file link", to: "b.txt")
    directory.link("broken", to: "nowhere")
    directory.link("loop", to: "loop")
    directory.link("far", to: String(repeating: "x", count: 100))
    #expect(mkfifo(directory.path("pipe"), 0o600) == 0)
    directory.link("pipe link", to: "pipe")
    directory.link("null", to: "/dev/null")
    let listing = try openTree(path: directory.root)
    #expect(
      listing.entries.map { "\($0.title)\($0.remark) | \($0.detail) | \($0.kind)" } == [
        "dir link/ -> zoo |  | linkToDirectory",
        "zoo/ |  | directory",
        "A.md | 0 B | file",
        "b.txt | 5 B | file",
        "broken -> nowhere (broken) |  | brokenLink",
        "far -> " + String(repeating: "x", count: 59) + "… (broken) |  | brokenLink",
        "file link -> b.txt | 5 B | linkToFile",
        "loop -> loop (broken) |  | brokenLink",
        "null -> /dev/null | device | device",
        "pipe | pipe | pipe",
        "pipe link -> pipe | pipe | pipe",
      ]
    )
    #expect(listing.entries.map(\.size) == [nil, nil, 0, 5, nil, nil, 5, nil, nil, nil, nil])
    #expect(listing.hiddenCount == 2)
    #expect(listing.omittedCount == 0)
    #expect(listing.note == "2 hidden")
  }

  @Test(arguments: [
    ([], []),
    (["b", "a", "C"], ["a", "b", "C"]),
    (["10", "9", "1", "100"], ["1", "9", "10", "100"]),
    (["a10b", "a9b", "a9", "a9a"], ["a9", "a9a", "a9b", "a10b"]),
    (["x01", "x1", "x001", "x2"], ["x001", "x01", "x1", "x2"]),
    (["x0", "x", "x00", "x1"], ["x", "x0", "x00", "x1"]),
    (["Ab", "aB", "ab", "AB"], ["AB", "Ab", "aB", "ab"]),
    (["a-b", "a.b", "ab", "a b", "a_b"], ["a b", "a-b", "a.b", "a_b", "ab"]),
    (["a1", "aa", "a."], ["a.", "a1", "aa"]),
    (["Ü", "ü", "Ä", "z"], ["z", "Ä", "Ü", "ü"]),
    (["日2", "日10"], ["日2", "日10"]),
    (["v1.10", "v1.9", "v1"], ["v1", "v1.9", "v1.10"]),
    (
      ["2" + String(repeating: "0", count: 200), "1" + String(repeating: "0", count: 201)],
      ["2" + String(repeating: "0", count: 200), "1" + String(repeating: "0", count: 201)]
    ),
  ])
  func order(names: [String], expected: [String]) throws {
    for name in names { directory.write([], to: name) }
    let listing = try openTree(path: directory.root)
    #expect(listing.entries.map { String(decoding: $0.name, as: UTF8.self) } == expected)
  }

  @Test(arguments: [
    ("plain", "plain"),
    ("\u{1B}[2Jx", "\u{FFFD}[2Jx"),
    ("two\nlines\r\n", "two\u{FFFD}lines\u{FFFD}\u{FFFD}"),
    ("tab\there", "tab\u{FFFD}here"),
    ("a\u{2028}b", "a\u{FFFD}b"),
    ("x\u{202E}txt.exe", "x\u{FFFD}txt.exe"),
    ("\u{9B}31m", "\u{FFFD}31m"),
    (String(repeating: "n", count: 255), String(repeating: "n", count: 255)),
  ])
  func titles(name: String, title: String) throws {
    directory.write([], to: name)
    let entry = try #require(try openTree(path: directory.root).entries.first)
    #expect(Array(entry.title.unicodeScalars) == Array(title.unicodeScalars))
    #expect(entry.name == Array(name.utf8))
    directory.link("0", to: name)
    let entries = try openTree(path: directory.root).entries
    let link = try #require(entries.first { $0.target != nil })
    let remark = " -> " + title.truncated(toColumns: DirectoryEntry.targetColumns)
    #expect(Array(link.remark.unicodeScalars) == Array(remark.unicodeScalars))
  }

  @Test func namesWithInvalidUTF8() throws {
    let names: [[UInt8]] = [[0x61, 0xFE], [0x61, 0xFF], [0xC3]]
    for name in names { directory.write(Array("me".utf8), to: name) }
    let entries = try openTree(path: directory.root).entries
    #expect(entries.map(\.name) == names.map(SystemText.utf8))
    #expect(entries.map(\.title) == ["a\u{FFFD}", "a\u{FFFD}", "\u{FFFD}"])
    for name in names + entries.map(\.name) {
      let page = loadTreePage(path: directory.path(name), ancestors: [])
      #expect(texts(page) == ["me"])
    }
  }

  @Test(arguments: [
    (999, "999 B"), (0, "0 B"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"),
    (4_200, "4.2 kB"), (99_949, "99.9 kB"), (99_950, "100 kB"), (100_500, "101 kB"),
    (999_499, "999 kB"), (999_500, "1.0 MB"), (10_485_760, "10.5 MB"), (999_950_000, "1.0 GB"),
    (1_500_000_000_000, "1.5 TB"), (Int.max, "9.2 EB"),
  ])
  func sizes(size: Int, text: String) {
    #expect(DirectoryEntry(name: [], kind: .file, size: size).detail == text)
  }

  @Test(arguments: [
    (0, 0, 0, "empty"), (0, 0, 3, "empty, 3 hidden"), (1, 0, 0, nil), (1, 0, 1, "1 hidden"),
    (1, 12_345, 0, "12,345 more left out: a directory shows 1"),
    (1, 1_234_567, 2, "1,234,567 more left out: a directory shows 1, 2 hidden"),
  ])
  func notes(entries: Int, omitted: Int, hidden: Int, note: String?) {
    let entry = DirectoryEntry(name: [0x61], kind: .file)
    let listing = DirectoryListing(
      title: "x",
      entries: Array(repeating: entry, count: entries),
      hiddenCount: hidden,
      omittedCount: omitted
    )
    #expect(listing.note == note)
  }

  @Test func anEmptyDirectory() throws {
    #expect(try openTree(path: directory.root).note == "empty")
    directory.write([], to: ".x")
    #expect(try openTree(path: directory.root).note == "empty, 1 hidden")
  }

  /// Of too many entries the first ones in the order of all are shown.
  @Test(arguments: [(9, 0), (8, 0), (7, 1), (4, 4), (3, 5), (1, 7)])
  func entryLimit(limit: Int, omitted: Int) throws {
    directory.makeDirectory("z")
    let names = ["a", "b", "c", "d", "e", "f", "g"]
    for name in names.reversed() { directory.write([], to: name) }
    var limits = TreeLimits()
    limits.entries = limit
    let listing = try openTree(path: directory.root, limits: limits)
    #expect(listing.entries.map(\.title) == Array((["z/"] + names).prefix(limit)))
    #expect(listing.omittedCount == omitted)
    let path = Array(directory.root.utf8)
    let page = loadTreePage(path: path, ancestors: [], limits: limits)
    #expect(page == .directory(listing))
  }

  @Test(arguments: wanted(0..<30))
  func agreesWithTheTwin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pieces = ["a", "B", "b", "0", "00", "1", "9", "10", "-", "é", "É", "z"]
    var names: Set<String> = []
    for _ in 0..<random.int(in: 0...60) {
      names.insert((0..<random.int(in: 1...4)).map { _ in random.pick(pieces) }.joined())
    }
    // The file system returns them in an order of its own.
    let entries = names.sorted().map { name in
      if random.oneIn(3) { directory.makeDirectory(name) } else { directory.write([], to: name) }
      return name
    }
    var limits = TreeLimits()
    limits.entries = random.int(in: 1...20)
    let all = try openTree(path: directory.root).entries
    let first = try openTree(path: directory.root, limits: limits)
    #expect(all.count == entries.count, "seed \(seed)")
    #expect(Array(all.prefix(limits.entries)) == first.entries, "seed \(seed)")
    #expect(first.omittedCount == max(0, all.count - limits.entries), "seed \(seed)")
    for (a, b) in zip(all, all.dropFirst()) {
      #expect(comesBefore(a, b) && !comesBefore(b, a), "seed \(seed): \(a.title) \(b.title)")
    }
  }

  @Test(arguments: [
    ("", "d"), ("/", "d"), ("//", "d"), ("/.", "d"), ("/./", "d"), ("/x/..", "d"), ("/x", "x"),
    ("/to x", "to x"),
  ])
  func rootTitles(suffix: String, title: String) throws {
    let path = directory.makeDirectory("d")
    directory.makeDirectory("d/x")
    directory.link("d/to x", to: "x")
    #expect(try openTree(path: path + suffix).title == title)
  }

  @Test func theRootOfTheFileSystem() throws {
    #expect(try openTree(path: "/").title == "/")
    #expect(try openTree(path: "/..").title == "/")
    #expect(try openTree(path: "/").entries.contains { $0.title == "tmp/" })
  }

  @Test func pathsThatAreNoRoot() {
    let file = directory.write([], to: "file")
    let broken = directory.link("broken", to: "none")
    let pipe = directory.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let loop = directory.link("loop", to: "loop")
    let cases: [(String, ContentError)] = [
      (directory.path("none"), .notFound(path: directory.path("none"))),
      ("", .notFound(path: "")),
      ("/\u{0}", .notFound(path: "/\u{0}")),
      (file + "/x", .notFound(path: file + "/x")),
      (broken, .notFound(path: broken)),
      (file, .notDirectory(path: file)),
      (pipe, .notDirectory(path: pipe)),
      ("/dev/null", .notDirectory(path: "/dev/null")),
      (
        loop,
        .unreadable(path: loop, code: ELOOP, reason: "Too many levels of symbolic links")
      ),
    ]
    for (path, error) in cases {
      #expect(throws: error) { try openTree(path: path) }
    }
  }

  /// A reference implementation of the order, with numbers compared as numbers.
  private func comesBefore(_ a: DirectoryEntry, _ b: DirectoryEntry) -> Bool {
    if a.isBranch != b.isBranch { return a.isBranch }
    var (left, right) = (folded(a)[...], folded(b)[...])
    while let first = left.first, let second = right.first {
      if first.isASCIIDigit && second.isASCIIDigit {
        let numbers = (left.prefix(while: \.isASCIIDigit), right.prefix(while: \.isASCIIDigit))
        let (one, other) = (Int(String(numbers.0)) ?? 0, Int(String(numbers.1)) ?? 0)
        if one != other { return one < other }
        left = left.dropFirst(numbers.0.count)
        right = right.dropFirst(numbers.1.count)
      } else {
        if first != second { return first < second }
        left.removeFirst()
        right.removeFirst()
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return a.name.lexicographicallyPrecedes(b.name)
  }

  private func folded(_ entry: DirectoryEntry) -> [Character] {
    Array(String(decoding: entry.name, as: UTF8.self).lowercased())
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
