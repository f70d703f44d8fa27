/// The entries of a directory in the order in which they are shown.
///
/// What opens further entries comes first, then everything else; each by name, without regard to
/// case and with numbers by their value, and names that are the same by that by their bytes.
package struct DirectoryListing: Hashable, Sendable {
  /// The directory's name as one sanitised line of at most `Slide.titleColumns` columns, `/` for
  /// the root of the file system.
  package let title: String
  package let entries: [DirectoryEntry]
  /// How many entries are not shown because their names begin with a dot.
  package let hiddenCount: Int
  /// How many entries are not shown because there are too many: those that would come last.
  package let omittedCount: Int

  package init(
    title: String,
    entries: [DirectoryEntry],
    hiddenCount: Int = 0,
    omittedCount: Int = 0
  ) {
    self.title = title
    self.entries = entries
    self.hiddenCount = hiddenCount
    self.omittedCount = omittedCount
  }

  /// What is to be said below the entries, in one line: that there are none, and how many are not
  /// shown; nil where nothing is.
  package var note: String? {
    var parts: [String] = []
    if entries.isEmpty { parts.append("empty") }
    if omittedCount > 0 { parts.append("\(grouped(omittedCount)) more left out") }
    if hiddenCount > 0 { parts.append("\(grouped(hiddenCount)) hidden") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
