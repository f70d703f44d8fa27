package import NavBase

/// The entries of a directory in display order.
///
/// Sorting by name ignores case and compares numbers by value; names that are equal then are
/// compared by their bytes. Entries that compare equal in another order are sorted by name.
package struct DirectoryListing: Hashable, Sendable {
  /// The directory's name as one sanitised line of at most `Slide.titleColumns` columns; `/` for
  /// the root of the file system.
  package let title: String
  package internal(set) var entries: [DirectoryEntry]
  package var order = TreeOrder.standard
  /// The number of entries that are hidden because their names start with a dot.
  package var hiddenCount = 0
  /// The number of entries left out at the limit, which are the last ones in order.
  package var omittedCount = 0
  /// The number of entries whose sort criterion is unknown; they come last.
  package var unknownCount = 0
  /// Whether the entries have icons.
  package var hasIcons = false

  /// The line below the entries: whether there are none, and how many are not shown; nil if there
  /// is nothing to report.
  package var note: String? {
    var parts: [String] = []
    if entries.isEmpty { parts.append("empty") }
    if omittedCount > 0 {
      parts.append(
        "\(grouped(omittedCount)) more left out: a directory shows \(grouped(entries.count))"
      )
    }
    if hiddenCount > 0 { parts.append("\(grouped(hiddenCount)) hidden") }
    if unknownCount > 0 {
      parts.append("\(grouped(unknownCount)) of unknown \(order.sort.rawValue) at the end")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension TreeOrder {
  /// The line above the entries of a directory; nil for the standard order.
  package var heading: String? {
    var parts: [String] = []
    switch sort {
    case .name: break
    case .time: parts.append("newest first")
    case .size: parts.append("largest first")
    case .kind: parts.append("by kind")
    }
    if showsHidden { parts.append("with hidden files") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
