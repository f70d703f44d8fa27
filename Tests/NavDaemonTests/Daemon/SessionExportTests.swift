import Foundation
import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Exports of sessions, by kind of content")
struct SessionExportTests {
  private let directory: String

  init() throws {
    directory = try makeTemporaryDirectory("export")
  }

  private func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: directory + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private func export(
    _ content: ContentSpec,
    as format: ExportFormat = .text,
    reader: ContentReader = ContentReader(),
    pages: [PageRequest] = []
  ) throws -> String {
    let job = SessionExport.Job(
      content,
      of: 1,
      name: "talk",
      format: format,
      openPages: pages.map(\.reference)
    )
    defer { reader.close(1) }
    return String(decoding: try SessionExport.begin(job, by: reader).whole(), as: UTF8.self)
  }

  private struct File: Decodable {
    struct Page: Decodable {
      var number: Int
      var title: String
      var path: [String]?
      var lines: [String]
      var notes: String
    }

    var title: String
    var slides: [Page]?
    var pages: [Page]?
    var omitted: [String]
  }

  private func file(
    _ content: ContentSpec,
    reader: ContentReader = ContentReader(),
    pages: [PageRequest] = []
  ) throws -> File {
    let text = try export(content, as: .json, reader: reader, pages: pages)
    return try JSONDecoder().decode(File.self, from: Data(text.utf8))
  }

  @Test("an exported deck equals the exported file, in each format", arguments: ["pager", "stack"])
  func deck(mode: String) throws {
    let markdown = """
      ---
      title: Talk
      mode: \(mode)
      footer: "{current_slide}"
      ---
      # One

      <!-- speaker_note: say "it" -->

      ---

      # Two

      <!-- pause -->

      text
      """
    let path = try write(markdown, to: "a.md")
    let deck = ContentExport(try loadDeck(path: path))
    for format in ExportFormat.allCases {
      #expect(try export(.deck(path: path), as: format) == deck.written(as: format))
    }
    let found = try file(.deck(path: path))
    #expect(found.slides?.map(\.title) == ["One", "Two"] && found.title == "Talk")
    #expect(found.slides?.map(\.notes) == ["", ""])
    #expect(found.pages == nil && found.omitted.isEmpty)
  }

  @Test("a book is exported with its contents and all chapters, and links between them")
  func book() throws {
    let summary = try write("# Summary\n\n- [A](a.md)\n- [B](b/b.md)\n- [C]()\n", to: "SUMMARY.md")
    _ = try write("# A\n\n[to B](b/b.md#x) [gone](c.md)\n", to: "a.md")
    _ = try write("# B\n\ntext of B\n", to: "b/b.md")
    let found = try file(.docs(path: summary))
    #expect(found.pages?.map(\.title).dropFirst() == ["A", "B"])
    #expect(found.pages?.map(\.number) == [1, 2, 3])
    #expect(found.pages?.last?.path?.last == "B" && found.pages?.last?.path?.count == 2)
    let html = try export(.docs(path: summary), as: .html)
    #expect(html.contains("<a href=\"#page-3\">to B</a> gone"), "\(html)")
    #expect(html.contains("text of B") && !html.contains("nav-page:"))
    #expect(html.contains("<code><a href=\"#page-2\">1. A</a>\n<a href=\"#page-3\">2. B</a>\n3. C"))
  }

  @Test("pictures of decks, scenes and books are part of HTML files, and of no other format")
  func pictures() throws {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg'/>"
    for name in ["a.svg", "book/a.svg"] { _ = try write(drawing, to: name) }
    let deck = try write("![one](a.svg)\n", to: "talk.md")
    let scene = try write("tabs: {items: [{title: T, content: {file: talk.md}}]}", to: "app.yaml")
    _ = try write("# A\n\n![one](a.svg)\n", to: "book/a.md")
    let book = try write("- [A](a.md)\n", to: "book/SUMMARY.md")
    let contents: [ContentSpec] = [
      .deck(path: deck), .scene(path: scene), .docs(path: book),
    ]
    for content in contents {
      let html = try export(content, as: .html)
      #expect(html.contains("<img src=\"data:image/svg+xml;base64,"), "\(html)")
      #expect(try export(content).contains("one (a.svg)"))
    }
  }

