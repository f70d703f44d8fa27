/// The display options of a tree's directories: which entries are shown, and in which order.
package struct TreeOrder: Hashable, Sendable {
  /// Whether entries are shown whose names begin with a dot.
  package var showsHidden: Bool
  package var sort: TreeSort

  /// Without hidden entries, by name.
  package static let standard = TreeOrder()

  package init(showsHidden: Bool = false, sort: TreeSort = .name) {
    self.showsHidden = showsHidden
    self.sort = sort
  }
}

/// The sort key of a directory's entries.
package enum TreeSort: String, CaseIterable, Hashable, Sendable {
  /// Directories first, then everything else, each by name.
  case name
  /// The newest first.
  case time
  /// The largest file first, directories last.
  case size
  /// Directories first, then files by their name extension.
  case kind

  /// The next case in the order of `allCases`; the first one after the last.
  package var next: TreeSort {
    switch self {
    case .name: .time
    case .time: .size
    case .size: .kind
    case .kind: .name
    }
  }
}
