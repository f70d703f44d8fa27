import Testing

@testable import NavContent

@Suite("Readers and linters use the same names")
struct NameDriftTests {
  @Test("every command passes the linter, but only in its correct form", arguments: Names.all)
  func commands(name: String) throws {
    let command = try #require(DeckCommand.Name(rawValue: name))
    let value =
      switch command {
      case .columnLayout: "[1, 1]"
      case .column: "0"
      case .newLines, .newlines, .listItemNewlines: "2"
      case .alignment: "center"
      default: "true"
      }
    let right = command.takesValue ? "\(name): \(value)" : name
    let wrong = command.takesValue ? name : "\(name): \(value)"
    #expect(![nil, .remark].contains(DeckCommand(comment: right)))
    // A command in a wrong form is no speaker note.
    #expect(DeckCommand(comment: wrong) == .remark)
    // Columns need a layout.
    let before = command == .column ? "<!-- column_layout: [1, 1] -->\n\n" : ""
    // The file does not exist, and some commands are not supported completely.
    let isDone = ![.include, .fontSize, .snippetOutput].contains(command)
    for (comment, count) in [(right, isDone ? 0 : 1), (wrong, 1)] {
      let text = "\(before)<!-- \(comment) -->"
      #expect(Lint.findings(in: text, path: "/no/x.md", as: .deck).count == count, "\(text)")
    }
  }

  enum Names {
    static let all = DeckCommand.Name.allCases.map(\.rawValue)
  }

  @Test(
    "documents",
    arguments: [
      ("a.yaml", "a: 1\nb: [1, 2]\n", []), ("a.json", "{\"a\": 1}", []), ("a.yaml", "", []),
      ("a.jsonl", "{}\n[]\n", []), ("a", "{}\n[]\n", []), ("a", "a: 1", []),
      ("a.json", "{\"a\": 1,\n \"b\" 2}", [2]), ("a.yaml", "a: 1\n b: [\n", [2]),
      // The first one of each document.
      ("a.yaml", "a: 1\n---\nb: }\nc: }\n---\nc: 2\n---\nd: {x\n---\ne: }\n", [3, 9, 10]),
      ("a.yaml", "a: &x 1\nb: [*x, *y]\nc: *z\n---\nd: *x\n", [2, 3, 5]), ("a.yaml", "# c\n", []),
      ("a.jsonl", "{\"a\" 1, 2}\n{}\n[1\n{\"b\":}\n[2", [1, 4, 4, 5]),
      ("a.json", "{}\n{\"a\":}\n[]\n{b}\n", [2, 2, 4]),
    ] as [(String, String, [Int])]
  )
  func documents(name: String, text: String, lines: [Int]) {
    let found = Lint.findings(in: text, path: "/no/\(name)", as: .document)
    #expect(found.map(\.line) == lines, "\(found)")
    #expect(found.allSatisfy { $0.severity == .error && !$0.problem.isEmpty })
  }

  @Test(
    "the format of a text without a name",
    arguments: [
      ("{}", .json), ("[1,\n2]", .json), ("{\"a\":\n{}}", .json), (" \n{}", .json),
      ("{}\n{}", .lines), ("[1]\n\n[2]\n", .lines), ("{}\nx", .json), ("{\n}\n{\n}\n", .json),
      ("\u{FEFF}{}\n", .json), ("a: 1", .yaml), ("", .yaml), ("- {}", .yaml), ("\"x\"", .yaml),
    ] as [(String, DataDocument.Format)]
  )
  func formats(text: String, format: DataDocument.Format) {
    #expect(DataDocument.Format(guessing: Array(text.utf8)) == format)
  }

  @Test(
    "a deck as a stack",
    arguments: [
      ("mode: stack", true), ("mode: Stack", true), ("mode: pager", false), ("mode: x", false),
      ("title: stack", false),
    ]
  )
  func modes(matter: String, isStack: Bool) {
    let markdown = "---\n\(matter)\n---\n# One\n"
    #expect(Deck(markdown: markdown, name: "x").isStack == isStack)
    #expect(!Deck(markdown: markdown, name: "x", isPreview: true).isStack)
    let findings = Lint.findings(in: markdown, path: "/no/x.md", as: .deck)
    #expect(findings.isEmpty == !matter.hasSuffix(" x"))
  }
}
