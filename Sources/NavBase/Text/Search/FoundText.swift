/// A match in a document.
package struct TextMatch: Hashable, Sendable {
  /// The start of the match, unique among the document's matches and comparable with the positions of flowed rows.
  package var position: TextPosition
  /// The cell of the match, as `TextSegment.cell`.
  package var cell: Int
  /// UTF-8 offsets in the segment's text.
  package var bytes: Range<Int>

  package init(position: TextPosition, cell: Int = 0, bytes: Range<Int>) {
    self.position = position
    self.cell = cell
    self.bytes = bytes
  }
}

extension TextDocument {
  /// Returns the matches in the document in reading order.
  ///
  /// O(text).
  ///
  /// - Parameters:
  ///   - query: the text to search for.
  ///   - limit: the most matches to return.
  /// - Returns: matches in ascending order of position.
  package func matches(of query: TextQuery, limit: Int = .max) -> [TextMatch] {
    var matches: [TextMatch] = []
    for segment in segments where matches.count < limit {
      for match in query.matches(in: segment.text, limit: limit - matches.count) {
        let grapheme = segment.grapheme + match.grapheme
        matches.append(
          TextMatch(
            position: TextPosition(block: segment.block, grapheme: grapheme),
            cell: segment.cell,
            bytes: match.bytes
          )
        )
      }
    }
    return matches
  }
}

/// The search matches in one document.
package struct FoundText: Hashable, Sendable {
  /// Ascending by position.
  package var matches: ArraySlice<TextMatch>
  /// The index of the current match; nil for none.
  package var current: Int?

  package init(matches: ArraySlice<TextMatch>, current: Int? = nil) {
    self.matches = matches
    self.current = current
  }

  /// Returns the parts of a row that show matches; most rows have none.
  ///
  /// O(pieces of the row · log matches).
  fileprivate func marks(in row: FlowedRow) -> [RowMark] {
    var marks: [RowMark] = []
    for piece in row.pieces.all {
      let block = row.position.block + piece.blocksBehind
      var index = firstIndex(endingBehind: piece.source.lowerBound, block, piece.cell)
      while index < matches.endIndex {
        let match = matches[index]
        guard match.position.block == block, match.cell == piece.cell,
          match.bytes.lowerBound < piece.source.upperBound
        else { break }
        if let bytes = piece.row(showing: match.bytes) {
          marks.append(RowMark(bytes: bytes, isCurrent: index == current))
        }
        index += 1
      }
    }
    return marks
  }

  private func firstIndex(endingBehind byte: Int, _ block: Int, _ cell: Int) -> Int {
    var low = matches.startIndex
    var high = matches.endIndex
    while low < high {
      let middle = (low + high) / 2
      let match = matches[middle]
      let key = (match.position.block, match.cell, match.bytes.upperBound)
      if key > (block, cell, byte) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A part of a row's text that shows a match.
package struct RowMark: Hashable, Sendable {
  /// UTF-8 offsets in the row's text.
  package var bytes: Range<Int>
  package var isCurrent: Bool

  package init(bytes: Range<Int>, isCurrent: Bool) {
    self.bytes = bytes
    self.isCurrent = isCurrent
  }

  fileprivate var attributes: TextAttributes { isCurrent ? .anyFound : .found }
}

extension FlowedText {
  /// Returns rows with their search matches marked.
  package func rows(_ range: Range<Int>, marking found: FoundText) -> [TextRow] {
    rows[range].map { $0.row.marked(found.marks(in: $0)) }
  }
}

extension TextRow {
  /// Returns the row with parts marked as found; a cluster that is only partly found takes the style of the part before
  /// it.
  ///
  /// - Parameter marks: ascending, without overlap; marks beyond the text are ignored.
  /// - Returns: the row itself if there are no marks.
  package func marked(_ marks: [RowMark]) -> TextRow {
    let end = text.utf8.count
    var marks = marks.filter { $0.bytes.lowerBound < end }[...]
    guard !marks.isEmpty else { return self }
    var builder = RowBuilder()
    var place = 0
    func add(upTo limit: Int, _ style: TextStyle) {
      while place < limit {
        while let mark = marks.first, mark.bytes.upperBound <= place { marks.removeFirst() }
        var style = style
        var next = limit
        if let mark = marks.first {
          if mark.bytes.lowerBound <= place {
            style.attributes.formUnion(mark.attributes)
            next = min(limit, mark.bytes.upperBound)
          } else {
            next = min(limit, mark.bytes.lowerBound)
          }
        }
        let start = text.utf8.index(text.startIndex, offsetBy: place)
        let stop = text.utf8.index(start, offsetBy: next - place)
        builder.append(String(text[start..<stop]), style: style)
        place = next
      }
    }
    for run in runs { add(upTo: min(end, place + run.length), run.style) }
    add(upTo: end, .plain)
    var row = builder.row(indent: indent)
    row.fillCode = fillCode
    row.windows = windows
    return row
  }
}
