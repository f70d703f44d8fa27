/// Checks slidev decks for missing files and unsupported components.
extension DeckLint {
  /// Checks the lines of a slidev deck.
  mutating func checkSlidev(_ body: String) {
    checkSource(of: text.lines.prefix(firstLine), from: 1 - firstLine)
    var fence = OpenFence()
    var hidden = HiddenPart()
    var cursor = LineCursor(body)
    var number = 0
    /// The last line of the current slide's front matter, including its closing rule.
    var settingsEnd = 0
    while let line = cursor.next() {
      number += 1
      if fence.pass(line) || number <= settingsEnd { continue }
      let shown = hidden.visible(in: line)
      if line.trimmingBlanks() == "---", let block = SlidevBlock.find(after: cursor) {
        settingsEnd = number + block.lineCount + 1
        checkSource(
          of: text.lines.dropFirst(firstLine + number).prefix(block.lineCount),
          from: number + 1
        )
      } else if let (name, _) = SlidevWriter.snippet(line) {
        note(included: SlidevWriter.path(name), line: number, column: 5)
      } else {
        checkComponents(of: shown, at: number)
      }
    }
  }

  /// Checks whether the file named by `src` can be included.
  ///
  /// - Parameters:
  ///   - lines: the front matter of a slide.
  ///   - first: the number of its first line, from 1 after the deck's front matter.
  private mutating func checkSource(of lines: ArraySlice<String>, from first: Int) {
    for (offset, line) in lines.enumerated() {
      if line.hasPrefix("background:"), isFirst(ofKind: "background:") {
        note(
          "a background is shown beside headings and paragraphs only: "
            + "layout: image-right has a picture beside anything",
          line: first + offset
        )
      }
      guard line.hasPrefix("src:") else { continue }
      let name = FenceParts.unquoted(line.dropFirst(4).trimmingBlanks())
      guard !name.isEmpty else { continue }
      note(included: SlidevWriter.path(name), line: first + offset, column: 1)
    }
  }

  /// Supported tags, besides those that start with `v-`.
  private static let doneTags: Set<String> = ["Toc"]

  private mutating func checkComponents(of line: String, at number: Int) {
    for (name, offset) in SlidevTags(line).components {
      guard !Self.doneTags.contains(name), !name.hasPrefix("v-"), isFirst(ofKind: "<" + name) else {
        continue
      }
      note("<\(name)> is not done: components are not shown", line: number, column: offset + 1)
    }
  }
}

/// The parts of a text that are not displayed: comments, scripts and style sheets.
private struct HiddenPart {
  /// The end of the current hidden part; nil outside of hidden parts.
  private var end: String?

  private static let parts = [("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>")]

  /// Returns the line with blanks in place of hidden parts.
  mutating func visible(in line: Substring) -> String {
    var shown = ""
    var rest = line
    while !rest.isEmpty {
      if let end {
        let found = rest.firstRange(of: end)
        let hidden = rest[..<(found?.upperBound ?? rest.endIndex)]
        shown += String(repeating: " ", count: hidden.unicodeScalars.count)
        rest = rest[hidden.endIndex...]
        if found != nil { self.end = nil }
      } else {
        let begins = Self.parts.compactMap { part in
          rest.firstRange(of: part.0).map { (range: $0, end: part.1) }
        }
        let first = begins.min { $0.range.lowerBound < $1.range.lowerBound }
        shown += rest[..<(first?.range.lowerBound ?? rest.endIndex)]
        rest = rest[(first?.range.lowerBound ?? rest.endIndex)...]
        end = first?.end
      }
    }
    return shown
  }
}
