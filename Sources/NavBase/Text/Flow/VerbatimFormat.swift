/// The format of a block of verbatim lines.
struct VerbatimFormat {
  /// The columns from one tab stop to the next.
  var tabStop: Int
  /// Blank columns before each row.
  var padding: Int
  /// The columns of a row after the padding and the number, at least 1.
  var width: Int
  var style: TextStyle
  var fill: TextRole
  var focus = CodeFocus()
  /// The title in a row above the lines; nil for none.
  var title: String?
  var numbers = LineNumbers()
  /// Whether the rows at which lines begin are recorded.
  var isCounted = false
  /// Whether lines are shown through windows of `width`, because one of them is longer.
  var isWindowed = false

  /// The highlighted lines of a block of code.
  struct CodeFocus {
    /// Nil for all lines.
    var lines: TextCode.LineFocus?
    /// The step at which the highlight begins.
    var step = 0
  }

  /// The numbers before lines.
  struct LineNumbers {
    /// The width of the numbers with the blank after them; 0 without numbers.
    var columns = 0
    /// The number of the next line; nil for none.
    var next: Int?
  }

  /// Lines get no numbers if fewer columns would remain for code.
  private static let leastCodeWidth = 8

  /// Adds line numbers if the width allows.
  mutating func number(_ count: Int, from first: Int) {
    let columns = String(first &+ count &- 1).utf8.count + 1
    guard width >= columns + Self.leastCodeWidth else { return }
    numbers = LineNumbers(columns: columns, next: first)
    width -= columns
  }

  /// Returns the format of the row that begins at a grapheme of its line: only the first row has the number.
  func row(at grapheme: Int) -> VerbatimFormat {
    guard grapheme > 0, numbers.next != nil else { return self }
    var format = self
    format.numbers.next = nil
    return format
  }
}

extension VerbatimFormat {
  /// Returns the columns of a line in one row: all of them in a window, unless the line is too long for a window.
  func rowColumns(of line: String) -> Int {
    isWindowed && columns(of: line) <= RowWindow.textColumns ? RowWindow.textColumns : width
  }

  /// Returns whether a line is longer than a row and is not prose.
  func asksForWindow(_ line: String) -> Bool {
    line.utf8.count > width && columns(of: line) > width && !isProse(line)
  }

  /// Returns whether a line is longer than a row and can be wrapped at words without loss: text that is not code,
  /// without numbers, tabs, column gaps and drawings.
  func isProse(_ line: String) -> Bool {
    guard isCounted, numbers.columns == 0, line.utf8.count > width else { return false }
    var words = 0
    var blanks = 0
    // The last bytes before the blanks, as a number.
    var last: UInt32 = 0
    for byte in line.utf8.drop(while: { $0 == 0x20 }) {
      if byte == 0x20 {
        blanks += 1
        // Two blanks are allowed after the end of a sentence.
        guard blanks < 2 || blanks == 2 && Self.sentenceEnds.contains(UInt8(last & 0xFF)) else {
          return false
        }
      } else {
        last = last << 8 | UInt32(byte)
        guard byte != 0x09, byte != UInt8(ascii: "|"),
          // Box lines, blocks and bars.
          !(0xE29480...0xE2969F).contains(last & 0xFFFFFF)
        else { return false }
        words += blanks > 0 ? 1 : 0
        blanks = 0
      }
    }
    return words >= 7 && columns(of: line) > width
  }

  private static let sentenceEnds = Set(".!?:".utf8)

  func columns(of line: String) -> Int {
    let tabs = line.utf8.reduce(0) { $0 + ($1 == 0x09 ? 1 : 0) }
    return columnWidth(of: line) + tabs * tabStop
  }
}

extension VerbatimFormat {
  /// The signs of characters that are not ASCII, of one column and of more.
  static let letter: UInt8 = 0x80
  static let wide: UInt8 = 0xFF

  private static let marks = Set(",;:.!?()[]{}<>/|=+-*&".utf8)

  /// Returns the number of signs in a row that is full: it ends behind the last blank or punctuation in its second half,
  /// else anywhere.
  ///
  /// - Parameter signs: of the full row and of the next column: ASCII, or as above; at least two.
  func rowEnd(in signs: ArraySlice<UInt8>) -> Int {
    let full = signs.count - 1
    // A window shows a line that is too long for one in full rows.
    guard !isWindowed else { return full }
    for count in stride(from: full, to: full / 2, by: -1) {
      let place = signs.startIndex + count
      guard Self.isBreak(between: signs[place - 1], signs[place]) else { continue }
      return signs[..<place].allSatisfy { $0 == 0x20 } ? full : count
    }
    return full
  }

  private static func isBreak(between sign: UInt8, _ next: UInt8) -> Bool {
    sign == 0x20 || next == 0x20 || sign == wide || next == wide
      || marks.contains(sign) && !marks.contains(next)
  }
}
