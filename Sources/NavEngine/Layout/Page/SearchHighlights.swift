package import NavBase

/// The matches of a search in the rows of a page.
package enum SearchHighlights: Hashable, Sendable {
  case text(FoundText)
  /// Matches in the lines of entries; all matches of the current entry count as one.
  case entries(TextQuery, current: Int?)
}

/// The rows of a page with the matches of a search marked; only requested rows are marked.
package struct MarkedBody: ForwardingBody {
  package let base: any PageBody
  private let found: SearchHighlights

  package init(_ base: any PageBody, found: SearchHighlights) {
    self.base = base
    self.found = found
  }

  package func rows(_ range: Range<Int>) -> [TextRow] { base.rows(range, marking: found) }

  package func rows(_ range: Range<Int>, marking found: SearchHighlights) -> [TextRow] {
    rows(range)
  }
}

extension ListLayout {
  package func rows(_ range: Range<Int>, marking found: SearchHighlights) -> [TextRow] {
    guard case .entries(let query, let current) = found else { return rows(range) }
    return range.map { row in
      let shown = rows(row..<row + 1)[0]
      guard case .entry(let entry) = list.row(at: row) else { return shown }
      return shown.marked(marks(of: query, in: entry, isCurrent: entry == current))
    }
  }

  /// Returns the marks of an entry's matches; a match in a part that was cut off is marked at its `…`.
  private func marks(of query: TextQuery, in entry: Int, isCurrent: Bool) -> [RowMark] {
    let line = list.entries[entry].line
    let matches = query.matches(in: line)
    guard !matches.isEmpty else { return [] }
    let (shown, kept, shift) = shownPart(of: list.entries[entry])
    let isCutAtStart = kept.lowerBound > 0
    let sign = Self.cutSign
    var marks: [RowMark] = []
    for bytes in matches.map(\.bytes) {
      let first =
        bytes.lowerBound < kept.lowerBound ? 0 : min(bytes.lowerBound, kept.upperBound) + shift
      let start = max(marks.last?.bytes.upperBound ?? 0, first)
      let end =
        bytes.upperBound > kept.upperBound
        ? shown : max(bytes.upperBound + shift, isCutAtStart ? sign : 0)
      if start < end { marks.append(RowMark(bytes: start..<end, isCurrent: isCurrent)) }
    }
    return marks
  }
}

extension PageLayout {
  package func rows(_ range: Range<Int>, marking found: SearchHighlights) -> [TextRow] {
    guard case .text(let found) = found else { return rows(range) }
    let inText = range.clamped(to: text.rows.indices)
    return text.rows(inText, marking: found).map(placed) + rowsBelowText(in: range)
  }
}
