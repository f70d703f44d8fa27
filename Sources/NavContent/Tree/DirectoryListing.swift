/// The entries of a directory in the order in which they are shown.
///
/// By name that is without regard to case and with numbers by their value, and names that are the
/// same by that by their bytes; entries that are the same by anything else stand by name.
package struct DirectoryListing: Hashable, Sendable {
  /// The directory's name as one sanitised line of at most `Slide.titleColumns` columns, `/` for
  /// the root of the file system.
  package let title: String
  package let entries: [DirectoryEntry]
  package let order: ListingOrder
  /// How many entries are not shown because their names begin with a dot.
  package let hiddenCount: Int
  /// How many entries are not shown because there are too many: those that would come last.
  package let omittedCount: Int
  /// How many entries could not be sorted by what the order goes by, and stand behind the others.
  package let unknownCount: Int

  package init(
    title: String,
    entries: [DirectoryEntry],
    order: ListingOrder = .standard,
    hiddenCount: Int = 0,
    omittedCount: Int = 0,
    unknownCount: Int = 0
  ) {
    self.title = title
    self.entries = entries
    self.order = order
    self.hiddenCount = hiddenCount
    self.omittedCount = omittedCount
    self.unknownCount = unknownCount
  }

  /// What is to be said below the entries, in one line: that there are none, and how many are not
  /// shown; nil where nothing is.
  package var note: String? {
    var parts: [String] = []
    if entries.isEmpty { parts.append("empty") }
    if omittedCount > 0 { parts.append("\(grouped(omittedCount)) more left out") }
    if hiddenCount > 0 { parts.append("\(grouped(hiddenCount)) hidden") }
    if unknownCount > 0 {
      parts.append("\(grouped(unknownCount)) of unknown \(order.sort.rawValue) at the end")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
