/// A section's header in the viewport.
package struct TableHeader: Hashable, Sendable {
  package let section: Int
  /// The top, measured from the viewport's.
  package let y: Double
  /// Whether the header is pinned: its own position is scrolled away (TW-9).
  package let isPinned: Bool
}

/// A view shared by several consecutive rows, in the viewport (TW-11).
package struct TableRepeatedView: Hashable, Sendable {
  package let identifier: String
  /// The rows that share it, by number.
  package let rows: Range<Int>
  /// The top, measured from the viewport's.
  package let y: Double
}

// The parts of a viewport besides the rows.

extension TableGeometry {
  /// Returns the visible headers, from top to bottom (TW-9).
  ///
  /// A header that is scrolled away is pinned at the top as long as any part of its section is visible; the next one
  /// pushes it.
  package func headers(atOffset offset: Double, height: Double, pins: Bool) -> [TableHeader] {
    sections(intersecting: offset..<offset + max(0, height)).compactMap { section in
      let header = headerExtent(of: section)
      let length = header.upperBound - header.lowerBound
      guard length > 0 else { return nil }
      let own = header.lowerBound - offset
      let pushed = sectionExtent(of: section).upperBound - offset - length
      let y = pins && own < 0 ? min(0, pushed) : own
      // A header outside the viewport is not reported, pinned or not.
      guard y + length > 0, y < height else { return nil }
      return TableHeader(section: section, y: y, isPinned: y > own)
    }
  }

  /// Returns the height that a pinned header covers above a row that is to be visible (TW-8).
  package func covered(aboveRow number: Int, pins: Bool) -> Double {
    guard pins else { return 0 }
    let header = headerExtent(of: index(of: number).section)
    return header.upperBound - header.lowerBound
  }

  /// Returns the part of the viewport that shows the view above the content; nil unless the content is pulled down
  /// (TW-10).
  ///
  /// - Parameters:
  ///   - pullDown: the view's height.
  ///   - offset: the offset, below 0 while the content is pulled.
  /// - Returns: the view's extent; it begins above the viewport while only a part of the view is visible.
  package static func pullDown(_ pullDown: Double, atOffset offset: Double) -> Range<Double>? {
    guard offset < 0, pullDown > 0 else { return nil }
    return -offset - pullDown ..< -offset
  }

  /// Returns the extent of the view above the first section in the viewport; nil if it is out of view (TW-10).
  package func leadingView(atOffset offset: Double, height: Double) -> Range<Double>? {
    guard leading > 0, offset < leading, offset + height > 0 else { return nil }
    return -offset..<leading - offset
  }

  /// Returns the visible repeated views (TW-11).
  ///
  /// Each group of consecutive rows of a section with the same identifier shows its view once, at its first row; while
  /// that row is scrolled away, the view is pinned at the top until the group's end pushes it out.
  ///
  /// - Parameters:
  ///   - identifier: returns the repeated identifier of a row, by number.
  ///   - offset: the viewport's top.
  ///   - height: the viewport's height.
  ///   - length: a repeated view's height.
  ///   - padding: the free space around it within its group.
  /// - Returns: the views from top to bottom. O(rows in view and in their groups).
  package func repeatedViews(
    of identifier: (Int) -> String?,
    atOffset offset: Double,
    height: Double,
    length: Double,
    padding: Double
  ) -> [TableRepeatedView] {
    var views: [TableRepeatedView] = []
    for number in rows(intersecting: offset..<offset + max(0, height)) {
      guard let name = identifier(number), views.last.map({ !$0.rows.contains(number) }) ?? true
      else { continue }
      let section = rows(inSection: index(of: number).section)
      var first = number
      while first > section.lowerBound, identifier(first - 1) == name { first -= 1 }
      var end = number + 1
      while end < section.upperBound, identifier(end) == name { end += 1 }
      let top = extent(of: first).lowerBound - offset
      let bottom = extent(of: end - 1).upperBound - offset
      let y = max(top + padding, min(padding, bottom - padding - length))
      views.append(TableRepeatedView(identifier: name, rows: first..<end, y: y))
    }
    return views
  }
}
