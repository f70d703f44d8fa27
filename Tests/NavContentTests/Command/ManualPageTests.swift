import NavBase
import NavContent
import NavSystem
import Testing

/// Manual pages as texts with headings.
@Suite struct ManualPageTests {
  private func page(_ text: String) -> ManualPage {
    var lines = TerminalText(.read)
    lines.append(Array(text.utf8)[...])
    lines.finish()
    return ManualPage(lines, name: "asked for")
  }

  private func bold(_ text: String) -> String {
    text.map { $0 == " " ? " " : "\($0)\u{8}\($0)" }.joined()
  }

  @Test func sectionsAreHeadings() {
    let page = page(
      """

      LS(1)          User Commands          LS(1)

      \(bold("NAME"))
             ls - list

      \(bold("SEE ALSO"))
         \(bold("Inner part"))
             text
         not bold
      GNU            2026          LS(1)

      """
    )
    #expect(page.title == "LS(1)")
    #expect(
      page.document.headings(limit: 10).map { "\($0.level) \($0.title)" } == [
        "2 NAME", "2 SEE ALSO", "3 Inner part",
      ]
    )
    let texts = page.document.blocks.compactMap { block -> String? in
      switch block {
      case .paragraph(let text): text.text
      case .preformatted(let lines): lines.map(\.text).joined(separator: "\n")
      default: nil
      }
    }
    #expect(
      texts == [
        "User Commands", "    ls - list", "    text\nnot bold", "GNU 2026 LS(1)",
      ]
    )
  }

  @Test func textThatIsNoManualPageIsShown() {
    #expect(page("").document.blocks.isEmpty)
    let odd = page("just\na text\n")
    #expect(odd.title == "asked for")
    #expect(odd.document.headings(limit: 9).map(\.title) == ["just", "a text"])
    let head = page("A(1) A(1)\n")
    #expect(head.title == "A(1)" && head.document.blocks.isEmpty)
  }

  /// Lines that `man` filled wrap anew at any width.
  @Test func paragraphsAreJoined() {
    let filled = (1...3).map { String(repeating: "words of row \($0) ", count: 5) + "end" }
    let prose = filled.joined(separator: " ")
    func check(
      _ lines: [String],
      _ expected: [String],
      _ location: SourceLocation = #_sourceLocation
    ) {
      let text = lines.map { $0.isEmpty ? "" : "       " + $0 }.joined(separator: "\n")
      let found = page("\(bold("NAME"))\n\(text)\n").document.blocks.flatMap { block -> [String] in
        if case .preformatted(let rows) = block { rows.map(\.text) } else { [] }
      }
      #expect(found == expected, sourceLocation: location)
    }
    check(filled, [prose])
    check(filled + ["short", "not filled"], [prose + " short", "not filled"])
    check(["short"] + filled + ["", "short"], ["short", prose, "", "short"])
    let indented = filled.map { "       " + $0.dropFirst(6) }
    let text = filled.map { $0.dropFirst(6) }.joined(separator: " ")
    check(
      ["x", "-c     \(filled[0].dropFirst(6))"] + indented[1...],
      ["x", "-c", "       " + text]
    )
    // Signs before items, tables, drawings and text that is not filled stay.
    for kept in [
      ["x", "o      \(filled[0].dropFirst(6))"] + indented[1...],
      filled.map { $0.replacing("row", with: "  row") },
      filled.map { $0.replacing("row", with: "|") },
      filled.map { String($0.dropLast(20)) },
    ] { check(kept, kept) }
    let cut = String(repeating: "words ", count: 10) + "hyphen-"
    check([cut, "ated words"], [cut + "ated words"])
  }

  /// Rows of another width would have the hyphens inside of them.
  @Test(.enabled(if: ProgramPath.find("man", path: nil) != nil))
  func wordsAreNotHyphenated() throws {
    let directory = TemporaryDirectory()
    let words = String(repeating: "incomprehensibility internationalization\n", count: 30)
    let path = directory.write(
      Array(".TH LONG 1\n.SH NAME\nlong \\- words\n.SH DESCRIPTION\n\(words)".utf8),
      to: "long.1"
    )
    let page = try withExtendedLifetime(directory) { try ManualPage([path], in: "/") }
    let lines = page.document.blocks.flatMap { block -> [String] in
      if case .preformatted(let rows) = block { return rows.map(\.text) }
      return []
    }
    // The paragraph is one line.
    #expect(lines.count == 2)
    let last = lines.last?.split(separator: " ") ?? []
    #expect(last.count == 60 && Set(last) == ["incomprehensibility", "internationalization"])
  }

  @Test func optionsAndNothingAreRefused() {
    for arguments in [[], ["-k", "x"], ["ls", "--pager=x"]] {
      #expect(throws: ProgramError.self) { try ManualPage(arguments, in: "/") }
    }
  }

  @Test func missingEntriesAreReported() {
    let error = #expect(throws: ProgramError.self) {
      try ManualPage(["navd-no-such-page"], in: "/")
    }
    #expect(error?.description.contains("man") == true)
  }
}