  @Test("a text of any length is exported as a whole, alone and among other pages")
  func largeText() throws {
    let lines = (0..<200_000).map { "line \($0) <of> a \"log\"" }
    let text = lines.joined(separator: "\n") + "\n"
    let path = try write(text, to: "big.log")
    let found = try file(.path(PathContent(.text, path)))
    #expect(found.pages?.count == 1 && found.pages?.first?.lines == lines)
    #expect(found.omitted.isEmpty)
    #expect(try export(.path(PathContent(.text, path))).hasSuffix(text))
    let html = try export(.path(PathContent(.text, path)), as: .html)
    #expect(html.contains("line 199999 &lt;of&gt;") && html.contains("</html>"))
    let short = ContentSpec.path(PathContent(.text, try write("short\n", to: "short.txt")))
    let tabs = try file(.tabs([short, .path(PathContent(.text, path)), short]))
    // The last page is the attachment with the paths.
    let pages = tabs.pages ?? []
    #expect(pages.map(\.lines).prefix(3) == [["short"], lines, ["short"]])
    #expect(pages.map(\.title).dropFirst(3) == ["Paths"])
  }

  @Test("it names no directory of the daemon's machine", arguments: ExportFormat.allCases)
  func directories(format: ExportFormat) throws {
    let path = try write("# A\n", to: "deep/one.md")
    let contents: [ContentSpec] = [
      .deck(path: path), .path(PathContent(.text, path)),
      .command(CommandLine(.shell, [": /home/ada/one.md --file='/srv/one.md'"], in: directory)),
    ]
    let title = ": one.md --file='one.md'"
    for content in contents + [.tabs(contents)] {
      let file = try export(content, as: format)
      #expect(!file.isEmpty && !file.contains(directory) && !file.contains("/home"), "\(file)")
    }
    #expect(try ContentReader().read(contents[2], for: 1).title == title)
  }

  @Test("it is written piece by piece")
  func pieces() throws {
    let text = String(repeating: "some words\n", count: 300_000)
    let path = try write(text, to: "big.log")
    let reader = ContentReader()
    defer { reader.close(1) }
    let content = ContentSpec.path(PathContent(.text, path))
    let job = SessionExport.Job(content, of: 1, name: "log", format: .text)
    let whole = try SessionExport.begin(job, by: reader).whole()
    let export = try SessionExport.begin(job, by: reader)
    var bytes: [UInt8] = []
    while true {
      let next = try export.next(100_000)
      bytes += next.bytes
      #expect(next.isLast || next.bytes.count == 100_000)
      guard !next.isLast else { break }
    }
    #expect(bytes == whole)
  }

