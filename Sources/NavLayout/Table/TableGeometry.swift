import NavGeometry

/// The positions of a table's rows and headers: y runs down from 0, the content's top (TW-1).
///
/// Rows are also numbered through all sections, from 0; sections without rows consist of their headers only. The
/// initializer is O(rows), each query O(log rows).
package struct TableGeometry: Hashable, Sendable {
  /// The height of the view above the first section (TW-10).
  package let leading: Double
  /// The height of the whole content.
  package let height: Double
  /// The top of each row.
  private let tops: [Double]
  private let bottoms: [Double]
  private let sections: [Section]

  private struct Section: Hashable {
    var top: Double
    /// The lower edge of the header.
    var body: Double
    var bottom: Double
    /// The first row's number.
    var first: Int
    var count: Int
  }

  /// Creates the geometry by summing the heights, each rounded to a whole unit (TW-1); negative heights count as 0.
  package init(_ content: [TableSection<some Hashable & Sendable>], leading: Double = 0) {
    self.leading = Self.whole(leading)
    var y = self.leading
    var (tops, bottoms, sections): ([Double], [Double], [Section]) = ([], [], [])
    for section in content {
      let top = y
      y += Self.whole(section.headerHeight)
      let body = y
      let first = tops.count
      for row in section.rows {
        tops.append(y)
        y += Self.whole(row.height)
        bottoms.append(y)
      }
      sections.append(
        Section(top: top, body: body, bottom: y, first: first, count: section.rows.count)
      )
    }
    (self.tops, self.bottoms, self.sections) = (tops, bottoms, sections)
    height = y
  }

  private static func whole(_ height: Double) -> Double {
    Double(CellGrid.cell(at: max(0, height) + 0.5))
  }

  package var rowCount: Int { tops.count }
  package var sectionCount: Int { sections.count }

  // MARK: Row numbers

  /// Returns a row's number; nil if the row does not exist.
  package func number(of index: TableIndex) -> Int? {
    guard sections.indices.contains(index.section) else { return nil }
    let section = sections[index.section]
    return (0..<section.count).contains(index.row) ? section.first + index.row : nil
  }

  /// Returns the index of the row with a number.
  package func index(of number: Int) -> TableIndex {
    precondition(tops.indices.contains(number), "cannot name row \(number) of \(tops.count)")
    // The last section that begins at or before the row: empty sections precede the one that contains it.
    let section = Self.count(sections.count) { sections[$0].first <= number } - 1
    return TableIndex(section: section, row: number - sections[section].first)
  }

  /// Returns the rows of a section, by number.
  package func rows(inSection section: Int) -> Range<Int> {
    sections[section].first..<sections[section].first + sections[section].count
  }

  // MARK: Positions

  /// Returns the extent of a row.
  package func extent(of number: Int) -> Range<Double> { tops[number]..<bottoms[number] }

  package func headerExtent(of section: Int) -> Range<Double> {
    sections[section].top..<sections[section].body
  }

  /// Returns the extent of a section, including its header.
  package func sectionExtent(of section: Int) -> Range<Double> {
    sections[section].top..<sections[section].bottom
  }

  /// Returns the rows that intersect a range, by number; rows of height 0 intersect nothing (D-3).
  package func rows(intersecting range: Range<Double>) -> [Int] {
    candidates(in: range).filter { tops[$0] < bottoms[$0] }
  }

  /// Returns the sections of which rows or the header intersect a range.
  package func sections(intersecting range: Range<Double>) -> Range<Int> {
    let low = Self.count(sections.count) { sections[$0].bottom <= range.lowerBound }
    let high = Self.count(sections.count) { sections[$0].top < range.upperBound }
    return range.isEmpty ? low..<low : low..<max(low, high)
  }

  private func candidates(in range: Range<Double>) -> Range<Int> {
    let low = Self.count(tops.count) { bottoms[$0] <= range.lowerBound }
    let high = Self.count(tops.count) { tops[$0] < range.upperBound }
    return range.isEmpty ? low..<low : low..<max(low, high)
  }

  /// Returns the number of leading elements that meet a condition, which must not hold for any element after the first
  /// failure.
  private static func count(_ count: Int, where holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
