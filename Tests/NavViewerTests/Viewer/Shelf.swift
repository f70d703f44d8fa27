import NavBase
import NavEngine
import NavScene
import NavTestKit

/// A small directory tree without a file system: names of the form `…/` are lists, all others
/// texts.
enum Shelf {
  static var session: Session { Session(root: root, path: Array("/music".utf8)) }

  static let root = PageContent(
    title: "music",
    list: ListContent(
      entries: [
        list("albums", "8 entries"), list("empty", "empty"), list("日本語の曲", "8 entries"),
        list("a directory with a longer name than half of a page has room for", "8 entries"),
        text("Kind of Blue.txt", "1.2 kB"), text("notes.md", "340 bytes"),
        text("secret.txt", "not readable"), text("👩‍👩‍👧.md", "2 bytes"),
      ] + (1...22).map { text("track \($0).flac", "\($0 * 7) MB") },
      notes: ["3 hidden"]
    )
  )

  private static func list(_ name: String, _ detail: String) -> ListEntry {
    ListEntry(key: Array(name.utf8), label: name + "/", detail: detail, opens: .list)
  }

  private static func text(_ name: String, _ detail: String) -> ListEntry {
    ListEntry(key: Array(name.utf8), label: name, detail: detail, opens: .text)
  }

  /// Returns the page of a path.
  static func page(_ request: PageRequest) -> PageContent {
    let name = String(
      decoding: request.path.split(separator: UInt8(ascii: "/")).last ?? [],
      as: UTF8.self
    )
    switch name {
    case "empty": return PageContent(title: name, list: ListContent(entries: [], notes: ["empty"]))
    case "secret.txt": return unreadable(name)
    case _ where name.hasSuffix(".md"): return prose(name)
    case _ where name.contains("."): return lines(name)
    default: return directory(name)
    }
  }

  private static func directory(_ name: String) -> PageContent {
    let lists = (1...4).map { list("part \($0)", "8 entries") }
    let texts = (1...4).map { text("song \($0).txt", "\($0) kB") }
    return PageContent(title: name, list: ListContent(entries: lists + texts))
  }

  private static func unreadable(_ name: String) -> PageContent {
    PageContent(
      name,
      [
        .heading(level: 2, StyledText(name)),
        .paragraph(StyledText("Permission denied.", style: TextStyle(role: .error))),
        .paragraph(StyledText("Make it readable, then go back and open it again.")),
      ]
    )
  }

  private static func prose(_ name: String) -> PageContent {
    let text = "A paragraph that is so long that no terminal of ordinary size shows it in one row. "
    return PageContent(
      name,
      [
        .heading(level: 1, StyledText(name)),
        .paragraph(StyledText(String(repeating: text, count: 4))),
      ]
    )
  }

  /// A page of sixty lines, some longer than a terminal is wide.
  private static func lines(_ name: String) -> PageContent {
    let lines = (1...60).map { number in
      "line \(number)" + (number % 9 == 0 ? String(repeating: " and more", count: 12) : "")
    }
    return PageContent(name, [.preformatted(lines: lines)])
  }
}

extension Session {
  /// Types keys in a terminal of a size; pages come from `Shelf`.
  mutating func type(
    _ names: [String],
    in viewport: CellSize,
    at now: Duration = .zero
  ) throws {
    let keys = names.compactMap { Key(name: $0) }
    precondition(keys.count == names.count, "no such key among \(names)")
    try perform(.keys(keys), seenIn: viewport, at: now, page: Shelf.page)
  }
}
