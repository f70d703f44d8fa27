import Glibc
import NavBase
@testable import NavContent
import NavSystem
import Synchronization
import Testing

/// The path of `bat`; nil if it is not installed.
private let installedBat = ["batcat", "bat"].lazy
  .compactMap { ProgramPath.find($0, path: ProcessEnvironment.inherited()["PATH"]) }
  .first

@Suite("Coloured code") struct CodeHighlighterTests {
  private func code(_ language: String, _ lines: String...) -> TextCode {
    TextCode(language: language, lines: lines.map { StyledText($0) })
  }

  private func lines(_ document: TextDocument) -> [StyledText] {
    document.blocks.flatMap { block in
      if case .preformatted(let lines) = block { lines } else { [StyledText]() }
    }
  }

  private func text(_ document: TextDocument) -> [String] { lines(document).map(\.text) }

  private func roles(_ line: StyledText) -> [TextRole] { line.runs.map(\.style.role) }

  /// Enough for a program on a busy machine; with two seconds code might stay plain.
  private static let patience = Duration.seconds(60)

  /// A highlighter with the installed program.
  private static func inPath() -> CodeHighlighter {
    .inPath(ProcessEnvironment.inherited()["PATH"], within: patience)
  }

  @Test("spans of classes become roles, across lines and nested")
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
    "plain code: other text, other markup, no program, no language",
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
    "invalid languages are never requested",
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

  @Test("a text is requested once, also after a failure; long ones never; the oldest are dropped")
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

  @Test("code in lists, quotes and columns of a deck is highlighted")
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

  @Test("a diff needs no program: signs, changed words, headers")
  func diff() throws {
    let lines = CodeHighlighter(nil).highlighted(
      code(
        "diff",
        "--- a/x",
        "+++ b/x",
        "@@ -1,3 +1,3 @@",
        " a",
        "--- old",
        "+-- new",
        "-b",
        "\\ no"
      )
    ).lines
    #expect(lines.map(\.text).suffix(4) == ["--- old", "+-- new", "-b", "\\ no"])
    #expect(lines.prefix(3).map(roles) == [[.muted], [.muted], [.diffHunk]])
    // Two were removed and one added: no line takes the place of another.
    #expect(lines[3].runs == [StyledRun(length: 2, style: .plain)])
    let changed = CodeHighlighter(nil).highlighted(
      code("patch", "-let size = 1 + é", "+let size = 20 + é", "-a b", "+c d")
    ).lines
    let parts = changed.map { line in
      line.runs.map { "\($0.length)\($0.style.attributes.contains(.underline) ? "!" : "")" }
    }
    #expect(parts == [["1", "11", "1!", "5"], ["1", "11", "2!", "5"], ["1", "3"], ["1", "3"]])
    #expect(changed.map { roles($0)[0] } == [.diffRemoved, .diffAdded, .diffRemoved, .diffAdded])
  }

  @Test("the hunks of a file are coloured in one run for each side, and keep their signs and marks")
  func hunks() throws {
    let inputs = Mutex<[String]>([])
    let highlighter = CodeHighlighter { _, input in
      let text = String(decoding: input, as: UTF8.self)
      inputs.withLock { $0.append(text) }
      return Array(text.replacing("let", with: "<span class=\"hl kwa\">let</span>").utf8)
    }
    let diff = """
      diff --git a/a.c b/a.c
      index 1..2 100644
      --- a/a.c
      +++ b/a.c
      @@ -1,2 +1,2 @@
      -let x 1
      +let x 2
       y
      @@ -9 +9,2 @@
       z
      +let
      """
    let document = TextDocument(blocks: DiffText(diff[...], namesFiles: true).blocks)
    let colored = highlighter.highlighted(diff: document, of: "x")
    #expect(inputs.withLock(\.self) == ["let x 1\ny\nz\n", "let x 2\ny\nz\nlet\n"])
    #expect(text(colored) == text(document))
    let added = try #require(lines(colored).first { $0.text == "+let x 2" })
    #expect(roles(added) == [.diffAdded, .codeKeyword, .plain, .plain])
    #expect(added.runs.last?.style.attributes == [.bold, .underline])
    let rows = FlowedText(colored, columns: 20).rows.map(\.row)
    #expect(rows.filter { $0.fill == .diffAdded }.map(\.text) == ["+let x 2", "+let"])
    #expect(rows.filter { $0.fill == .diffRemoved }.map(\.text) == ["-let x 1"])
  }

