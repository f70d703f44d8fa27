/// How the directories of a tree are shown: which of their entries, and in which order.
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

/// What the entries of a directory are sorted by.
package enum TreeSort: String, CaseIterable, Hashable, Sendable {
  /// Directories first, then everything else, each by name.
  case name
  /// The newest first.
  case time
  /// The largest file first, directories last.
  case size
  /// Directories first, then files by what their names end in.
  case kind

  /// The next one in the order of `allCases`, behind the last one the first.
  package var next: TreeSort {
    switch self {
    case .name: .time
    case .time: .size
    case .size: .kind
    case .kind: .name
    }
  }
}
