import NavBase
import NavContent
import Testing

@Suite struct MarkdownTests {
  private static let bold = TextStyle(attributes: .bold)
  private static let muted = TextStyle(role: .muted)

  @Test(
    arguments: [
      ("plain", [("plain", TextStyle.plain)]),
      ("a\nb", [("a b", .plain)]),
      ("a  \nb\\\nc", [("a\nb\nc", .plain)]),
      ("a<br>b<br/>c", [("a\nb\nc", .plain)]),
      (
        "*i* **b** ~~s~~ `c`",
        [
          ("i", TextStyle(attributes: .italic)), (" ", .plain), ("b", bold), (" ", .plain),
          ("s", TextStyle(attributes: .strikethrough)), (" ", .plain),
          ("c", TextStyle(role: .codeSpan)),
        ]
      ),
      ("***`x`***", [("x", TextStyle(role: .codeSpan, attributes: [.bold, .italic]))]),
      (
        "[a **b**](https://x.org/?q=1&r)",
        [
          ("a ", TextStyle(role: .link, link: "https://x.org/?q=1&r")),
          ("b", TextStyle(role: .link, attributes: .bold, link: "https://x.org/?q=1&r")),
        ]
      ),
      ("https://x.org", [("https://x.org", TextStyle(role: .link, link: "https://x.org"))]),
      ("www.x.org", [("www.x.org", TextStyle(role: .link, link: "http://www.x.org"))]),
      ("a@x.org", [("a@x.org", TextStyle(role: .link, link: "mailto:a@x.org"))]),
      ("[a](HTTP://x.org)", [("a", TextStyle(role: .link, link: "HTTP://x.org"))]),
      // An address that is unsafe for a terminal is text.
      ("[a](other.md) [b](#c) [d](javascript:x) [e](file:///etc/passwd)", [("a b d e", .plain)]),
      (
        "[a](https) [b](<https://x.org/&#27;]8;;>) [c](https://x.org/&#x202E;)", [("a b c", .plain)]
      ),
      ("![A cat](cat.png)", [("A cat (cat.png)", muted)]),
      ("![](cat.png)", [(" (cat.png)", muted)]),
      (
        "[![b](c.svg)](https://x.org)",
        [
          ("b (c.svg)", TextStyle(role: .muted, link: "https://x.org"))
        ]
      ),
      // Tags are removed, some style their content, and text that only looks like a tag stays.
      (
        "a <b>b</b> <kbd>K</kbd><!-- c -->",
        [
          ("a ", .plain), ("b", TextStyle(attributes: .bold)), (" ", .plain),
          ("K", TextStyle(role: .codeSpan)),
        ]
      ),
      // Tags that end in another order, or not at all.
      (
        "<i>a **b</i> c** <u>d",
        [
          ("a ", TextStyle(attributes: .italic)), ("b", TextStyle(attributes: [.italic, .bold])),
          (" c", TextStyle(attributes: .bold)), (" ", .plain),
          ("d", TextStyle(attributes: .underline)),
        ]
      ),
      // Pictures in HTML, in a line and as a block of their own.
      (
        #"a <img src="l.png" alt='A &amp; "B"'> b"#,
        [("a ", .plain), (#"A & "B" (l.png)"#, muted), (" b", .plain)]
      ),
      (
        #"a<a href="https://x.org"><img alt="Build"></a><img src="dot.png" alt=""><img src="x.png"/>"#,
        [
          ("a", .plain), ("Build", TextStyle(role: .link, link: "https://x.org")),
          (" (x.png)", muted),
        ]
      ),
      (#"<img src="l.png" alt="Logo">"#, [("Logo (l.png)", .plain)]),
      (
        "<p align=\"center\"><picture><source srcset=\"d.svg\"><img src='l.svg' alt=L></picture></p>",
        [("L (l.svg)", .plain)]
      ),
      // Superscripts and subscripts keep their meaning.
      (
        "H<sub>2</sub>O x<sup>n+1</sup> 1<sup>st</sup> a<sub>b</sub> c<sup>Q*</sup> d<sup></sup>",
        [("H₂O xⁿ⁺¹ 1ˢᵗ a_(b) c^(Q*) d", .plain)]
      ),
      ("**x<sup>2</sup>** y<sub>1", [("x²", TextStyle(attributes: .bold)), (" y1", .plain)]),
      ("<p>x<sup>2</sup><sub>&lt;</sub></p>", [("x²_(<)", .plain)]),
      ("cp <file> <other-file>", [("cp <file> <other-file>", .plain)]),
      ("1 < 2 &amp; 3 &gt; 2", [("1 < 2 & 3 > 2", .plain)]),
      ("&#27;[2J \u{202E}", [("\u{FFFD}[2J \u{FFFD}", .plain)]),
      ("a\u{0}b", [("a\u{FFFD}b", .plain)]),
    ] as [(String, [(String, TextStyle)])]
  )
  func inlines(_ markdown: String, pieces: [(String, TextStyle)]) {
    var expected = StyledText()
    for (text, style) in pieces { expected.append(text, style: style) }
    #expect(blocks(markdown) == [.paragraph(expected)], "\(markdown)")
  }

  @Test(
    "formulas are Unicode where that is exact, and money stays money",
    arguments: [
      (#"$E = mc^2$, $\alpha_1 \le x_{i+1}'$."#, "E = mc², α₁ ≤ xᵢ₊₁′."),
      (#"$\sum_{i=1}^n i$ in $\mathbb{R}$, $A^T - 90^\circ$"#, "∑ᵢ₌₁ⁿ i in ℝ, Aᵀ − 90°"),
      (#"$O(n \log n)$ and $$ e^{-x} $$"#, "O(n log n) and e⁻ˣ"),
      ("$$\nE = mc^2\n\\pi\n$$", "E = mc²\nπ"),
      ("It costs $5 and $6, or $7/$8.", "It costs $5 and $6, or $7/$8."),
      ("US$x$, $x$s, $ x$, $x $, $x", "US$x$, $x$s, $ x$, $x $, $x"),
      ("$HOME/$ and $x^Q$ and $x_{i_j}$ and $$", "$HOME/$ and $x^Q$ and $x_{i_j}$ and $$"),
      (
        #"$\frac{1}{2}$,$x$ $\alpah$ $x^$ $x_{a$ $x_{}$"#,
        #"$\frac{1}{2}$,x $\alpah$ $x^$ $x_{a$ $x_{}$"#
      ),
      // Markdown has taken a backslash, so that neither is what it says.
      (#"\$x\$ $a\,b$"#, "$x$ $a,b$"),
    ]
  )
  func formulas(_ markdown: String, shown: String) {
    #expect(blocks(markdown) == [.paragraph(StyledText(shown))], "\(markdown)")
  }

  @Test("code keeps its dollars, and cells and headings show formulas")
  func formulasElsewhere() {
    #expect(
      blocks("`$x^2$`") == [.paragraph(StyledText("$x^2$", style: TextStyle(role: .codeSpan)))]
    )
    #expect(blocks("# $x^2$") == [.heading(level: 1, StyledText("x²"))])
    guard case .table(let table)? = blocks("| $x^2$ | $y$ |\n|---|---|\n").first else {
      Issue.record("no table")
      return
    }
    #expect(table.header.map(\.text) == ["x²", "y"])
  }

  @Test(
    arguments: [
      ("# A\n\n###### B", [.heading(level: 1, text("A")), .heading(level: 6, text("B"))]),
      ("A\n===", [.heading(level: 1, text("A"))]),
      ("A\n\n***", [.paragraph(text("A")), .rule]),
      ("> a\n> > b", [.quote([.paragraph(text("a")), .quote([.paragraph(text("b"))])])]),
      ("```swift +exec\na\n\n\tb\n```", [.code(language: "swift", lines: ["a", "", "\tb"])]),
      ("```\r\na\r\nb\r\n```\r\n", [.code(language: "", lines: ["a", "b"])]),
      ("```\n```", [.code(language: "", lines: [])]),
      ("    a\n    b\n", [.code(language: "", lines: ["a", "b"])]),
      ("3. a\n4. b", [list(3, ["a", "b"])]),
      ("- a\n\n- b", [list(nil, ["a", "b"], isTight: false)]),
      (
        "- [ ] a\n- [x] b\n- c",
        [
          .list(
            TextList(
              start: nil,
              isTight: true,
              items: [
                TextListItem(blocks: [.paragraph(text("a"))], isDone: false),
                TextListItem(blocks: [.paragraph(text("b"))], isDone: true),
                TextListItem(blocks: [.paragraph(text("c"))]),
              ]
            )
          )
        ]
      ),
      (
        "| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | `2` |\n",
        [
          .table(
            TextTable(
              alignments: [.left, .left, .center, .right],
              header: [text("a"), text("b"), text("c"), text("d")],
              rows: [
                [text("1"), StyledText("2", style: TextStyle(role: .codeSpan)), text(""), text("")]
              ]
            )
          )
        ]
      ),
      ("<div align=center>\n<h1>Hi &amp; ho</h1>\n\n</div>", [.paragraph(text("Hi & ho"))]),
      ("<script>\nalert('<p>')\n</script>\n\n<style>p {}</style>\n", []),
      ("<p>a<br>b</p>", [.paragraph(text("a\nb"))]),
      ("<!-- a -->\n\n<p title='>'>a\n  b", [.paragraph(text("a\nb"))]),
      // Items and paragraphs are lines, the cells of a row are one line.
      ("<ul><li>a</li><li>b <b>c</b></li></ul>", [.paragraph(text("a\nb c"))]),
      ("<div><p>a</p><p>b</p></div>", [.paragraph(text("a\nb"))]),
      ("<p>a</p><!-- x --><p>b</p>", [.paragraph(text("a\nb"))]),
      (
        "<table><tr><th>a</th><th>b</th></tr><tr><td><p>c</p></td><td><img src=d.png alt=D></td></tr></table>",
        [.paragraph(text("a │ b\nc │ D (d.png)"))]
      ),
      (
        "<table>\n  <tr>\n    <td>\n      a\n    </td>\n    <td>b</td>\n  </tr>\n  <tr><td>c</td></tr>\n</table>",
        [.paragraph(text("a │ b\nc"))]
      ),
      (
        "a <td>b</td><td>`c`</td> d <p>e</p><p>f<sup>2</sup></p> <b>g</b>", [.paragraph(cells)]
      ),
      (
        "<pre><code class=\"hljs js\" data-line-numbers=\"1|2\" data-ln-start-from=\"5\">\n"
          + "  <b>if</b> a &lt; b\n\n    c<br>d\n</code></pre>\n",
        [.code(numberedCode)]
      ),
    ] as [(String, [TextBlock])]
  )
  func blocks(_ markdown: String, expected: [TextBlock]) {
    if expected.isEmpty {
      #expect(Deck(markdown: markdown, name: "").slides[0].title == "This deck is empty")
    } else {
      #expect(blocks(markdown) == expected, "\(markdown)")
    }
  }

  @Test(arguments: [15, 16, 17, 10_000])
  func deepNestingIsKeptToTheLimit(depth: Int) {
    let document = TextDocument(blocks: blocks(String(repeating: ">", count: depth) + " a"))
    var levels = 0
    var inner = document.blocks
    while case .quote(let next) = inner.first {
      levels += 1
      inner = next
    }
    #expect(levels == min(depth, 16))
    #expect(inner == [.paragraph(Self.text("a"))])
  }

  @Test(arguments: [(2_000, true), (2_001, false)])
  func longAddressesAreNoLinks(length: Int, isLink: Bool) {
    let address = "https://x.org/" + String(repeating: "y", count: length - 14)
    guard case .paragraph(let text) = blocks("[a](\(address))").first else {
      Issue.record("no paragraph")
      return
    }
    #expect((text.runs.first?.style.link == address) == isLink)
    #expect(text.runs.first?.style.role == (isLink ? .link : .plain))
  }

  /// Cells, paragraphs and styles in one line of HTML.
  private static let cells = {
    var cells = text("a │ b │ ")
    cells.append("c", style: TextStyle(role: .codeSpan))
    cells.append(" │ d \ne\nf²\n")
    cells.append("g", style: bold)
    return cells
  }()

  private static let numberedCode = TextCode(
    language: "js",
    lines: ["  if a < b", "", "    c", "d"].map { StyledText($0) },
    firstNumber: 5,
    focus: [.lines([1...1]), .lines([2...2])]
  )

  private func blocks(_ markdown: String) -> [TextBlock] {
    Deck(markdown: markdown, name: "").slides[0].document.blocks
  }

  private static func text(_ text: String) -> StyledText { StyledText(text) }

  private static func list(_ start: Int?, _ items: [String], isTight: Bool = true) -> TextBlock {
    let items = items.map { TextListItem(blocks: [.paragraph(text($0))]) }
    return .list(TextList(start: start, isTight: isTight, items: items))
  }
}
