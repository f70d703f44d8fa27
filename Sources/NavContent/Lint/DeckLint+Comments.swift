import NavText

/// Commands, which are written as comments.
extension DeckLint {
  /// What commands are called, those of other tools included that decks are read of.
  static let commandNames = [
    "end_slide", "pause", "stop", "column_layout", "column", "reset_layout", "incremental_lists",
    "skip_slide", "speaker_note", "jump_to_middle", "no_footer", "new_line", "newline",
    "new_lines", "newlines", "font_size", "alignment", "list_item_newlines", "snippet_output",
    "include",
  ]

  /// Goes through the comments of a block of HTML at the root of the deck.
  mutating func checkComments(of node: MarkdownNode) {
    var rest = node.literal[...]
    var place = Place(line: node.startLine)
    while let opening = rest.firstRange(of: "<!--") {
      place.advance(over: rest[..<opening.lowerBound])
      guard let closing = rest[opening.upperBound...].firstRange(of: "-->") else {
        return note(
          "this comment is never closed, so nothing below is seen: write --> behind it",
          .error,
          line: place.line,
          column: place.column
        )
      }
      check(comment: rest[opening.upperBound..<closing.lowerBound], at: place)
      place.advance(over: rest[opening.lowerBound..<closing.upperBound])
      rest = rest[closing.upperBound...]
    }
  }

  private struct Place {
    var line: Int
    var column = 1

    mutating func advance(over text: Substring) {
      for scalar in text.unicodeScalars {
        if scalar == "\n" {
          line += 1
          column = 1
        } else {
          column += 1
        }
      }
    }
  }

  private mutating func check(comment: Substring, at place: Place) {
    let text = comment.trimmingBlanks()
    let colon = text.firstIndex(of: ":")
    let name = text[..<(colon ?? text.endIndex)].trimmingBlanks()
    let value = colon.map { text[text.index(after: $0)...].trimmingBlanks() }
    if Self.commandNames.contains(name) {
      if let problem = follow(name, value) {
        note(problem, .warning, line: place.line, column: place.column)
      }
    } else if let problem = Self.problem(ofStrange: name) {
      note(problem, .warning, line: place.line, column: place.column)
    }
  }

  /// What is wrong with a comment that is no command and looks like one; nil for a remark.
  private static func problem(ofStrange name: String) -> String? {
    let isName = name.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
    }
    guard isName, !name.isEmpty else { return nil }
    if let near = Spelling.nearest(to: name, in: commandNames) {
      return "there is no command '\(name)': did you mean \(near)?"
    }
    guard name.utf8.contains(UInt8(ascii: "_")) else { return nil }
    return "there is no command '\(name)': use one of \(commandNames.joined(separator: ", "))"
  }

  /// What is wrong with a command that is known; nil for nothing.
  private mutating func follow(_ name: String, _ value: String?) -> String? {
    switch name {
    case "end_slide", "reset_layout":
      columnCount = nil
      return value == nil ? nil : "'\(name)' stands alone: take out what is behind it"
    case "pause", "stop", "skip_slide", "jump_to_middle", "no_footer":
      return value == nil ? nil : "'\(name)' stands alone: take out what is behind it"
    case "column_layout":
      guard let count = value.flatMap(Self.weights)?.count, count > 0 else {
        return "'column_layout' takes the widths of the columns: write column_layout: [2, 1], say"
      }
      columnCount = count
      return nil
    case "column":
      guard let number = value.flatMap({ Int($0) }), number >= 0 else {
        return "'column' takes the number of a column: write column: 0 for the first one"
      }
      guard let columnCount else {
        return "there are no columns here: write <!-- column_layout: [1, 1] --> before it"
      }
      return number < columnCount
        ? nil : "there are \(columnCount) columns: write column: 0 to \(columnCount - 1)"
    case "incremental_lists":
      return ["true", "false"].contains(value) ? nil : "'\(name)' is true or false: write one"
    case "speaker_note":
      return value == nil ? "'speaker_note' says nothing: write the note behind a colon" : nil
    default: return nil
    }
  }

  /// `[2, 1]`; nil for anything else.
  private static func weights(_ text: String) -> [Int]? {
    guard text.first == "[", text.last == "]" else { return nil }
    let parts = text.dropFirst().dropLast().split(separator: ",")
    let numbers = parts.compactMap { Int($0.trimmingBlanks()) }
    return numbers.count == parts.count && numbers.allSatisfy { $0 > 0 } ? numbers : nil
  }
}
