/// What a key acts on, beyond the page that has the keys; help leaves out keys without a target.
package enum KeyTarget: Hashable, Sendable {
  /// Something that is always there.
  case any
  /// Side tabs, or the header of a pager.
  case tabs
  case sideTabs
  /// The entries of a list.
  case entries
  /// A page of a stack: an entry of a list, or what one has opened.
  case pages
  /// Lines that are longer than a row, and not wrapped.
  case longLines
}

/// What a viewer shows, as far as it decides which keys mean something.
package struct KeyContext: Hashable, Sendable {
  package var focus: KeyFocus
  package var finding: KeyFinding
  /// Whether there are side tabs, or a pager has a header.
  package var hasTabs: Bool
  package var hasSideTabs: Bool
  package var hasLongLines: Bool

  package init(
    focus: KeyFocus,
    finding: KeyFinding = .nothing,
    hasTabs: Bool = false,
    hasSideTabs: Bool = false,
    hasLongLines: Bool = false
  ) {
    self.focus = focus
    self.finding = finding
    self.hasTabs = hasTabs
    self.hasSideTabs = hasSideTabs
    self.hasLongLines = hasLongLines
  }

  /// Whether the target of a key is there.
  func has(_ binding: KeyBinding) -> Bool {
    switch binding.target {
    case .any: true
    case .tabs: hasTabs
    case .sideTabs: hasSideTabs
    case .entries: focus == .list
    case .pages: focus == .list || focus == .text
    case .longLines: hasLongLines
    }
  }
}
