/// The object that a key acts on, besides the focused page; help omits keys without a target.
package enum KeyTarget: Hashable, Sendable {
  /// An object that always exists.
  case any
  /// Side tabs, or the header of a pager.
  case tabs
  case sideTabs
  /// The parts of a split.
  case parts
  /// The entries of a list.
  case entries
  /// A page of a stack: a list of entries, or an opened entry.
  case pages
  /// Lines that are longer than a row and not wrapped.
  case longLines
  /// A document that was opened as a file, outside of a speaker's view.
  case document
  /// Pages that others see, too: outside of a speaker's view.
  case slides
  /// The talk in a speaker's view.
  case talk
}

/// The properties of a viewer's screen that decide which keys have an effect.
package struct KeyContext: Hashable, Sendable {
  package var focus: KeyFocus
  package var search: ActiveSearch
  /// Whether side tabs exist, or a pager has a header.
  package var hasTabs: Bool
  package var hasSideTabs: Bool
  /// Whether a split exists.
  package var hasParts: Bool
  package var hasLongLines: Bool
  /// Whether a document that was opened as a file can be seen as its text.
  package var hasDocument: Bool
  /// Whether it is a speaker's view.
  package var isSpeakers: Bool

  package init(
    focus: KeyFocus,
    search: ActiveSearch = .nothing,
    hasTabs: Bool = false,
    hasSideTabs: Bool = false,
    hasParts: Bool = false,
    hasLongLines: Bool = false,
    hasDocument: Bool = false,
    isSpeakers: Bool = false
  ) {
    self.focus = focus
    self.search = search
    self.hasTabs = hasTabs
    self.hasSideTabs = hasSideTabs
    self.hasParts = hasParts
    self.hasLongLines = hasLongLines
    self.hasDocument = hasDocument
    self.isSpeakers = isSpeakers
  }

  /// Whether the target of a key exists.
  func has(_ binding: KeyBinding) -> Bool {
    switch binding.target {
    case .any: true
    case .tabs: hasTabs
    case .sideTabs: hasSideTabs
    case .parts: hasParts
    case .entries: focus == .list
    case .pages: focus == .list || focus == .text
    case .longLines: hasLongLines
    case .document: hasDocument && !isSpeakers
    case .slides: !isSpeakers
    case .talk: isSpeakers
    }
  }
}
