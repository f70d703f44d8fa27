/// The part of a large text file that a document consists of.
///
/// Each line of such a document is a leaf of its own (`TextPosition`), numbered by the byte of the file at which it
/// begins, so that positions are the same in all parts of the file.
package struct TextWindow: Hashable, Sendable {
  package var path: [UInt8]
  /// The bytes of the file that are shown: whole lines, except where a line is too long.
  package var bytes: Range<Int>
  /// The size of the file when it was read.
  package var size: Int
  /// The offset of the start of each line from the first of the bytes.
  package var starts: [UInt32]
  /// The number of lines before the first one; an estimate unless `knowsNumbers`.
  package var linesBefore: Int
  package var knowsNumbers: Bool
  /// The number of lines of the file; an estimate unless `knowsCount`.
  package var lineCount: Int
  package var knowsCount: Bool
  /// The wish that it fulfils.
  package var wish: Wish

  /// The part of a file that is wanted.
  package indirect enum Wish: Hashable, Sendable {
    case start
    case end
    /// From a line on, counted from 0.
    case line(Int)
    /// Around the line that contains a byte.
    case around(Int)
    /// Around the line of a position that is to be shown as a match is.
    case place(TextPosition)
    /// Around the next line with a match from a byte on, or the last one before it, and then from the other end on.
    case match(TextQuery, from: Int, isForward: Bool)
  }

  package init(
    path: [UInt8],
    bytes: Range<Int>,
    size: Int,
    starts: [UInt32],
    linesBefore: Int = 0,
    knowsNumbers: Bool = true,
    lineCount: Int,
    knowsCount: Bool = true,
    wish: Wish = .start
  ) {
    self.path = path
    self.bytes = bytes
    self.size = size
    self.starts = starts
    self.linesBefore = linesBefore
    self.knowsNumbers = knowsNumbers
    self.lineCount = lineCount
    self.knowsCount = knowsCount
    self.wish = wish
  }

  /// Whether it contains the first, or the last line of the file.
  package var hasStart: Bool { bytes.lowerBound == 0 }
  package var hasEnd: Bool { bytes.upperBound >= size }

  /// The position at the beginning of its last line.
  package var lastLine: Int { bytes.lowerBound + Int(starts.last ?? 0) }

  /// Returns the byte at which a line begins, counted from its first line.
  package func start(ofLine line: Int) -> Int {
    bytes.lowerBound + (starts.indices.contains(line) ? Int(starts[line]) : bytes.count)
  }

  /// Returns the line that contains a byte, counted from its first line; the nearest one if none does, and nil without
  /// lines.
  ///
  /// O(log lines).
  package func line(atByte byte: Int) -> Int? {
    guard !starts.isEmpty else { return nil }
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if start(ofLine: middle) <= byte { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