  @Test("lists link to the pages that their entries open, each list to its own")
  func lists() throws {
    let scene = try write(
      """
      tabs:
        items:
          - title: One
            content: {list: {entries: [{label: same, detail: d, open: {text: "# First"}}, longer]}}
          - title: Two
            content: {list: {entries: [{label: same, open: {text: "# Second"}}]}}
      """,
      to: "app.yaml"
    )
    let html = try export(.scene(path: scene), as: .html)
    #expect(
      html.contains("<code><a href=\"#page-2\">same</a>    <span class=\"muted\">d</span>\nlonger")
    )
    #expect(html.contains("<code><a href=\"#page-4\">same</a></code>"))
    let first = html.ranges(of: "<h1>First</h1>").first?.lowerBound
    let second = html.ranges(of: "id=\"page-3\"").first?.lowerBound
    #expect(first != nil && second != nil && first! < second!)
  }

  @Test(
    "a document is exported as written, from a file as from standard input",
    arguments: [
      ("a.json", "{\"a\": [1,\n\t2]}\n"), ("a.yaml", "a:\n  - 1\n  - 2\n"),
      ("a.yaml", "a: " + String(repeating: "long ", count: 100) + "x\n"),
    ]
  )
  func document(name: String, text: String) throws {
    let path = try write(text, to: name)
    let given = GivenText(name: "", bytes: Array(text.utf8), form: .outline)
    for content in [
      ContentSpec.outline(path: path), .text(given), .path(PathContent(.text, path)),
    ] {
      let found = try file(content)
      #expect(found.pages?.map(\.lines) == [text.split(separator: "\n").map(String.init)])
      #expect(try export(content) == text)
    }
    // Among others it needs its title.
    let tabs = try export(.tabs([.outline(path: path), .outline(path: path)]))
    #expect(tabs.contains("a > \(name)\n==========\n\n\(text)"))
  }

  @Test("a document at the limit is included; one past it is replaced by the reason")
  func longDocument() throws {
    let limit = ExportLimits.documentBytes
    for (size, isThere) in [(limit, true), (limit + 1, false)] {
      let line = String(repeating: " ", count: 1_023) + "\n"
      let blank = String(repeating: line, count: (size - 4) / 1_024)
      let text = "[1]" + blank + String(repeating: " ", count: size - 4 - blank.utf8.count) + "\n"
      #expect(text.utf8.count == size)
      let found = try export(.outline(path: try write(text, to: "a.json")))
      #expect(found.contains("[1]") == isThere)
      #expect(found.contains("larger than") != isThere)
    }
  }

  @Test("of a directory, the open lists and pages are exported, and a note about the rest")
  func tree() throws {
    _ = try write("in a\n", to: "dir/a.txt")
    _ = try write("in b\n", to: "dir/b.txt")
    let reader = ContentReader()
    let tree = ContentSpec.tree(path: directory)
    var session = Session(try reader.read(tree, for: 1))
    for _ in 0..<2 {
      let enter = SessionAction.keys([Key(name: "Enter")].compactMap(\.self))
      try session.performPrepared(enter, seenIn: .standardTerminal) { request in
        PreparedPage(reader.page(request.reference, of: 1), for: request)
      }
    }
    let found = try file(tree, reader: reader, pages: session.openPages(seenIn: []))
    #expect(found.pages?.map(\.title).dropFirst() == ["dir", "a.txt"])
    #expect(found.pages?.last?.lines.contains { $0.contains("in a") } == true)
    #expect(found.pages?[1].lines.contains { $0.contains("b.txt") } == true)
    #expect(found.omitted.count == 1 && found.omitted[0].contains("lie open"))
  }

  @Test("a scene is exported with all its own content, each page with its path")
  func scene() throws {
    _ = try write("# One\n\n---\n\n# Two\n", to: "talk.md")
    let path = try write(
      """
      tabs:
        items:
          - {title: Talk, content: {deck: talk.md}}
          - title: List
            content:
              list:
                entries:
                  - {label: deep, open: {list: {entries: [{label: x, open: {text: "the end"}}]}}}
                  - alone
      """,
      to: "app.yaml"
    )
    let found = try file(.scene(path: path))
    let paths = found.pages?.compactMap { $0.path?.joined(separator: "/") }
    #expect(paths?.prefix(2) == ["Talk/One", "Talk/Two"])
    #expect(found.pages?.last?.lines.contains { $0.contains("the end") } == true)
    #expect(found.pages?.count == 5 && found.omitted.isEmpty, "\(paths ?? [])")
  }

  @Test("a text contains its lines and no control characters")
  func text() throws {
    let bytes = Array("one\n\u{1B}[31mred\u{1B}[K\n\u{7}<b>\n".utf8)
    let content = ContentSpec.text(GivenText(name: "log", bytes: bytes, form: .printed))
    for format in ExportFormat.allCases {
      let found = try export(content, as: format)
      #expect(sanitized(found, keeping: .lineFeeds) == found)
      #expect(found.contains("red") && found.contains(format == .html ? "&lt;b&gt;" : "<b>"))
    }
  }

  @Test("at the limit of pages all are exported; one past it a note says so")
  func pages() throws {
    let limit = ExportLimits.pages
    for (count, omissions) in [(limit, 0), (limit + 1, 1)] {
      let path = try write("pager: {numbered: {name: Page, count: \(count)}}", to: "app.yaml")
      let found = try file(.scene(path: path))
      #expect(found.pages?.count == limit && found.omitted.count == omissions)
    }
  }

  @Test("at the limit of entries all are exported; one past it a note says so")
  func entries() throws {
    let limit = ExportLimits.entries
    for (count, isWhole) in [(limit, true), (limit + 1, false)] {
      let values = (0..<count).map { "\"e\($0)\"" }.joined(separator: ", ")
      let path = try write("list: {entries: [\(values)]}", to: "app.yaml")
      let found = try export(.scene(path: path))
      #expect(found.contains("e\(limit - 1)"))
      #expect(found.contains("1 further entries.") != isWhole)
    }
  }
}
