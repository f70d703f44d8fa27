import NavBase

/// Checks commands, which are written as comments.
extension DeckLint {
  private static let commandNames = DeckCommand.Name.allCases.map(\.rawValue)

  /// Checks the comments of an HTML block at the root of the deck.
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
    if comment.hasPrefix("config:") { return check(settings: comment, at: place.line) }
    let text = comment.trimmingBlanks()
    let colon = text.firstIndex(of: ":")
    let name = text[..<(colon ?? text.endIndex)].trimmingBlanks()
    let value = colon.map { text[text.index(after: $0)...].trimmingBlanks() }
    let isOfTool = syntax.dialect == .marp && MarpText.isDirectives(text)
    if let asked = DeckCommand.Name(rawValue: name), asked == .include {
      check(included: value ?? "", at: place)
    } else if let command = DeckCommand.Name(rawValue: name) {
      if let problem = follow(command, value) {
        note(problem, .warning, line: place.line, column: place.column)
      }
    } else if !isOfTool, let problem = Self.problem(ofStrange: name) {
      note(problem, .warning, line: place.line, column: place.column)
    }
  }

  /// Returns the problem of a comment that looks like a command but is unknown; nil for a remark.
  private static func problem(ofStrange name: String) -> String? {
    guard DeckCommand.seemsMeant(name) else { return nil }
    if let near = DeckCommand.nearest(to: name) {
      return "there is no command '\(name)': did you mean \(near)?"
    }
    return "there is no command '\(name)': use one of \(commandNames.joined(separator: ", "))"
  }

  /// Returns the problem of a known command; nil if it is correct.
  private mutating func follow(_ command: DeckCommand.Name, _ value: String?) -> String? {
    let name = command.rawValue
    if command == .endSlide || command == .resetLayout { slide.columnCount = nil }
    defer { slide.isBegun = slide.isBegun && command != .endSlide }
    if command == .jumpToMiddle, slide.isBegun {
      return
        "'jump_to_middle' moves a slide as a whole: write it before everything else of the slide"
    }
    guard command.takesValue else {
      return value == nil ? nil : "'\(name)' stands alone: take out what is behind it"
    }
    switch command {
    case .columnLayout:
      guard let count = value.flatMap(Self.weights)?.count, count > 0 else {
        return "'column_layout' takes the widths of the columns: write column_layout: [2, 1], say"
      }
      slide.columnCount = count
      return nil
    case .column:
      guard let number = value.flatMap({ Int($0) }), number >= 0 else {
        return "'column' takes the number of a column: write column: 0 for the first one"
      }
      guard let columnCount = slide.columnCount else {
        return "there are no columns here: write <!-- column_layout: [1, 1] --> before it"
      }
      return number < columnCount
        ? nil : "there are \(columnCount) columns: write column: 0 to \(columnCount - 1)"
    case .incrementalLists:
      return ["true", "false"].contains(value) ? nil : "'\(name)' is true or false: write one"
    case .speakerNote:
      return value == nil ? "'speaker_note' says nothing: write the note behind a colon" : nil
    case .newLines, .newlines, .listItemNewlines:
      let isCount = value.flatMap { Int($0) }.map { $0 > 0 } ?? false
      return isCount ? nil : "'\(name)' takes how many there are: write \(name): 2, say"
    case .alignment:
      return value.flatMap { DeckCommand.alignments[$0] } != nil
        ? nil : "'alignment' is left, center or right: write one of them"
    case .fontSize:
      return "'font_size' sets the size of titles alone: other letters of a terminal have one size"
    case .snippetOutput:
      return "'snippet_output' is not done: programs of a deck are never run"
    case .endSlide, .pause, .stop, .resetLayout, .skipSlide, .jumpToMiddle, .noFooter, .newLine,
      .newline, .include:
      return nil
    }
  }

  /// Checks whether a file can be included; its content is not checked.
  private mutating func check(included name: String, at place: Place) {
    guard !name.isEmpty else {
      return note(
        "'include' names no file: write its path behind a colon",
        line: place.line,
        column: place.column
      )
    }
    note(included: name, line: place.line, column: place.column)
  }

  /// Parses `[2, 1]`; nil for anything else.
  private static func weights(_ text: String) -> [Int]? {
    guard text.first == "[", text.last == "]" else { return nil }
    let parts = text.dropFirst().dropLast().split(separator: ",")
    let numbers = parts.compactMap { Int($0.trimmingBlanks()) }
    return numbers.count == parts.count && numbers.allSatisfy { $0 > 0 } ? numbers : nil
  }
}
