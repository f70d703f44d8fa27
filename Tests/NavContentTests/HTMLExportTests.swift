import Foundation
import NavBase
import NavSystem
import Testing

@testable import NavContent

@Suite("Self-contained HTML files")
struct HTMLExportTests {
  private let directory = TemporaryDirectory()

  private static func parsed(_ markdown: String) -> ParsedHTML {
    ParsedHTML(
      ContentExport(Deck(markdown: markdown, name: "x"), hasNotes: true).written(as: .html)
    )
  }

  private static let everything = """
    ---
    title: A <b>
    footer: {left: left <b>, center: "{current_slide} of {total_slides}", right: right}
    ---
    # Title

    by **somebody**

    ---

    ## Lists {#lists}

    - a
      1. b
      2. c

         d
    - [ ] open
    - [x] done

    <!-- pause -->

    > a quote
    >
    > - in it

    ***

    | a | b | c |
    |---|:-:|--:|
    | `1` | [2](https://x.org/?a=1&b=2) | ~~3~~ |

    <!-- speaker_note: a <note> -->

    ---

    ```swift {1|3-4} +line_numbers
    let a = "<&>"

    // c
    }
    ```

    [there](#lists) ![a "picture"](x.png) ![far](https://x.org/a.png)

    <!-- column_layout: [2, 1] -->

    <!-- column: 0 -->

    left

    <!-- pause -->

    later

    <!-- column: 1 -->

    right
    """

