extension [Passage] {
  /// The number of lines of all passages.
  package var lineCount: Int { reduce(0) { $0 + $1.lineCount } }

  /// Returns the passages from a line on, up to a size limit; at least one line if there is one.
  ///
  /// A passage that exceeds the limit is cut between two lines. O(passages, and the text of the part).
  ///
  /// - Parameters:
  ///   - line: the first line, counted from 0.
  ///   - byteLimit: the size limit in bytes of text.
  /// - Returns: passages that are safe for a terminal; tabs are kept.
  package func part(fromLine line: Int, byteLimit: Int) -> [Passage] {
    var part: [Passage] = []
    var passed = 0
    var left = byteLimit
    for passage in self {
      defer { passed += passage.lineCount }
      guard passed + passage.lineCount > line else { continue }
      let first = Swift.max(0, line - passed)
      let piece = passage.piece(from: first, within: &left, isFirst: part.isEmpty)
      guard let piece else { return part }
      part.append(piece.sanitized())
      if first + piece.lineCount < passage.lineCount { return part }
    }
    return part
  }

  /// The whole text as copied: a blank line between passages, a line feed at the end.
  package var text: String {
    var lines: [String] = []
    for passage in self {
      if case .column = passage.kind { continue }
      if !lines.isEmpty, !passage.isTight, !passage.isContinued { lines.append("") }
      lines += passage.markedRows
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension Passage {
  /// Returns the passage's lines from `first` on up to the size limit; nil if the first one does not fit.
  fileprivate func piece(from first: Int, within left: inout Int, isFirst: Bool) -> Passage? {
    var piece = self
    piece.isContinued = isContinued || first > 0
    var end = first
    while end < lineCount {
      let bytes = byteCount(ofLine: end)
      guard bytes <= left || isFirst && end == first else { break }
      left = max(0, left - bytes)
      end += 1
    }
    guard end > first else { return nil }
    piece.lines = Array(lines[min(first, lines.count)..<min(end, lines.count)])
    piece.cells = Array(cells[min(first, cells.count)..<min(end, cells.count)])
    return piece
  }

  /// The approximate size of a line in a message.
  private func byteCount(ofLine line: Int) -> Int {
    let cells = line < cells.count ? cells[line].reduce(0) { $0 + $1.utf8.count + 4 } : 0
    let text = line < lines.count ? lines[line].utf8.count : 0
    return cells + text + 8
  }
}
