/// Which entries of a directory are shown, and in which order.
package struct ListingOrder: Hashable, Sendable {
  package enum Sort: String, CaseIterable, Hashable, Sendable {
    /// Directories first, then all others; each group by name.
    case name
    /// The newest entry first.
    case time
    /// The largest file first; entries without a size last.
    case size
    /// Directories first, then files by their extensions.
    case kind
  }

  package var sort: Sort
  /// Whether entries whose names start with a dot are shown.
  package var showsHidden: Bool

  /// By name, without hidden entries.
  package static let standard = ListingOrder()

  package init(_ sort: Sort = .name, showsHidden: Bool = false) {
    self.sort = sort
    self.showsHidden = showsHidden
  }

  /// The line above the entries; nil for the standard order.
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
