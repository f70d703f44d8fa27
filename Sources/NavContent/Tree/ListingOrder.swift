/// Which entries of a directory are shown, and in which order.
package struct ListingOrder: Hashable, Sendable {
  package enum Sort: String, CaseIterable, Hashable, Sendable {
    /// What opens further entries first, then everything else; each by name.
    case name
    /// The newest first, whatever it is.
    case time
    /// The largest file first; what has no size comes last.
    case size
    /// What opens further entries first, then files by what their names end in.
    case kind
  }

  package var sort: Sort
  /// Whether entries are shown whose names begin with a dot.
  package var showsHidden: Bool

  /// By name, without hidden entries.
  package static let standard = ListingOrder()

  package init(_ sort: Sort = .name, showsHidden: Bool = false) {
    self.sort = sort
    self.showsHidden = showsHidden
  }

  /// What is to be said above the entries, in one line; nil for the standard order.
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
