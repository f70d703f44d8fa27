import Foundation
import NavBase
import NavTestKit
import Testing

@testable import NavContent

@Suite("Decks as text and HTML")
struct ExportTests {
  private static func html(_ markdown: String) -> String {
    ContentExport(Deck(markdown: markdown, name: "x"), hasNotes: true).written(as: .html)
  }

  private static func text(_ markdown: String) -> String {
    ContentExport(Deck(markdown: markdown, name: "x"), hasNotes: true).written(as: .text)
  }

  @Test(
    "blocks become elements",
    arguments: [
      ("# A **b**", "<h1>A <strong>b</strong></h1>"), ("`a<b`", "<p><code>a&lt;b</code></p>"),
      ("[a](https://x.org/?a=1&b=2)", "<a href=\"https://x.org/?a=1&amp;b=2\" rel=\"noreferrer\">"),
      ("3. a\n4. b", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>"),
      ("- [x] a", "<li class=\"task\">☑ a</li>"),
      ("| a | b |\n|---|--:|\n| 1 | 2 |", "<td class=\"right\">2</td>"),
      ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
      ("```c\na\t<\n```", "<pre data-language=\"c\"><code>a\t&lt;</code></pre>"),
      ("a\n\n<!-- pause -->\n\nb", "<p>a</p>\n<div data-step=\"1\">\n<p>b</p>\n</div>"),
      (
        "a\n\n<!-- speaker_note: say <this> -->",
        "<details><summary>Notes</summary>\n<p>say &lt;this&gt;</p>"
      ),
      (
        "<!-- column_layout: [2, 1] -->\n\n<!-- column: 0 -->\n\na\n\n<!-- column: 1 -->\n\nb",
        "<div class=\"share-2\">\n<p>a</p>\n</div>\n<div class=\"share-1\">"
      ),
      ("a\n\n---\n\nb", "<section id=\"slide-2\""),
    ]
  )
  func elements(markdown: String, html: String) {
    let found = Self.html(markdown)
    #expect(found.contains(html), "\(found)")
  }

  @Test("a file that is not a deck is written as it is")
  func otherFiles() throws {
    let directory = TemporaryDirectory()
    let yaml = "# not a heading\n---\nspec:\n\ttabs: <b>\n  - a  \n\n  - \u{1B}[31mb\n"
    directory.write(Array(yaml.utf8), to: "k8s.yaml")
    let export = try ContentExport(
      file: directory.path("k8s.yaml"),
      CodeHighlighter(nil)
    )
    #expect(
      export.written(as: .text) == yaml.replacingOccurrences(of: "\u{1B}", with: "\u{FFFD}")
    )
    let json = export.written(as: .json)
    #expect(
      json.contains(
        ##""lines":["# not a heading","---","spec:","\ttabs: <b>","  - a  ","","##
      )
    )
    #expect(json.contains(#""pages":["#) && json.contains(#""title":"k8s.yaml""#))
    let html = export.written(as: .html)
    #expect(html.contains("# not a heading") && html.contains("tabs: &lt;b&gt;"))
    #expect(!html.contains("<h1>not") && !html.contains("\u{1B}"))
    directory.write([0x7F, 0x45, 0, 1], to: "program")
    #expect(throws: ContentError.binary(path: directory.path("program"))) {
      try ContentExport(file: directory.path("program"))
    }
    #expect(throws: ContentError.notFound(path: directory.path("no"))) {
      try ContentExport(file: directory.path("no"))
    }
  }

  @Test("a file opened alone is the page that its directory opens")
  func openedFiles() throws {
    let directory = TemporaryDirectory()
    directory.write(Array("let a = 1\n\tb\n".utf8), to: "main.swift")
    directory.write([1, 0, 2], to: "a.bin")
    for name in ["main.swift", "a.bin"] {
      let path = directory.path(name)
      let page = try openFile(path: path)
      #expect(page == loadTreePage(path: Array(path.utf8), ancestors: []))
    }
    // A deck as its text.
    let deck = directory.write(
      Array("---\ntitle: t\n---\n# *A*\n\n---\n\n# B\n".utf8),
      to: "talk.md"
    )
    guard case .document(_, let document) = try openFile(path: deck, asText: true),
      case .deck = try openFile(path: deck),
      case .stack(let stack) = try ContentReader().read(.path(PathContent(.text, deck)), for: 1),
      case .page(let page) = stack.root
    else {
      Issue.record("no text")
      return
    }
    let rows = FlowedText(document, columns: 40).rows.map(\.row.text)
    #expect(rows.starts(with: ["---", "title: t", "---", "# *A*", "", "---", "", "# B"]))
    #expect(FlowedText(page.document, columns: 40).rows.map(\.row.text) == rows)
    for kind in [PathKind.deck, .scene, .outline] {
      let shown = PathContent(kind, deck, isText: true)
      let read = try ContentReader().read(.path(shown), for: 1)
      #expect(read == .stack(stack), "\(kind)")
    }
    #expect(throws: ContentError.notFound(path: "/no/file")) { try openFile(path: "/no/file") }
    #expect(throws: ContentError.isDirectory(path: directory.root)) {
      try openFile(path: directory.root)
    }
    #expect(throws: ContentError.notRegularFile(path: "/dev/null")) {
      try openFile(path: "/dev/null")
    }
  }

  @Test(
    "text can't run scripts or create elements",
    arguments: [
      "<script>alert(1)</script>", "# </title><script>x</script>", "[a](javascript:alert(1))",
      "[a](JaVaScRiPt:alert(1))", "[a](data:text/html,<script>)", "![a](\"onerror=x)",
      "[a](x\"onclick=\"y)", "```\"><script>\nx</code></pre><script>\n```", "`</code><script>`",
      "---\ntitle: </title><script>\nauthor: '\"><script>'\nfooter: <script>\n---\na",
      "<!-- speaker_note: </details><script> -->\na", "| <script> |\n|---|\n| </td><script> |",
      "\u{1B}[2J\u{0}\u{202E}&lt;script&gt;", "[a](vbscript:x) <javascript:alert(1)>",
      "[a](java&#10;script:x) [b](&#1;javascript:x)",
    ]
  )
  func hostile(markdown: String) {
    #expect(ParsedHTML(Self.html(markdown)).faults.isEmpty)
    // The file has a script of its own.
    let script = "<script>\n\(HTMLPage.script)\n</script>\n"
    let html = Self.html(markdown).replacing(script, with: "").lowercased()
    for word in ["<script", "javascript:a", "href=\"javascript", "href=\"data", "href=\"vbscript"] {
      #expect(
        !html.contains(word) || word == "javascript:a" && !html.contains("href=\"java"),
        "\(word)"
      )
    }
    #expect(html.matches(of: /<[a-z][^>]*\son[a-z]+=/).isEmpty)
    #expect(
      html.components(of: "</title>") == 1
        && html.components(of: "<section") == html.components(of: "</section>")
    )
    #expect(sanitized(html, keeping: .lineFeeds) == html)
    let text = Self.text(markdown)
    #expect(sanitized(text, keeping: .lineFeeds) == text)
  }

  @Test("text has the slides in order, wrapped, with their notes")
  func text() {
    let long = Array(repeating: "word", count: 40).joined(separator: " ")
    let text = Self.text("# One\n\n\(long)\n\n---\n\n# Two\n\n<!-- speaker_note: say it -->")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { columnWidth(of: String($0)) <= ContentExport.textColumns })
    let rule = String(repeating: "-", count: ContentExport.textColumns)
    let place = lines.firstIndex { $0 == rule }
    #expect(place != nil && lines[..<(place ?? 0)].contains { $0.contains("One") })
    #expect(text.hasSuffix("Notes:\n  say it\n"))
  }

  @Test("the file is self-contained")
  func alone() {
    let html = Self.html("![a](x.png) [b](https://x.org)")
    #expect(html.matches(of: /<(img|link|iframe|object)\b|url\(|@import|\ssrc=/).isEmpty)
    #expect(html.contains("prefers-color-scheme: dark"))
    #expect(html.hasPrefix("<!DOCTYPE html>") && html.hasSuffix("</html>\n"))
  }

  @Test("pages up to the limit are written, and the others counted", arguments: [0, 1])
  func limit(missing: Int) {
    let pages = ["a", "b", "c"].map { name in
      ExportedPage(
        title: name,
        place: ["x", name],
        document: TextDocument(blocks: [.paragraph(StyledText("text of \(name)"))])
      )
    }
    let export = ContentExport(title: "t", pages: pages)
    // A heading of two lines, a blank one, and one of text.
    let size = 3 * ("x > a\n=====\n\ntext of a\n".utf8.count)
    let text = export.written(as: .text, limit: size - missing)
    #expect(text.contains("text of c") == (missing == 0))
    #expect(text.contains("1 page left out") == (missing == 1))
    for format in ExportFormat.allCases {
      let all = export.written(as: format)
      #expect(all.contains("text of c") && !all.contains("left out"))
      #expect(export.written(as: format, limit: 0).contains("3 pages left out"))
    }
  }

  @Test("a long file is written in pieces as a short one is", arguments: ExportFormat.allCases)
  func streamed(format: ExportFormat) throws {
    let directory = TemporaryDirectory()
    // More than a piece of 1 MiB; a sanitizer takes minutes for more.
    let long = String(repeating: "line of a log\n", count: isSanitized ? 80_000 : 200_000)
    for text in [
      "a", "a\n", "a\n\n", "a\r\nb", "\u{FEFF}é <b>\n\tx & \"y\"\n\u{1B}[31mred", long,
      long + "end", long + String(repeating: "x", count: (isSanitized ? 1 : 3) << 20) + "\nend",
    ] {
      let units = text.utf16.flatMap { unit in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
      let wide: [UInt8] = [0xFF, 0xFE] + units
      for bytes in [Array(text.utf8), wide] {
        let path = directory.write(bytes, to: "x")
        var export = try StreamedExport(file: path, as: format)
        var written = ""
        while let piece = try export.next() { written += piece }
        let whole = try ContentExport(file: path).written(as: format)
        #expect(written == whole, "\(text.prefix(20))")
      }
    }
    let path = directory.write([0x7F, 0x45, 0, 1], to: "y")
    #expect(!StreamedExport.isNeeded(for: path))
    do throws(ContentError) {
      _ = try StreamedExport(file: path, as: format)
      Issue.record("it is written")
    } catch {
      #expect(error == .binary(path: path))
    }
    truncate(directory.path("y"), ContentExport.fileLimit + 1)
    #expect(StreamedExport.isNeeded(for: directory.path("y")))
  }

  @Test("a file is replaced as a whole, or not at all")
  func files() throws {
    let directory = TemporaryDirectory()
    let path = directory.write(Array("old".utf8), to: "a.html")
    try OutputFile.write("new", to: path)
    #expect(try loadText(path: path, limit: 10) == "new")
    #expect(throws: OutputFile.Failure.self) { try OutputFile.write("x", to: "/no/such/a") }
    directory.makeDirectory("dir")
    #expect(throws: OutputFile.Failure.self) {
      try OutputFile.write("x", to: directory.path("dir"))
    }
  }

  @Test("a device or a pipe is not replaced")
  func pipes() throws {
    let directory = TemporaryDirectory()
    mkfifo(directory.path("pipe"), 0o600)
    let reader = open(directory.path("pipe"), O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    try OutputFile.write("new", to: directory.path("pipe"))
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(reader, &bytes, bytes.count) == 3)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
