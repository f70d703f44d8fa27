/// A section's header in the viewport.
package struct TableHeader: Hashable, Sendable {
  package let section: Int
  /// Its top, counted from the viewport's.
  package let y: Double
  /// Whether it stands there although its own place is scrolled away (TW-9).
  package let isPinned: Bool
}

/// A view that several consecutive rows share, in the viewport (TW-11).
package struct TableRepeatedView: Hashable, Sendable {
  package let identifier: String
  /// The rows that share it, by number.
  package let rows: Range<Int>
  /// Its top, counted from the viewport's.
  package let y: Double
}

// What stands in a viewport besides the rows.

extension TableGeometry {
  /// The headers in view, from top to bottom (TW-9).
  ///
  /// A header that is scrolled away stays at the top as long as anything of its section is in view;
  /// the next one pushes it.
  package func headers(atOffset offset: Double, height: Double, pins: Bool) -> [TableHeader] {
    sections(intersecting: offset..<offset + max(0, height)).compactMap { section in
      let header = headerExtent(of: section)
      let length = header.upperBound - header.lowerBound
      guard length > 0 else { return nil }
      let own = header.lowerBound - offset
      let pushed = sectionExtent(of: section).upperBound - offset - length
      let y = pins && own < 0 ? min(0, pushed) : own
      // Below its own place or not, what is out of view is none.
      guard y + length > 0, y < height else { return nil }
      return TableHeader(section: section, y: y, isPinned: y > own)
    }
  }

  /// How much of the viewport's top a pinned header takes where a row is to be seen below it
  /// (TW-8).
  package func covered(aboveRow number: Int, pins: Bool) -> Double {
    guard pins else { return 0 }
    let header = headerExtent(of: index(of: number).section)
    return header.upperBound - header.lowerBound
  }

  /// The part of the viewport in which the view above the content is seen; nil unless the content
  /// is pulled down (TW-10).
  ///
  /// - Parameters:
  ///   - pullDown: the view's height.
  ///   - offset: below 0 while the content is pulled.
  /// - Returns: from where to where it stands; it begins above the viewport while it is not seen in
  ///   whole.
  package static func pullDown(_ pullDown: Double, atOffset offset: Double) -> Range<Double>? {
    guard offset < 0, pullDown > 0 else { return nil }
    return -offset - pullDown ..< -offset
  }

  /// The part of the viewport in which the view above the first section stands; nil where it is out
  /// of view (TW-10).
  package func leadingView(atOffset offset: Double, height: Double) -> Range<Double>? {
    guard leading > 0, offset < leading, offset + height > 0 else { return nil }
    return -offset..<leading - offset
  }

  /// Where the repeated views stand that are in view (TW-11).
  ///
  /// Each group of consecutive rows of a section with the same identifier shows its view once, at
  /// its first row; while that is scrolled away it stays at the top, and goes with the group's end.
  ///
  /// - Parameters:
  ///   - identifier: what the row with a number repeats.
  ///   - offset: the viewport's top.
  ///   - height: the viewport's height.
  ///   - length: a repeated view's height.
  ///   - padding: what stays free around it within its group.
  /// - Returns: from top to bottom. O(rows in view and in their groups).
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