  @Test(
    "levels of logs are coloured, in words of upper case and behind signs",
    arguments: [
      ("12:00:01 ERROR no disk", [TextRole.plain, .error, .plain]),
      ("t=1 level=warn msg=error", [.plain, .alertWarning, .plain]),
      ("{\"level\":\"info\",\"é\":1}", [.plain, .alertNote, .plain]),
      ("[debug] x", [.muted]), ("no error and no WARNINGS", [.plain]), ("", []),
    ]
  )
  func log(line: String, expected: [TextRole]) {
    let page = TreePage.document(title: "a", TextDocument(blocks: [.preformatted(lines: [line])]))
    for name in ["a.log", "a.LOG.2"] {
      let colored = page.highlighted(by: CodeHighlighter(nil), as: Array(name.utf8))
      guard case .document(_, let document) = colored else { continue }
      #expect(text(document) == [line])
      #expect(lines(document).map(roles) == [expected])
      #expect(colored.lines(at: Array(name.utf8)) == .text)
    }
    #expect(page.highlighted(by: CodeHighlighter(nil), as: Array("a.txt".utf8)) == page)
  }

  @Test(
    "the real program recognises tokens",
    .enabled(if: ProgramPath.find("batcat", path: nil) != nil),
    arguments: [
      ("swift", "let a = \"x\" // y", [TextRole.codeKeyword, .codeString, .codeComment]),
      ("rust", "fn f() -> u8 { 1 }", [.codeKeyword, .codeNumber]),
      ("python", "def f(): return 1 # x", [.codeKeyword, .codeNumber, .codeComment]),
      ("json", "{\"a\": [1, true]}", [.codeNumber]), ("sh", "echo \"a\" # b", [.codeComment]),
    ]
  )
  func real(language: String, line: String, roles: [TextRole]) {
    let lines = Self.inPath().highlighted(code(language, line, "", "\tx")).lines
    #expect(lines.map(\.text) == [line, "", "\tx"])
    for role in roles { #expect(self.roles(lines[0]).contains(role), "\(language): \(role)") }
  }

  private func bat(_ output: String?) -> CodeHighlighter {
    CodeHighlighter(.bat) { _, _ in output.map { Array($0.utf8) } }
  }

  @Test("the terminal's colours become roles, across lines and around blanks")
  func colors() throws {
    let highlighter = CodeHighlighter(.bat) { arguments, input in
      #expect(arguments.last == "--language=rs")
      #expect(input == Array("fn f() {\n\t1 // c\n}\n\n".utf8))
      return Array(
        ("\u{1B}[35mfn\u{1B}[0m\u{1B}[37m \u{1B}[0m\u{1B}[34mf\u{1B}[0m() {\n"
          + "\t\u{1B}[38;5;9m1\u{1B}[0m \u{1B}[38;5;8m//\u{1B}[0m\u{1B}[90m c\u{1B}[0m\n}\n\n").utf8
      )
    }
    let block = code("Rust", "fn f() {", "\t1 // c", "}", "")
    let lines = highlighter.highlighted(block).lines
    #expect(lines.map(\.text) == block.text)
    #expect(roles(lines[0]) == [.codeKeyword, .plain, .codeName, .plain])
    #expect(roles(lines[1]) == [.plain, .codeNumber, .plain, .codeComment])
    #expect(roles(lines[2]) == [.plain] && lines[3].isEmpty)
  }

  @Test(
    "each of the 16 colours, and others",
    arguments: [
      ("31", TextRole.codeName), ("32", .codeString), ("33", .codeType), ("34", .codeName),
      ("35", .codeKeyword), ("36", .codeMeta), ("37", .plain), ("30", .plain), ("39", .plain),
      ("90", .codeComment), ("38;5;8", .codeComment), ("38;5;9", .codeNumber),
      ("91", .codeNumber), ("38;5;15", .plain), ("38;5;231", .plain), ("38;2;1;2;3", .plain),
      ("1;3;4", .plain), ("41", .plain),
    ]
  )
  func roles(parameters: String, role: TextRole) {
    let lines = bat("\u{1B}[\(parameters)ma\u{1B}[0m\n").highlighted(code("c", "a")).lines
    #expect(lines == [StyledText("a", style: TextStyle(role: role))])
  }

  @Test(
    "output that is not coloured text stays plain",
    arguments: [
      nil, "", "b", "a\r\n", "a\u{1B}[2J", "a\u{1B}[", "\u{1B}]8;;http://x\u{7}a", "a\nb\n",
      "\u{9B}1Ca",
      "a\u{8}",
    ]
  )
  func noColors(output: String?) {
    #expect(bat(output).highlighted(code("c", "a")) == code("c", "a"))
  }

  /// A directory with programs of some names that print a text; the first name is preferred.
  private func shelf(_ names: [String], printing text: String) -> TemporaryDirectory {
    let directory = TemporaryDirectory()
    for name in names {
      let script =
        "#!/bin/sh\n: >\"\(directory.root)/ran-\(name)\"\ncat >/dev/null\nprintf '\(text)'\n"
      // Written by another program: a file can't be executed while a process being started concurrently holds a copy of
      // its write descriptor.
      let made = try? Invocation(
        ["sh", "-c", "cat >\"$0\" && chmod 700 \"$0\"", directory.path(name)],
        input: Array(script.utf8)
      ).run()
      precondition(made?.end.isSuccess == true)
    }
    return directory
  }

  @Test(
    "the first existing program is used",
    arguments: [
      (["bat"], "bat"), (["batcat", "bat"], "batcat"), (["highlight", "batcat"], "batcat"),
      (["highlight"], "highlight"), (["other"], nil),
    ] as [([String], String?)]
  )
  func programs(names: [String], asked: String?) {
    let text =
      asked == "highlight" ? "<span class=\"hl kwa\">let</span> a\n" : "\\033[35mlet\\033[0m a\n"
    let directory = shelf(names, printing: text.replacing("\n", with: "\\n"))
    let highlighter = CodeHighlighter.inPath(directory.root, within: Self.patience)
    let lines = highlighter.highlighted(code("swift", "let a")).lines
    #expect(roles(lines[0]) == (asked == nil ? [.plain] : [.codeKeyword, .plain]))
    for name in names {
      #expect((access(directory.path("ran-\(name)"), F_OK) == 0) == (name == asked), "\(name)")
    }
  }

  @Test("a text of a tree is coloured by its file extension, other files are not")
  func previews() {
    let directory = shelf(["batcat"], printing: "\\033[35mlet\\033[0m a\\n")
    let highlighter = CodeHighlighter.inPath(directory.root, within: Self.patience)
    for (name, isColored) in [("a.swift", true), ("a.txt", false), ("a", false)] {
      let path = Array(directory.write(Array("let a\n".utf8), to: name).utf8)
      let page = loadTreePage(path: path, ancestors: []).highlighted(by: highlighter, as: path)
      guard case .document(_, let document) = page,
        case .preformatted(let lines)? = document.blocks.last
      else {
        Issue.record("\(name) is no text")
        continue
      }
      #expect(roles(lines[0]) == (isColored ? [.codeKeyword, .plain] : [.plain]), "\(name)")
    }
  }

  @Test(
    "the real bat recognises tokens",
    .enabled(
      if: installedBat != nil,
      "neither batcat nor bat is installed: only its output was tried"
    ),
    arguments: [
      ("swift", "let a = \"x\" // y", [TextRole.codeKeyword, .codeString, .codeComment]),
      ("rust", "fn f() -> u8 { 1 }", [.codeKeyword, .codeName, .codeNumber]),
      ("c++", "int main() { return 1; } // x", [.codeKeyword, .codeNumber, .codeComment]),
    ]
  )
  func realBat(language: String, line: String, roles: [TextRole]) throws {
    let file = try #require(installedBat)
    let highlighter = CodeHighlighter.running(.bat, at: file, within: Self.patience)
    let lines = highlighter.highlighted(code(language, line, "", "\tx")).lines
    #expect(lines.map(\.text) == [line, "", "\tx"])
    for role in roles { #expect(self.roles(lines[0]).contains(role), "\(language): \(role)") }
  }

  @Test("a language unknown to the real program stays plain")
  func unknown() {
    let block = code("nosuchlanguage", "a")
    #expect(Self.inPath().highlighted(block) == block)
  }
}
