import Glibc
import NavBase
import NavTestKit
import Testing

@testable import NavContent

/// Directories in other orders than by name, and with their hidden entries.
@Suite struct ListingOrderTests {
  private let directory = TemporaryDirectory()

  /// Sets the modification time of a file, in seconds since 1970.
  private func date(_ name: String, _ seconds: Int, nanoseconds: Int = 0) {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    let done = utimensat(AT_FDCWD, directory.path(name), [time, time], AT_SYMLINK_NOFOLLOW)
    precondition(done == 0, "cannot date \(name)")
  }

  private func write(_ name: String, bytes: Int, at seconds: Int, nanoseconds: Int = 0) {
    directory.write(Array(repeating: 0x78, count: bytes), to: name)
    date(name, seconds, nanoseconds: nanoseconds)
  }

  private func makeEntries() {
    write("b10.txt", bytes: 3, at: 500)
    write("B9.TXT", bytes: 3, at: 400)
    write("a.md", bytes: 70, at: 600, nanoseconds: 1)
    write("c.md", bytes: 0, at: 600, nanoseconds: 2)
    write("Makefile", bytes: 9, at: -5)
    write(".bashrc", bytes: 50, at: 700)
    directory.makeDirectory("old")
    date("old", 100)
    directory.makeDirectory(".git")
    date(".git", 650)
    directory.link("broken", to: "nowhere")
    date("broken", 450)
    directory.link("link", to: "a.md")
    date("link", 1)
  }

  @Test(
    "the entries and their order",
    arguments: [
      (
        TreeOrder(), nil,
        ["old/", "a.md", "B9.TXT", "b10.txt", "broken", "c.md", "link", "Makefile"]
      ),
      (
        TreeOrder(showsHidden: true), "with hidden files",
        [
          ".git/", "old/", ".bashrc", "a.md", "B9.TXT", "b10.txt", "broken", "c.md", "link",
          "Makefile",
        ]
      ),
      (
        TreeOrder(sort: .time), "newest first",
        ["c.md", "a.md", "link", "b10.txt", "broken", "B9.TXT", "old/", "Makefile"]
      ),
      (
        TreeOrder(sort: .size), "largest first",
        ["a.md", "link", "Makefile", "B9.TXT", "b10.txt", "c.md", "old/", "broken"]
      ),
      (
        TreeOrder(sort: .kind), "by kind",
        ["old/", "broken", "link", "Makefile", "a.md", "c.md", "B9.TXT", "b10.txt"]
      ),
      (
        TreeOrder(showsHidden: true, sort: .time), "newest first, with hidden files",
        [
          ".bashrc", ".git/", "c.md", "a.md", "link", "b10.txt", "broken", "B9.TXT", "old/",
          "Makefile",
        ]
      ),
    ] as [(TreeOrder, String?, [String])]
  )
  func orders(order: TreeOrder, heading: String?, titles: [String]) throws {
    makeEntries()
    let listing = try openTree(path: directory.root, order: order)
    #expect(listing.entries.map(\.title) == titles)
    #expect(listing.order.heading == heading)
    #expect(listing.hiddenCount == (order.showsHidden ? 0 : 2))
    #expect(listing.unknownCount == 0)
    let page = loadTreePage(path: Array(directory.root.utf8), ancestors: [], order: order)
    #expect(page == .directory(listing))
    // Of too many entries, the last ones are left out.
    for limit in 1...titles.count {
      var limits = TreeLimits()
      limits.entries = limit
      let first = try openTree(path: directory.root, order: order, limits: limits)
      #expect(first.entries == Array(listing.entries.prefix(limit)))
      #expect(first.omittedCount == titles.count - limit)
    }
  }

  @Test("times are shown beside the entries only while they are sorted by them")
  func details() throws {
    write("a", bytes: 3, at: 1_700_000_000)
    directory.link("link", to: String(repeating: "x", count: 99))
    date("link", 1_700_000_000)
    var date = tm()
    var seconds = time_t(1_700_000_000)
    localtime_r(&seconds, &date)
    let day = "2023-11-\(date.tm_mday) \(date.tm_hour < 10 ? "0" : "")\(date.tm_hour):13"
    let dated = try openTree(path: directory.root, order: TreeOrder(sort: .time)).entries
    #expect(dated.map(\.title) == ["a", "link"])
    #expect(dated[0].detail == "3 B  " + day)
    #expect(dated[1].detail == day && dated[1].remark.hasSuffix("xxx… (broken)"))
    #expect(dated.allSatisfy { columnWidth(of: $0.detail) <= DirectoryEntry.detailColumns })
    for sort in TreeSort.allCases where sort != .time {
      let entries = try openTree(path: directory.root, order: TreeOrder(sort: sort)).entries
      #expect(entries.allSatisfy { $0.modified == nil })
      #expect(entries[0].detail == "3 B")
    }
    let never = DirectoryEntry(name: [0x61], kind: .file, modified: .seconds(Int64.max / 2))
    #expect(never.detail == "")
  }

