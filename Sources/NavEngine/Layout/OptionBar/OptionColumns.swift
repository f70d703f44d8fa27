import NavBase

/// The titles of a bar's columns, and their natural widths, without a limit on the bar's width.
///
/// It is part of the model and independent of viewports. Titles are created on request.
package struct OptionColumns: Hashable, Sendable {
  package let titles: OptionTitles
  /// The natural widths in terminal columns: the title's width and 2, at least 6 (S15-option-column).
  package let naturalWidths: ColumnWidths

  /// Creates the columns by measuring the titles; O(count), but O(digits of the count) for numbered ones.
  package init(_ titles: OptionTitles) {
    self.titles = titles
    naturalWidths = titles.widths(.cells)
  }

  package init(_ titles: [String]) {
    self.init(.listed(titles))
  }

  package var count: Int { naturalWidths.count }

  /// Returns the title of a column, one sanitised line.
  package func title(at column: Int) -> String { titles[column] }
}

/// The titles of columns.
package enum OptionTitles: Hashable, Sendable {
  case listed([String])
  /// The prefix and the column's number, from 1; limited to `mostNumbered` columns.
  case numbered(prefix: String, count: Int)

  /// The largest number of numbered columns: their total width stays within `Limits.coordinate`.
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

  /// Returns the widths of all columns.
  package func widths(_ metrics: OptionBarMetrics) -> ColumnWidths {
    var widths = ColumnWidths()
    switch self {
    case .listed(let titles):
      for title in titles {
        widths.append(metrics.column(forTitleOf: columnWidth(of: sanitized(title))))
      }
    case .numbered(let prefix, _):
      // All columns whose numbers have the same number of digits have the same width.
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

/// The titles of tabs whose pages have no title (RK-5).
package enum TabTitle {
  private static let numbers = ["first", "second", "third", "fourth"]

  /// - Parameters:
  ///   - title: the page's title; empty for none.
  ///   - index: the page's index, from 0; any number of pages may be without a title.
  /// - Returns: the title, or a default one.
  package static func text(_ title: String, index: Int) -> String {
    guard title.isEmpty else { return title }
    return numbers.indices.contains(index) ? numbers[index] : "etc"
  }
}
