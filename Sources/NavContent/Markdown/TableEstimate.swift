/// An upper bound of the number of table cells in a Markdown text.
///
/// The parser fills every row to the width of its table's header, so a short text can have very
/// many cells. This scans the text alone and overestimates: every line that may be the rule below a
/// table header starts a table that continues to the next blank line.
struct TableEstimate {
  private(set) var cells = 0
  /// The number of columns of the current table; 0 outside of tables.
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

  /// The properties of a line, collected byte by byte.
  private struct Line {
    /// Whether the line has only blanks and quote marks.
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
