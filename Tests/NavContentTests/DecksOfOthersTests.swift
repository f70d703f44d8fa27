import NavBase
import NavTestKit
import Testing

@testable import NavContent

/// The features of other tools' decks, and their result.
@Suite("Decks of other tools") struct DecksOfOthersTests {
  private let today = CalendarDate(year: 2031, month: 4, day: 5)

  private func deck(_ markdown: String, path: String? = nil) -> Deck {
    Deck(markdown: markdown, name: "x", path: path, today: today)
  }

  private func rows(_ slide: Slide, step: Int? = nil, columns: Int = 40) -> [String] {
    FlowedText(slide.document, columns: columns, step: step).rows
      .map { String(repeating: " ", count: $0.row.indent) + $0.row.text }
  }

  /// Returns the styles of the runs with a text.
  private func styles(of text: String, in slide: Slide) -> [TextStyle] {
    var found: [TextStyle] = []
    for row in FlowedText(slide.document, columns: 60).rows.map(\.row) {
      var start = row.text.utf8.startIndex
      for run in row.runs {
        let end = row.text.utf8.index(start, offsetBy: run.length)
        if row.text[start..<end] == text { found.append(run.style) }
        start = end
      }
    }
    return found
  }

  @Test("included files replace their command, with nested includes relative to themselves")
  func includes() throws {
    let directory = TemporaryDirectory()
    directory.makeDirectory("parts")
    directory.write(
      Array("---\ntitle: not seen\n---\nOne [^a]\n\n<!-- include: two.md -->\n\n[^a]: First".utf8),
      to: "parts/one.md"
    )
    directory.write(
      Array("Two\n\n<!-- end_slide -->\n\nThree[^b]\n\n[^b]: Second".utf8),
      to: "parts/two.md"
    )
    let path = directory.write(
      Array("# Here\n\n<!-- include: parts/one.md -->\n\nBehind[^c]\n\n[^c]: Last".utf8),
      to: "deck.md"
    )
    let files = ReadFiles()
    let deck = try files.record { () throws(ContentError) in try loadDeck(path: path) }
    #expect(
      deck.slides.map { rows($0) } == [
        ["Here", "━━━━", "", "One ²", "", "Two", "", "² First"],
        ["Three³", "", "Behind¹", "", "³ Second", "¹ Last"],
      ]
    )
    // All included files are watched.
    #expect(files.paths == [path, directory.path("parts/one.md"), directory.path("parts/two.md")])
  }

  @Test(
    "a failed include is a fault, and blank rows on its slide and in exports",
    arguments: [
      ("gone.md", "there is no such file"), ("../x.md", "not in the deck's directory"),
      ("/etc/passwd", "not in the deck's directory"), ("deck.md", "it includes itself"),
      ("loop.md", "it includes itself"), ("deep.md", "more than 8 deep"),
      (".", "not in the deck's"),
    ]
  )
  func refusedIncludes(name: String, reason: String) throws {
    let directory = TemporaryDirectory()
    directory.write(Array("<!-- include: deck.md -->".utf8), to: "loop.md")
    directory.write(Array("<!-- include: d0.md -->".utf8), to: "deep.md")
    for index in 0..<9 {
      directory.write(Array("<!-- include: d\(index + 1).md -->".utf8), to: "d\(index).md")
    }
    let path = directory.write(Array("a\n\n<!-- include: \(name) -->\n\nb".utf8), to: "deck.md")
    let found = try loadDeck(path: path)
    let shown = FlowedText(found.slides[0].document, columns: 200).rows.map(\.row.text)
    #expect(shown.first == "a" && shown.last == "b" && shown.count > 3)
    #expect(!shown.dropFirst().dropLast().contains { !$0.isEmpty }, "\(shown)")
    #expect(found.faults.count == 1 && found.faults[0].hasPrefix("slide 1: can't include "))
    #expect(found.faults[0].contains(reason), "\(found.faults)")
    for format in ExportFormat.allCases {
      let text = ContentExport(found, hasNotes: true).written(as: format)
      // The script of the slides calls `includes`.
      #expect(!text.replacing(".includes(", with: "").contains("include"), "\(text)")
    }
    let read = try ContentReader().read(.deck(path: path), for: 1)
    #expect(read.faults == found.faults)
    // A text that is not a file has no directory; the slide stays, so that the others keep their numbers.
    let text = deck("a\n\n---\n\n<!-- include: a.md -->\n\n---\n\nb")
    #expect(text.slides.count == 3 && text.faults.first?.hasPrefix("slide 2: ") == true)
  }

  @Test("faults in lists, columns, a deck that is a stack, and behind a title slide")
  func faultsInBlocks() {
    for (text, faults) in [
      ("- a\n\n  ```file\n  path: x.rs\n  ```\n\n> ```file\n> path: y.rs\n> ```", ["1", "1"]),
      ("---\ntitle: T\nauthor: A\n---\n# One\n\n<!-- include: x.md -->", ["2"]),
      (
        "<!-- column_layout: [1, 1] -->\n<!-- column: 0 -->\n<!-- include: x.md -->\n\na", ["1"]
      ),
      ("---\nmode: stack\n---\na\n\n---\n\n```file\npath: x.rs\n```", ["2"]),
      // A footnote belongs to the slides that refer to it.
      (
        "a[^x]\n\n---\n\nb\n\n---\n\nc[^y] [^x]\n\n[^x]: n\n[^y]: n\n\n    ```file\n    path: x.rs\n    ```",
        ["3"]
      ),
    ] {
      let found = deck(text)
      #expect(found.faults.map { String($0.prefix { $0 != ":" }) } == faults.map { "slide " + $0 })
      #expect(SessionContent.deck(found).faults == found.faults)
    }
  }

  @Test("blocks of files show their lines, or a blank row")
  func files() throws {
    let directory = TemporaryDirectory()
    directory.write(Array("fn a() {}\nfn b() {}\nfn c() {}\n".utf8), to: "a.rs")
    let text = """
      ```file {2} +line_numbers
      path: a.rs
      language: rust
      start_line: 2
      end_line: 3
      ```

      ```file
      path: a.rs
      lang: text
      lines: {end: 1}
      ```

      ```file
      path: gone.rs
      ```

      ```file
      no: path
      ```
      """
    let path = directory.write(Array(text.utf8), to: "deck.md")
    let found = try loadDeck(path: path)
    let blocks = found.slides[0].document.blocks
    guard case .code(let first) = blocks[0], case .code(let second) = blocks[1],
      case .space(1) = blocks[2], case .code(let other) = blocks[3]
    else {
      Issue.record("\(blocks)")
      return
    }
    #expect(first.language == "rust" && first.text == ["fn b() {}", "fn c() {}"])
    #expect(first.focus == [.lines([2...2])] && first.firstNumber == 1)
    #expect(second.language == "text" && second.text == ["fn a() {}"])
    #expect(found.faults == ["slide 1: can't include gone.rs: there is no such file"])
    #expect(other.text == ["no: path"])
  }

  @Test(
    "hidden lines of code",
    arguments: [
      (
        "```rust\n# fn main() {\nlet a = 1;\n#\n#[test]\n## x\n# }\n```",
        ["let a = 1;", "#[test]", "# x"]
      ),
      ("```bash\n/// set -e\n# shown\n```\n\n<!-- end_slide -->", ["# shown"]),
      ("```cpp\n/// Documentation\nint a;\n```", ["/// Documentation", "int a;"]),
      ("```swift\n/// Documentation\n```\n\n<!-- end_slide -->", ["/// Documentation"]),
      ("```python,hidelines=~\n~import os\nos\n```", ["os"]),
      ("```python\n# comment\n```", ["# comment"]),
    ]
  )
  func hiddenLines(markdown: String, expected: [String]) {
    #expect(rows(deck(markdown).slides[0]) == expected.map { " " + $0 }, "\(markdown)")
  }

  @Test(
    "titles of code",
    arguments: [
      ("rust {title=\"main file.rs\"}", "main file.rs"), ("rust title='a.rs'", "a.rs"),
      ("ts [src/file.ts ~i-vscode~] {1-2}", "src/file.ts"), ("{.c filename=\"a.c\" .x}", "a.c"),
      ("rust,editable,title=x.rs", "x.rs"), ("rust", nil), ("rust {title=}", nil),
      ("rust [v1.2]", "v1.2"), ("rust [1.2]", "1.2"),
    ] as [(String, String?)]
  )
  func titles(info: String, title: String?) {
    guard case .code(let code)? = deck("```\(info)\na\n```").slides[0].document.blocks.first else {
      Issue.record("no code: \(info)")
      return
    }
    #expect(code.title == title, "\(info)")
    #expect(["rust", "ts", "c"].contains(code.language), "\(info)")
  }

  @Test(
    "reveal.js: lines of code that stand out step by step, and numbers of lines",
    arguments: [
      ("js [1|2-3]", [[1...1], [2...3]], 1), ("js[1|2-3]", [[1...1], [2...3]], 1),
      ("js [ 30: 1,3 | 2 ]", [[1...1, 3...3], [2...2]], 30), ("js [7:]", [], 7), ("js []", [], 1),
      ("js [|2]", [nil, [2...2]], 1), ("js data-line-numbers", [], 1),
      ("js data-line-numbers=\"1|2-3\"", [[1...1], [2...3]], 1),
      ("{.js code-line-numbers=\"|2\" data-ln-start-from=5}", [nil, [2...2]], 5),
    ] as [(String, [[ClosedRange<Int>]?], Int)]
  )
  func codeSteps(info: String, lines: [[ClosedRange<Int>]?], first: Int) {
    guard case .code(let code)? = deck("```\(info)\na\nb\nc\n```").slides[0].document.blocks.first
    else {
      Issue.record("no code: \(info)")
      return
    }
    #expect(code.focus == lines.map { $0.map { TextCode.LineFocus.lines($0) } ?? .all }, "\(info)")
    #expect(code.title == nil && code.language == "js" && code.firstNumber == first, "\(info)")
  }

  @Test("alignment, spacing, positions")
  func placement() {
    let slides = deck(
      """
      <!-- alignment: center -->

      ab

      <!-- newlines: 2 -->

      <!-- alignment: right -->
      cd
      <!-- end_slide -->
      ef
      <!-- end_slide -->
      <!-- jump_to_middle -->
      <!-- no_footer -->

      End
      ---
      """
    ).slides
    #expect(rows(slides[0], columns: 10) == ["    ab", "", "", "", "        cd"])
    #expect(rows(slides[1], columns: 10) == ["ef"])
    #expect(slides.map(\.document.placement) == [.top, .top, .middle])
    #expect(slides.map(\.hasFooter) == [true, true, false])
    #expect(slides[2].title == "End")
  }

  @Test("underlined headings of presenterm are titles, and other headings are below them")
  func levels() {
    func levels(_ text: String) -> [Int] {
      deck(text).slides.flatMap(\.document.blocks).compactMap {
        // Titles are centred.
        let block =
          if case .aligned(_, let inner) = $0, let first = inner.first { first } else { $0 }
        return if case .heading(let level, _) = block { level } else { nil }
      }
    }
    let slides = "Title\n---\n\n# A\n\n## B\n\n###### C\n\n<!-- end_slide -->\n\nNext\n===\n"
    #expect(levels(slides) == [1, 2, 3, 6, 1])
    #expect(levels("# A\n\n<!-- end_slide -->\n\n# B\n\n## C") == [1, 1, 2])
    #expect(levels("Title\n===\n\nSecond\n---\n\n# A") == [1, 2, 1])
  }

  @Test("colours of spans, by themselves and by the palette, and tags that style text")
  func spans() {
    let slide = deck(
      """
      ---
      title: <span class="hot">T</span>
      theme:
        override:
          palette:
            colors: {fire: "ff8000", ice: p:sea, sea: "0000ff"}
            classes: {hot: {foreground: palette:fire, background: black}}
      ---
      One
      ===

      <span style="color: red">a</span> <span style="color: p:ice; background-color: #fff">b</span>
      <span class="hot">c</span> **<b>d**</b> <kbd>e</kbd> <u>f</u> <span class="none">g</span>

      <!-- end_slide -->
      """
    ).slides
    #expect(slide.map(\.title) == ["T", "One"])
    let orange = TextColor.rgb(255, 128, 0)
    let black = TextColor.indexed(0)
    let all: [(String, TextStyle)] = [
      ("a", TextStyle(foreground: .indexed(9))),
      ("b", TextStyle(foreground: .rgb(0, 0, 255), background: .rgb(255, 255, 255))),
      ("c", TextStyle(foreground: orange, background: black)), ("d", TextStyle(attributes: .bold)),
      ("e", TextStyle(role: .codeSpan)), ("f", TextStyle(attributes: .underline)),
    ]
    for (text, style) in all { #expect(styles(of: text, in: slide[1]) == [style], "\(text)") }
    let title = TextStyle(
      role: .heading1,
      attributes: .bold,
      foreground: orange,
      background: black
    )
    #expect(styles(of: "T", in: slide[0]) == [title])
    #expect(rows(slide[1]).joined().contains("g"))
  }

  @Test("a link without a text shows its address, and leads there")
  func bareLinks() {
    let slide = deck("[](https://a.org/b) [](c.md)").slides[0]
    #expect(rows(slide) == ["https://a.org/b c.md"])
    #expect(styles(of: "https://a.org/b", in: slide).first?.link == "https://a.org/b")
  }

  @Test("footnotes are at the end of the slide, or of the page, that refers to them")
  func footnotes() {
    let text =
      "a[^x] b[^y]\n\n---\n\nc[^x]\n\n```\n[^y]\n```\n\n[^x]: One\n    more\n[^y]: Two `it`\n"
    let slides = deck(text).slides.map { rows($0) }
    #expect(
      slides == [["a¹ b²", "", "¹ One more", "² Two it"], ["c¹", "", " [^y]", "", "¹ One more"]]
    )
  }

  @Test("slidev: blocks of a magic move are steps")
  func magicMove() {
    let slide = deck(
      "---\nhighlighter: shiki\n---\n````md magic-move [a.js]\n```js\na\n```\n\nleft out\n\n```js {*|2} [b.js]\nb\nc\n```\n````\n"
    ).slides[0]
    #expect(slide.document.stepCount == 2)
    #expect(
      (0...2).map { rows(slide, step: $0) } == [
        [" a.js", " a", ""], [" b.js", " b", " c"], [" b.js", " b", " c"],
      ]
    )
  }

  @Test("slidev: slides of other files, code of other files, layouts")
  func slidevFiles() throws {
    let directory = TemporaryDirectory()
    directory.makeDirectory("pages")
    directory.write(
      Array("---\nlayout: center\n---\n# In\n\n<Toc />\n\n---\n\n# Side".utf8),
      to: "pages/in.md"
    )
    directory.write(Array("let a = 1\nlet b = 2\n".utf8), to: "pages/a.ts")
    let text =
      "---\nhighlighter: shiki\n---\n# Cover\n\na b\n\n---\nsrc: ./pages/in.md\n---\n\n---\n\n# Code\n\n<<< @/pages/a.ts#x {2}\n"
    let deck = try loadDeck(path: directory.write(Array(text.utf8), to: "slides.md"))
    #expect(deck.slides.map(\.title) == ["Cover", "In", "Side", "Code"])
    #expect(deck.slides.map(\.document.placement) == [.middle, .middle, .middle, .top])
    #expect(rows(deck.slides[3]).suffix(2) == [" let a = 1", " let b = 2"])
  }

  @Test(
    "bars at the end of each slide",
    arguments: [
      (
        "---\nauthor: Me\ndate: MMMM dd, YYYY\npaging: Page %d of %d\n---\n# A",
        ["Me · April 5, 2031", "", "Page 2 of 9"]
      ),
      ("---\nauthor: Me\ndate: YYYY-MM-DD\n---\n# A", ["Me · 2031-04-05", "", ""]),
      ("---\nauthor: \"\"\ndate: Maybe\npaging: \"\"\n---\n# A", ["Maybe", "", ""]),
      ("%title: T\n%author: Me\n%date: 2020\n\nA\n", ["Me", "T", "2 / 9"]),
      (
        "---\nauthor: Me\ndate: 2020\ntitle: T\nstyles: {style: monokai}\n---\n# A",
        ["Me", "2020", "slide 2 / 9"]
      ),
      (
        "---\ntheme:\n  override:\n    footer:\n      style: template\n      left: {image: a.png}\n"
          + "      center: '**To** <span class=\"x\">the</span> _end_'\n      right: \"{current_slide} / {total_slides}\"\n---\n# A",
        ["", "To the end", "2 / 9"]
      ),
      (
        "---\nfooter: '{title}, {date}, {{x}}'\ntitle: T\ndate: now\n---\n# A",
        ["T, now, {x}", "", ""]
      ),
      ("---\nfooter: {style: progress_bar}\n---\n# A", ["", "", "2 / 9"]),
    ]
  )
  func bars(markdown: String, expected: [String]) throws {
    let texts = try #require(deck(markdown).footer).texts(slide: 2, of: 9)
    #expect([texts.left, texts.center, texts.right] == expected, "\(markdown)")
  }

  @Test(
    "no bar",
    arguments: [
      "---\ntitle: T\nauthor: Me\n---\n# A", "---\nauthor: Me\nhighlighter: shiki\n---\n# A",
      "---\nfooter: {style: empty, left: a}\n---\n# A", "# A",
    ]
  )
  func noBar(markdown: String) {
    #expect(deck(markdown).footer == nil)
  }

  @Test("mdp: rules of stars, centred lines, pauses; pandoc's lines of per cent")
  func percentLines() {
    let mdp = deck("%title: T\n%author: Me\n\n-> # A <-\n-> b <-\n\n^\n\nc\n\n* * *\n\nd\n")
    #expect(mdp.title == "T" && mdp.slides.count == 2)
    #expect(mdp.slides[0].title == "A" && mdp.slides[0].document.stepCount == 1)
    #expect(rows(mdp.slides[0], columns: 9)[0] == "    A")
    #expect(mdp.slides[1].title == "d")
    let pandoc = deck("% T\n% Me\n\n# A\n\ntext\n\n# B\n\ntext")
    #expect(pandoc.slides.map(\.title) == ["T", "A", "B"])
  }

  @Test("titles keep their position except on the first slide, and on slides of headings alone")
  func titlePlaces() {
    func places(_ text: String) -> [TextDocument.Placement] {
      deck(text).slides.map(\.document.placement)
    }
    #expect(places("# A\n\nb\n\n---\n\n# C\n\nd\n\n---\n\n- e") == [.middle, .top, .top])
    #expect(places("# A\n\n---\n\n# B\n\nc") == [.middle, .middle])
    #expect(places("- a\n\n---\n\n# B") == [.top, .middle])
    #expect(places("- a\n\n---\n\n## B\n\n### C\n\n---\n\n# D\n\ne") == [.top, .middle, .top])
    // One long text is read, not projected.
    #expect(places("# A\n\nb") == [.automatic])
    #expect(places("---\ntitle: T\nauthor: M\n---\n# A\n\n---\n\n- b") == [.middle, .middle, .top])
  }

  @Test("presenterm: 'font_size' chooses among the sizes of titles")
  func titleSizes() {
    let text =
      "<!-- font_size: 3 -->\n## A\n\n<!-- font_size: 1 -->\n# B\n\n### C\n\nd\n\n---\n\n## E"
    let levels = deck(text).slides.map { $0.document.headings(limit: 9).map(\.level) }
    #expect(levels == [[1, 2, 3], [2]])
  }

  @Test(
    "a footer replaces the dots, unless they are requested",
    arguments: [("footer: me", false), ("footer: me\ndots: true", true), ("title: x", true)]
  )
  func dots(matter: String, hasDots: Bool) throws {
    let deck = deck("---\n\(matter)\n---\n- a\n\n---\n\n- b")
    guard case .pager(let pager) = SessionContent.deck(deck) else {
      Issue.record("no pager")
      return
    }
    #expect(pager.hasDots == hasDots && pager.isDeck)
  }

  @Test(
    "slides: blocks of commands show the command above its input",
    arguments: [
      ("~~~graph-easy --as=boxart\n[ A ]\n~~~", [" $ graph-easy --as=boxart", " [ A ]"]),
      ("~~~echo \"You can\"\nno\n~~~", [" $ echo \"You can\"", " no"]),
      ("~~~python\nno\n~~~", [" no"]), ("~~~~xargs cat\nno\n~~~~", [" no"]),
      ("~~~{.haskell .ghci}\nno\n~~~", [" no"]), ("```xargs cat\nno\n```", [" no"]),
      ("---\nstyles: {style: monokai}\n---\n~~~xargs cat\nno\n~~~", [" no"]),
      ("---\nauthor: a\n---\n~~~xargs cat\nyes\n~~~", [" $ xargs cat", " yes"]),
    ]
  )
  func commands(markdown: String, expected: [String]) {
    #expect(rows(deck(markdown).slides[0]) == expected, "\(markdown)")
  }

  @Test("presenterm: code without a background", arguments: [true, false])
  func bareCode(isAsked: Bool) throws {
    let matter = "---\ntheme: {override: {code: {background: \(!isAsked)}}}\n---\n"
    let text = String(repeating: "one two ", count: 9)
    let fences = ["```c", "```c +no_background", "```"]
    let slide = deck(matter + fences.map { $0 + "\n\(text)\n```\n\n" }.joined()).slides[0]
    let rows = FlowedText(slide.document, columns: 40).rows.map(\.row).filter { !$0.text.isEmpty }
    // Each line is cut into the same two rows, with any background.
    try #require(rows.count == 6)
    #expect(Set(rows.map { $0.text.split(separator: " ").joined(separator: " ") }).count == 2)
    for (index, row) in rows.enumerated() {
      let isBare = isAsked || index / 2 == 1
      #expect(row.fill == (isBare ? .plain : .codeBlock), "\(index)")
      #expect(row.runs.contains { $0.style.role == .codeBlock } == !isBare, "\(index)")
    }
  }

  @Test("lookatme: no slide is a title slide")
  func titlesOfLookatme() {
    let slides = deck("# A\n\nWith some content.\n\n---\n\n# B\n\n:::\n\n- c").slides
    #expect(slides.map(\.document.placement) == [.top, .top])
    let styled = deck("---\ntitle: T\nauthor: M\nstyles: {}\n---\n# A\n\nb\n\n---\n\n# C\n\nd")
      .slides
    #expect(styled.map(\.document.placement) == [.middle, .top, .top])
  }

  @Test("bullets differ by the level of the list")
  func bullets() {
    let slide = deck("* a\n    * b\n        * c\n            * d\n                * e").slides[0]
    #expect(rows(slide).compactMap { $0.first { $0 != " " } } == ["•", "◦", "▪", "▫", "•"])
  }
}