  @Test("a directory with details shows dates and modes, and says what is no text")
  func modes() throws {
    write("a.PNG", bytes: 3, at: 1_700_000_000)
    write("b", bytes: 3, at: 1_700_000_000)
    write("c.tar.gz", bytes: 3, at: 1_700_000_000)
    for (name, mode) in [("a.PNG", 0o640), ("b", 0o4755), ("c.tar.gz", 0o007)] as [(String, mode_t)]
    {
      #expect(chmod(directory.path(name), mode) == 0)
    }
    let plain = try openTree(path: directory.root).entries
    #expect(plain.map(\.detail) == ["picture 3 B", "3 B", "binary 3 B"])
    #expect(plain.allSatisfy { $0.modified == nil && $0.mode == nil })
    let order = TreeOrder(showsDetails: true)
    let listing = try openTree(path: directory.root, order: order)
    #expect(listing.order.heading == nil)
    for (entry, mode) in zip(listing.entries, ["rw-r-----", "rwxr-xr-x", "------rwx"]) {
      #expect(entry.detail.contains("  2023-11-1") && entry.detail.hasSuffix("  " + mode))
      #expect(columnWidth(of: entry.detail) <= DirectoryEntry.detailColumns)
    }
    // The page knows the width of its columns.
    let longest = try #require(PageContent(listing).list?.longest)
    #expect(longest.line == 8 && longest.detail == "picture 3 B  2023-11-14 22:13  rw-r-----".count)
  }

  @Test("entries have the icons of their kinds where these are wanted, in the root and below it")
  func icons() throws {
    for name in ["a.PNG", "b", "c.tar.gz", "d.pdf"] { write(name, bytes: 1, at: 1) }
    directory.makeDirectory("e")
    directory.link("f", to: "e")
    directory.link("g", to: "gone")
    let reader = ContentReader(highlighter: CodeHighlighter(nil)) { _ in }
    directory.write([], to: "e/h.zip")
    func list(_ content: SessionContent) throws -> ListContent {
      guard case .page(let page) = content, let list = page.list else {
        throw ContentError.notFound(path: "no list")
      }
      return list
    }
    func leads() throws -> [String] {
      let content = try reader.read(.tree(path: directory.root), for: 1)
      guard case .stack(let stack) = content else { return [] }
      let path = Array(directory.path("e").utf8)
      let below = reader.page(stack.reference(to: path, label: "e"), of: 1).content
      let lists = try [list(stack.root), list(below)]
      #expect(lists[0].longest.line == "c.tar.gz".count + lists[0].entries[0].lead.count)
      return lists.flatMap { list in list.entries.map { $0.label + $0.lead } }
    }
    #expect(try leads().allSatisfy { !$0.hasSuffix(" ") })
    reader.allowIcons(true)
    #expect(
      try leads() == [
        "e/\u{F07B} ", "f/\u{F0C1} ", "a.PNG\u{F03E} ", "b\u{F15C} ", "c.tar.gz\u{F1C6} ",
        "d.pdf\u{F15B} ",
        "g\u{F0C1} ", "h.zip\u{F1C6} ",
      ]
    )
  }

  @Test("entries that were not inspected come last, and are counted", arguments: 0...4)
  func unknown(looks: Int) throws {
    for name in ["a", "b", "c"] { write(name, bytes: 1, at: 5) }
    var limits = TreeLimits()
    limits.examinedEntries = looks
    for sort in [TreeSort.time, .size] {
      let listing = try openTree(path: directory.root, order: TreeOrder(sort: sort), limits: limits)
      let known = listing.entries.map { $0.size != nil }
      #expect(known == (0..<3).map { $0 < looks }, "\(sort)")
      #expect(listing.unknownCount == max(0, 3 - looks))
      let note = "\(3 - looks) of unknown \(sort) at the end"
      #expect(listing.note == (looks < 3 ? note : nil))
    }
    let named = try openTree(path: directory.root, limits: limits)
    #expect(named.entries.map(\.title) == ["a", "b", "c"])
    #expect(named.note == nil)
  }

  @Test("any times and sizes are in order", arguments: wanted(0..<20))
  func numbers(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for index in 0..<random.int(in: 2...40) {
      let seconds = random.pick([-2_000_000_000, -1, 0, 1, 255, 256, 65_536, 4_000_000_000])
      write(
        "\(index)",
        bytes: random.pick([0, 1, 255, 256, 257, 70_000]),
        at: seconds,
        nanoseconds: random.pick([0, 1, 999_999_999])
      )
    }
    let times = try openTree(path: directory.root, order: TreeOrder(sort: .time)).entries
    let sizes = try openTree(path: directory.root, order: TreeOrder(sort: .size)).entries
    for (a, b) in zip(times, times.dropFirst()) {
      let (one, other) = (try #require(a.modified), try #require(b.modified))
      #expect(one > other || one == other && number(a) < number(b), "seed \(seed)")
    }
    for (a, b) in zip(sizes, sizes.dropFirst()) {
      let (one, other) = (try #require(a.size), try #require(b.size))
      #expect(one > other || one == other && number(a) < number(b), "seed \(seed)")
    }
  }

  private func number(_ entry: DirectoryEntry) -> Int { Int(entry.title) ?? -1 }
}
