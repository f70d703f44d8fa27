import NavText

/// What the columns of a bar are called, and how wide they would be in a bar with room for all of
/// them.
///
/// A part of the model, made once: it knows no viewport. Titles are made where they are looked at.
package struct OptionColumns: Hashable, Sendable {
  package let titles: OptionTitles
  /// In columns of a terminal: title and 2, at least 6 (S15-option-column).
  package let naturalWidths: ColumnWidths

  /// Measures the titles; O(count), but O(digits of the count) for numbered ones.
  package init(_ titles: OptionTitles) {
    self.titles = titles
    naturalWidths = titles.widths(.cells)
  }

  package init(_ titles: [String]) {
    self.init(.listed(titles))
  }

  package var count: Int { naturalWidths.count }

  /// The title of a column, one sanitised line.
  package func title(at column: Int) -> String { titles[column] }
}

/// The titles of columns.
package enum OptionTitles: Hashable, Sendable {
  case listed([String])
  /// The prefix and the column's number, from 1; of more than `mostNumbered` the first ones.
  case numbered(prefix: String, count: Int)

  /// The most columns that are numbered: all of them together stay within `Limits.coordinate`.
  package static let mostNumbered = 1 << 32

  package var count: Int {
    switch self {
    case .listed(let titles): titles.count
    case .numbered(_, let count): min(max(0, count), Self.mostNumbered)
    }
  }

  package subscript(column: Int) -> String {
    switch self {
    case .listed(let titles): sanitized(titles[column])
    case .numbered(let prefix, _): sanitized(prefix) + String(column + 1)
    }
  }

  /// The widths of all columns.
  package func widths(_ metrics: OptionBarMetrics) -> ColumnWidths {
    var widths = ColumnWidths()
    switch self {
    case .listed(let titles):
      for title in titles {
        widths.append(metrics.column(forTitleOf: columnWidth(of: sanitized(title))))
      }
    case .numbered(let prefix, _):
      // As many columns as there are numbers of one length have one width.
      let prefixColumns = columnWidth(of: sanitized(prefix))
      var end = 10
      while widths.count < count {
        let digits = String(widths.count + 1).count
        let width = metrics.column(forTitleOf: prefixColumns + digits)
        widths.append(width, count: min(count, end - 1) - widths.count)
        end *= 10
      }
    }
    return widths
  }
}
