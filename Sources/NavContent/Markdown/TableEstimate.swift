/// How many cells the tables of a Markdown text may have at most.
///
/// A parser fills every row up to the width of its table's header, so a short text can have very
/// many cells. This counts from the text alone, and rather too many than too few: every line that
/// could be the rule below a table's header begins a table that goes on to the next blank line.
struct TableEstimate {
  private(set) var cells = 0
  /// Of the table that the text may be in; 0 outside of one.
  private var columns = 0

  init(of text: String) {
    var line = Line()
    var last: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case 0x0A where last == 0x0D: break
      case 0x0A, 0x0D:
        end(line)
        line = Line()
      default: line.add(byte)
      }
      last = byte
    }
    end(line)
  }

  private mutating func end(_ line: Line) {
    if line.isBlank {
      columns = 0
    } else {
      if line.mayBeRule && line.pipes > 0 { columns = max(columns, line.pipes + 1) }
      cells += columns
    }
  }

  /// What is known of a line, read byte by byte.
  private struct Line {
    /// Whether there is nothing in it but blanks and the marks of quotes.
    var isBlank = true
    var mayBeRule = true
    var pipes = 0

    mutating func add(_ byte: UInt8) {
      switch byte {
      case 0x20, 0x09, 0x0B, 0x0C, UInt8(ascii: ">"):
        return
      case UInt8(ascii: "|"):
        pipes += 1
      case UInt8(ascii: "-"), UInt8(ascii: ":"):
        break
      default:
        mayBeRule = false
      }
      isBlank = false
    }
  }
}