  @Test("any deck becomes valid HTML, with valid links and a fitting policy")
  func valid() throws {
    let page = Self.parsed(Self.everything)
    #expect(page.faults.isEmpty, "\(page.faults)")
    let policy = try #require(
      page.all("meta").compactMap { $0.attributes["content"] }.first { $0.contains("default-src") }
    )
    let parts = policy.split(separator: "; ").map(String.init)
    func hash(_ name: String) -> String {
      let text = page.all(name).map(\.text)
      #expect(text.count == 1)
      return "'sha256-\(Data(SHA256.hash(of: Array(text[0].utf8))).base64EncodedString())'"
    }
    #expect(
      parts == [
        "default-src 'none'", "img-src data:", "style-src \(hash("style"))",
        "script-src \(hash("script"))", "base-uri 'none'", "form-action 'none'",
      ]
    )
    #expect(page.all("a").contains { $0.text == "there" && $0.attributes["href"] == "#slide-2" })
  }

  @Test("pages of other content have no script")
  func pages() {
    let text = TextDocument(blocks: [.heading(level: 1, StyledText("a")), .pause, .rule])
    let export = ContentExport(title: "t", pages: [ExportedPage(title: "a", document: text)])
    let page = ParsedHTML(export.written(as: .html))
    #expect(page.faults.isEmpty, "\(page.faults)")
    #expect(page.all("script").isEmpty && page.first(id: "page-1") != nil)
    #expect(page.all("meta").allSatisfy { $0.attributes["content"]?.contains("script") != true })
  }

  @Test("parts of a footer are separate, once; without a footer there is the slide's number")
  func footer() {
    let page = Self.parsed(Self.everything)
    let footers = page.all("footer").map { $0.text.split(separator: "\n").map(String.init) }
    #expect(footers[0] == ["left ", "1 of 3", "right"], "\(footers)")
    #expect(footers.count == 3)
    #expect(page.all("span").filter { $0.text == "left " }.count == 3)
    #expect(page.all("footer").allSatisfy { !$0.text.contains("1/3") })
    #expect(Self.parsed("a\n\n---\n\nb").all("footer").map(\.text) == ["1/2", "2/2"])
  }

  @Test("code has colours, numbers, and highlighted lines")
  func code() throws {
    let deck = Deck(markdown: Self.everything, name: "x").highlighted { code in
      var code = code
      code.lines[0] = StyledText("let", style: TextStyle(role: .codeKeyword))
      return code
    }
    let page = ParsedHTML(ContentExport(deck).written(as: .html))
    #expect(page.faults.isEmpty, "\(page.faults)")
    let lines = page.all("span").filter { $0.attributes["class"]?.hasPrefix("line") == true }
    #expect(lines.map { $0.attributes["data-number"] } == ["1", "2", "3", "4"])
    #expect(
      lines.map { $0.attributes["class"] } == ["line focus", "line", "line focus", "line focus"]
    )
    #expect(lines.map(\.text) == ["let\n", "\n", "// c\n", "}"])
    #expect(page.all("span").contains { $0.text == "let" && $0.attributes["class"] == "keyword" })
    #expect(page.all("pre")[0].attributes["class"] == "focused")
  }

  @Test(
    "highlights and versions of code are steps of the slide show, all of them seen outside of it"
  )
  func turns() {
    let page = Self.parsed(
      "```c {1|all|2}\na\nb\n```\n\n<!-- pause -->\n\nc\n\n````md magic-move\n```c {1|2}\nd\ne\n```\n"
        + "```c\nf\n```\n````"
    )
    #expect(page.faults.isEmpty, "\(page.faults)")
    #expect(page.all("pre").map { $0.attributes["data-turns"] } == ["0 2", "3 4", nil])
    let lines = page.all("span").filter { $0.attributes["data-on"] != nil }
    #expect(lines.map { $0.attributes["data-on"] } == ["0 1", "1 2", "3", "4"])
    #expect(lines.allSatisfy { $0.attributes["class"] == "line focus" })
    let steps = page.all("div").filter { $0.attributes["data-step"] != nil }
    #expect(steps.map { $0.attributes["data-step"] } == ["3", "3", "5"])
    #expect(steps.map { $0.attributes["data-until"] } == [nil, "5", nil])
  }

  @Test("code without a background and lists of definitions have classes of their own")
  func bareBlocks() {
    let page = Self.parsed("```c +no_background\na\n```\n\n---\n\nTerm\n\n:   One\n\n- a\n")
    #expect(page.faults.isEmpty, "\(page.faults)")
    #expect(page.all("pre").map { $0.attributes["class"] } == ["bare"])
    #expect(page.all("ul").map { $0.attributes["class"] } == ["definitions", nil])
  }

  @Test("a slide is a frame with an address, links to its neighbours, and steps in order")
  func show() {
    let page = Self.parsed(Self.everything)
    #expect(page.first(id: "show-2")?.attributes["class"] == "frame")
    let turns = page.all("a").filter { $0.around.last == "nav" }.map { $0.attributes["href"] }
    #expect(
      turns == [
        "#slide-1", "#show-2", "#show-1", "#slide-2", "#show-3", "#show-2", "#slide-3",
      ]
    )
    let steps = page.elements.compactMap { element in
      element.attributes["data-step"].map { ($0, element.text.split(separator: "\n").first ?? "") }
    }
    #expect(steps.map(\.0) == ["1", "2", "2"])
    #expect(steps.map(\.1) == ["a quote", "later", "right"])
    // A pause in one column counts for all.
    let columns = Self.parsed(
      "<!-- column_layout: [1, 1] -->\n\n<!-- column: 1 -->\n\na\n\n<!-- pause -->\n\nb\n\n"
        + "<!-- column: 0 -->\n\nc\n\n<!-- pause -->\n\nd"
    )
    let parts = columns.elements.compactMap { element in
      element.attributes["data-step"].map { "\($0) \(element.text.filter { $0 != "\n" })" }
    }
    #expect(parts == ["1 c", "2 d", "1 b"])
    let list = Self.parsed("<!-- incremental_lists: true -->\n\n- a\n- b\n\n<!-- pause -->\n\nc")
    let items = list.elements.filter { $0.attributes["data-step"] != nil }
    #expect(items.map(\.name) == ["li", "li", "div"])
    #expect(items.map { $0.attributes["data-step"] } == ["1", "2", "3"])
    #expect(list.faults.isEmpty, "\(list.faults)")
  }

  @Test("coloured output of a program keeps its colours")
  func colors() {
    let lines = [
      StyledText("a", style: TextStyle(foreground: .indexed(1))),
      StyledText("b", style: TextStyle(foreground: .rgb(1, 128, 255), background: .indexed(196))),
      StyledText("c", style: TextStyle(attributes: [.dim], foreground: .indexed(232))),
    ]
    let text = TextDocument(blocks: [.preformatted(lines)])
    let export = ContentExport(title: "t", pages: [ExportedPage(title: "a", document: text)])
    let page = ParsedHTML(export.written(as: .html))
    #expect(
      page.all("span").map { $0.attributes["class"] } == [
        "ansi-1", "ink-0180ff ground-ff0000", "dim ink-080808",
      ]
    )
    let style = page.all("style")[0].text
    #expect(style.contains(".ink-0180ff { color: #0180ff }") && page.faults.isEmpty)
    #expect(style.contains(".ground-ff0000 { background: #ff0000 }"))
  }

  // MARK: Pictures

  private static let png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 1, 2]

  private func page(_ markdown: String) throws -> ParsedHTML {
    let path = directory.write(Array(markdown.utf8), to: "talk.md")
    let deck = try MarkdownPictures.kept { () throws(ContentError) in try loadDeck(path: path) }
    let page = ParsedHTML(ContentExport(deck).written(as: .html))
    #expect(page.faults.isEmpty, "\(page.faults)")
    return page
  }

  @Test("pictures beside the deck are embedded")
  func pictures() throws {
    directory.makeDirectory("img")
    directory.write(Self.png, to: "img/a b.png")
    directory.write(Array("<?xml version='1.0'?>\n<!-- x -->\n<svg/>".utf8), to: "b.svg")
    let page = try page("![An *old* one](img/a%20b.png)\n\n- ![image:width:40%](./b.svg)")
    let images = page.all("img")
    let source = "data:image/png;base64," + Data(Self.png).base64EncodedString()
    #expect(images.first?.attributes["src"] == source)
    #expect(images.map { $0.attributes["alt"] } == ["An old one", ""])
    #expect(images.last?.attributes["src"]?.hasPrefix("data:image/svg+xml;base64,") == true)
    #expect(images.last?.attributes["class"] == "wide-40")
    #expect(page.all("style")[0].text.contains(".wide-40 { width: 40% }"))
    #expect(!page.elements.contains { $0.text.contains("left out") })
    let high = try self.page("<img src=\"b.svg\" alt=\"x\" height=\"90px\">")
    #expect(high.all("img").map { $0.attributes["class"] } == ["high-90px"])
    #expect(high.all("style")[0].text.contains(".high-90px { height: 90px }"))
  }

  @Test(
    "a picture that can't be embedded becomes its description, with the reason at the end",
    arguments: [
      ("https://x.org/a.png", "no file here"), ("//x.org/a.png", "no file here"),
      ("data:image/png;base64,AAAA", "no file here"), ("gone.png", "not there"),
      ("text.png", "no PNG, JPEG"), ("large.png", "larger than 8 MiB"), ("dir", "not there"),
      ("/dev/zero", "not there"), ("html.svg", "no PNG, JPEG"),
    ]
  )
  func noPictures(address: String, reason: String) throws {
    directory.write(Array("secret".utf8), to: "text.png")
    directory.write(Array("<!DOCTYPE html><p>x".utf8), to: "html.svg")
    directory.makeDirectory("dir")
    let large = Self.png + [UInt8](repeating: 0, count: ContentExport.pictureBytes)
    if address == "large.png" { directory.write(large, to: "large.png") }
    let page = try page("![alt](\(address))")
    #expect(page.all("img").isEmpty)
    #expect(page.all("span").contains { $0.text.hasPrefix("alt (") })
    let said = page.all("p").last?.text ?? ""
    #expect(said.hasPrefix("1 picture is left out: alt (") && said.contains(reason), "\(said)")
  }

  @Test("all pictures together have a limit")
  func manyPictures() {
    directory.write(Self.png, to: "a.png")
    var pictures = ExportedPictures(limit: 2 * Self.png.count + 1)
    let path = directory.path("a.png")
    #expect(
      pictures.source(of: path, beneath: directory.root, named: "a") != nil
        && pictures.omission == nil
    )
    #expect(pictures.source(of: path, beneath: directory.root, named: "a") != nil)
    #expect(pictures.source(of: path, beneath: directory.root, named: "a") == nil)
    #expect(pictures.omission?.contains("a is one too many") == true)
  }

  /// A directory `talk` with links to a picture inside and to one outside.
  private func linked() {
    for name in ["talk", "talk/a"] { directory.makeDirectory(name) }
    for name in ["out.png", "talk/known.png"] { directory.write(Self.png, to: name) }
    directory.link("talk/in.png", to: "known.png")
    directory.link("talk/link.png", to: "../out.png")
    directory.link("talk/above", to: "..")
  }

  @Test(
    "a picture is not embedded if a link leads from its address out of the directory of deck and address",
    arguments: [
      ("in.png", true), ("a/../in.png", true), ("../out.png", true), ("../talk/in.png", true),
      ("link.png", false), ("a/../link.png", false), ("../talk/link.png", false),
      ("above/out.png", false), ("./above/talk/../out.png", false),
    ]
  )
  func linkedPictures(address: String, isEmbedded: Bool) throws {
    linked()
    directory.link("current", to: "talk")
    let path = directory.write(Array("![alt](\(address))".utf8), to: "talk/deck.md")
    for path in [path, directory.path("current/deck.md")] {
      let deck = try MarkdownPictures.kept { () throws(ContentError) in try loadDeck(path: path) }
      let page = ParsedHTML(ContentExport(deck).written(as: .html))
      #expect(page.all("img").isEmpty == !isEmbedded)
      let isSaid = page.all("p").last?.text.contains("a link that leads out") == true
      #expect(isSaid == !isEmbedded)
    }
  }

  @Test("no link leads from a chapter's picture out of the book, however its address is written")
  func linkedBookPictures() throws {
    linked()
    let root = directory.path("talk")
    let addresses = [
      "in.png", "link.png", "nothing/../link.png", "/link.png", "\(root)/link.png", "above/out.png",
    ]
    let text = addresses.map { "![\($0)](\($0))" }.joined(separator: " ")
    directory.write(Array(text.utf8), to: "talk/a.md")
    directory.write(Array("- [A](a.md)\n".utf8), to: "talk/SUMMARY.md")
    let page = try MarkdownPictures.kept { () throws(ContentError) in
      try Docs(path: root).text(at: "/a.md")
    }
    let document = try #require(page).document
    let export = ContentExport(title: "t", pages: [ExportedPage(title: "A", document: document)])
    let parsed = ParsedHTML(export.written(as: .html))
    #expect(parsed.all("img").map { $0.attributes["alt"] } == ["in.png"])
  }

  @Test("a chapter of a book has no picture from outside of the book")
  func bookPictures() throws {
    for name in ["book", "book/b"] { directory.makeDirectory(name) }
    directory.write(Self.png, to: "out.png")
    directory.write(Self.png, to: "book/in.png")
    let text =
      "# A\n\n![in](../in.png) ![out](../../out.png) ![abs](\(directory.path("out.png")))\n"
    directory.write(Array(text.utf8), to: "book/b/a.md")
    directory.write(Array("- [A](b/a.md)\n".utf8), to: "book/SUMMARY.md")
    let page = try MarkdownPictures.kept { () throws(ContentError) in
      try Docs(path: directory.path("book")).text(at: "/b~1a.md")
    }
    let document = try #require(page).document
    let export = ContentExport(title: "t", pages: [ExportedPage(title: "A", document: document)])
    let parsed = ParsedHTML(export.written(as: .html))
    #expect(parsed.all("img").map { $0.attributes["alt"] } == ["in"])
    #expect(parsed.all("p").last?.text.hasPrefix("2 pictures are left out") == true)
  }

  @Test("only an export loads pictures: elsewhere they are text without a link")
  func pictureText() throws {
    directory.write(Self.png, to: "a.png")
    let path = directory.write(Array("![alt](a.png)".utf8), to: "talk.md")
    let deck = try loadDeck(path: path)
    guard case .paragraph(let text) = deck.slides[0].document.blocks[0] else {
      return #expect(Bool(false))
    }
    #expect(text.text == "alt (a.png)" && text.runs.allSatisfy { $0.style.link == nil })
    #expect(ContentExport(deck).written(as: .text).hasPrefix("alt (a.png)\n"))
  }

  // MARK: Hashes

  @Test(
    "the hash of a script or a style sheet is the one that browsers compute",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 1_000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
    ]
  )
  func hash(text: String, count: Int, expected: String) {
    let hash = SHA256.hash(of: Array(String(repeating: text, count: count).utf8))
    #expect(hash.map { String(format: "%02x", $0) }.joined() == expected)
  }

  @Test("base 64 follows the standard", arguments: 0..<8)
  func base64(count: Int) {
    let bytes = (0..<count).map { UInt8($0 * 37 % 256) ^ 0xA5 }
    #expect(bytes.base64 == Data(bytes).base64EncodedString())
  }
}
