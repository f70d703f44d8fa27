import NavGeometry

/// Where the rows and headers of a table stand: y runs down from 0, the content's top (TW-1).
///
/// Rows are also counted through all sections, from 0; sections without rows take part with their
/// headers alone. Making one is O(rows), each question O(log rows).
package struct TableGeometry: Hashable, Sendable {
  /// The height of the view above the first section (TW-10).
  package let leading: Double
  /// Where all ends.
  package let height: Double
  /// Where each row begins, and in which section it is.
  private let tops: [Double]
  private let bottoms: [Double]
  private let sections: [Section]

  private struct Section: Hashable {
    var top: Double
    /// Below the header.
    var body: Double
    var bottom: Double
    /// The first row's number.
    var first: Int
    var count: Int
  }

  /// Adds heights up, each rounded to a whole unit (TW-1); nothing is lower than 0.
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

  // MARK: Names

  /// A row's number; nil for one that is not there.
  package func number(of index: TableIndex) -> Int? {
    guard sections.indices.contains(index.section) else { return nil }
    let section = sections[index.section]
    return (0..<section.count).contains(index.row) ? section.first + index.row : nil
  }

  /// The name of the row with a number.
  package func index(of number: Int) -> TableIndex {
    precondition(tops.indices.contains(number), "cannot name row \(number) of \(tops.count)")
    // The last section that begins at or before it: those without rows come before the one that has
    // it.
    let section = Self.count(sections.count) { sections[$0].first <= number } - 1
    return TableIndex(section: section, row: number - sections[section].first)
  }

  /// The rows of a section, by number.
  package func rows(inSection section: Int) -> Range<Int> {
    sections[section].first..<sections[section].first + sections[section].count
  }

  // MARK: Places

  /// From where to where a row is.
  package func extent(of number: Int) -> Range<Double> { tops[number]..<bottoms[number] }

  package func headerExtent(of section: Int) -> Range<Double> {
    sections[section].top..<sections[section].body
  }

  /// A section as a whole, its header included.
  package func sectionExtent(of section: Int) -> Range<Double> {
    sections[section].top..<sections[section].bottom
  }

  /// The rows that intersect a range, by number; those without a height intersect nothing (D-3).
  package func rows(intersecting range: Range<Double>) -> [Int] {
    candidates(in: range).filter { tops[$0] < bottoms[$0] }
  }

  /// The sections that intersect a range with rows or header.
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

  /// How many of the first ones hold a condition that none holds behind the first that does not.
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
