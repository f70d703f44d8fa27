extension Flow {
  /// The columns from one tab stop to the next in code.
  private static let tabStop = 4

  /// A code block: its lines as they are, cut where they are longer than a row.
  ///
  /// One blank column stands before the code where there is room. Graphemes are counted in the
  /// lines as they are written (a tab is one), joined by line feeds.
  mutating func addCode(_ lines: [String]) {
    beginLeaf()
    let padding = room >= 3 ? 1 : 0
    let width = room - padding
    var above = 0
    for line in lines.isEmpty ? [""] : lines {
      guard !isFull else { return }
      let line = sanitized(line, keeping: .tabs)
      if line.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x09 }) {
        addASCII(line, above: above, padding: padding, width: width)
        above += line.utf8.count + 1
      } else {
        above += addCode(line, above: above, padding: padding, width: width) + 1
      }
    }
    passGraphemes(to: above)
  }

  private mutating func addASCII(_ line: String, above: Int, padding: Int, width: Int) {
    var start = line.utf8.startIndex
    var passed = 0
    repeat {
      let end =
        line.utf8.index(start, offsetBy: width, limitedBy: line.utf8.endIndex)
        ?? line.utf8.endIndex
      emitCode(String(line[start..<end]), grapheme: above + passed, padding: padding)
      passed += width
      start = end
    } while start < line.utf8.endIndex && !isFull
  }

  /// Emits one line of any characters and returns how many graphemes it has.
  private mutating func addCode(_ line: String, above: Int, padding: Int, width: Int) -> Int {
    var row = ""
    var rowColumns = 0
    var rowGrapheme = 0
    var lineColumns = 0
    var graphemes = 0
    for character in line {
      if isFull { return graphemes }
      for piece in painted(character, column: lineColumns, width: width) {
        let columns = columnWidth(of: piece)
        if rowColumns + columns > width {
          emitCode(row, grapheme: above + rowGrapheme, padding: padding)
          row = ""
          rowColumns = 0
          rowGrapheme = graphemes
        }
        row.append(piece)
        rowColumns += columns
        lineColumns += columns
      }
      graphemes += 1
    }
    emitCode(row, grapheme: above + rowGrapheme, padding: padding)
    return graphemes
  }

  /// What is painted for a character of code in a row of `width` columns: blanks for a tab, nothing
  /// for one without a width.
  private func painted(_ character: Character, column: Int, width: Int) -> [Character] {
    if character == "\t" {
      return Array(repeating: " ", count: Self.tabStop - column % Self.tabStop)
    }
    if character.utf8.count > ClusterScanner.byteLimit { return ["\u{FFFD}"] }
    switch columnWidth(of: character) {
    case 0: return []
    case let columns where columns > width: return ["…"]
    default: return [character]
    }
  }

  private mutating func emitCode(_ text: String, grapheme: Int, padding: Int) {
    let style = TextStyle(role: .codeBlock)
    var builder = RowBuilder()
    builder.appendBlanks(padding, style: style)
    builder.append(text, style: style)
    emit(builder, grapheme: grapheme, fill: .codeBlock)
  }
}
