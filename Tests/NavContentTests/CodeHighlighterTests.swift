import NavContent
import NavText
import Synchronization
import Testing

@Suite("Code in colours") struct CodeHighlighterTests {
  private func code(_ language: String, _ lines: String...) -> TextCode {
    TextCode(language: language, lines: lines.map { StyledText($0) })
  }

  private func roles(_ line: StyledText) -> [TextRole] { line.runs.map(\.style.role) }

  @Test("spans of classes become roles, over lines and within one another")
  func markup() throws {
    let highlighter = CodeHighlighter { arguments, input in
      #expect(arguments.last == "--syntax=swift")
      #expect(input == Array("let a = \"<&\"\n/* b\n c */\n\n".utf8))
      return Array(
        ("<span class=\"hl kwa\">let</span> a <span class=\"hl opt\">=</span> "
          + "<span class=\"hl str\">&quot;&lt;<span class=\"hl esc\">&#38;</span>&quot;</span>\n"
          + "<span class=\"hl com\">/* b\n c */</span>\n").utf8
      )
    }
    let lines = highlighter.highlighted(code("Swift", "let a = \"<&\"", "/* b", " c */", "")).lines
    #expect(lines.map(\.text) == ["let a = \"<&\"", "/* b", " c */", ""])
    #expect(roles(lines[0]) == [.codeKeyword, .plain, .codeString, .codeMeta, .codeString])
    #expect(roles(lines[1]) == [.codeComment] && roles(lines[2]) == [.codeComment])
  }

  @Test(
    "what can't be is plain: other text, other markup, no program, no language",
    arguments: [
      nil, "", "b", "a</span>", "<span class=\"hl kwa\">a", "<b>a</b>", "&huh;a", "a\nb",
      "<span class=\"x\">a</span>", "a<", "&#99999999;a", "\u{1B}[2Ja",
    ]
  )
  func plain(output: String?) {
    let block = code("c", "a")
    let highlighter = CodeHighlighter { _, _ in output.map { Array($0.utf8) } }
    #expect(highlighter.highlighted(block) == block)
    #expect(CodeHighlighter(nil).highlighted(block) == block)
  }

  @Test(
    "languages that can't be one are never asked for",
    arguments: ["", "-x", "a b", "../x", "a\u{1B}", "a;b", String(repeating: "x", count: 33)]
  )
  func languages(_ language: String) {
    let highlighter = CodeHighlighter { arguments, _ in
      Issue.record("asked for \(arguments)")
      return nil
    }
    let block = code(language, "a")
    #expect(highlighter.highlighted(block) == block)
  }

  @Test("a text is asked for once, failures too; long ones never; the oldest are forgotten")
  func cached() {
    let count = Mutex(0)
    let highlighter = CodeHighlighter { _, input in
      count.withLock { $0 += 1 }
      return input
    }
    for _ in 0..<3 { _ = highlighter.highlighted(code("c", "a")) }
    #expect(count.withLock(\.self) == 1)
    let most = String(repeating: "x", count: CodeHighlighter.byteLimit)
    _ = highlighter.highlighted(code("c", most))
    _ = highlighter.highlighted(code("c", most + "x"))
    #expect(count.withLock(\.self) == 2)
    for index in 0..<CodeHighlighter.cacheCount {
      _ = highlighter.highlighted(code("c", "\(index)"))
    }
    _ = highlighter.highlighted(code("c", "a"))
    #expect(count.withLock(\.self) == 3 + CodeHighlighter.cacheCount)
    _ = highlighter.highlighted(code("c", "\(CodeHighlighter.cacheCount - 1)"))
    #expect(count.withLock(\.self) == 3 + CodeHighlighter.cacheCount)
  }

  @Test("code in lists, quotes and columns of a deck is found")
  func everywhere() {
    let count = Mutex(0)
    let highlighter = CodeHighlighter { _, input in
      count.withLock { $0 += 1 }
      return input
    }
    let deck = Deck(
      markdown: "```c\na\n```\n- x\n  ```c\n  b\n  ```\n\n> ```c\n> c\n> ```\n\n---\n\n"
        + "<!-- column_layout: [1, 1] -->\n<!-- column: 1 -->\n```c\nd\n```\n",
      name: "x"
    )
    #expect(highlighter.highlighted(deck) == deck)
    #expect(count.withLock(\.self) == 4)
  }

  @Test(
    "the real program knows tokens",
    .enabled(if: ProgramPath.find("highlight", path: nil) != nil),
    arguments: [
      ("swift", "let a = \"x\" // y", [TextRole.codeKeyword, .codeString, .codeComment]),
      ("rust", "fn f() -> u8 { 1 }", [.codeKeyword, .codeNumber]),
      ("python", "def f(): return 1 # x", [.codeKeyword, .codeNumber, .codeComment]),
      ("json", "{\"a\": [1, true]}", [.codeNumber]), ("sh", "echo \"a\" # b", [.codeComment]),
    ]
  )
  func real(language: String, line: String, roles: [TextRole]) {
    let lines = CodeHighlighter.inPath().highlighted(code(language, line, "", "\tx")).lines
    #expect(lines.map(\.text) == [line, "", "\tx"])
    for role in roles { #expect(self.roles(lines[0]).contains(role), "\(language): \(role)") }
  }

  @Test("a language that the real program does not know stays plain")
  func unknown() {
    let block = code("nosuchlanguage", "a")
    #expect(CodeHighlighter.inPath().highlighted(block) == block)
  }
}
