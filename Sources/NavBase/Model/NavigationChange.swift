/// The difference between two places: the nodes that are new or differ, and the paths of those that
/// were removed.
///
/// Law: after `a.apply(a.change(to: b))`, `a == b`, for all `a` and `b`.
package struct NavigationChange: Hashable, Sendable {
  package var nodes: [NavigationState.Path: NavigationState.Node] = [:]
  package var removed: Set<NavigationState.Path> = []
  /// The new search text, if it has changed.
  package var search: String?
  /// Whether lines are wrapped, if that has changed.
  package var wrapsLines: Bool?
  /// Whether lines are numbered, if that has changed.
  package var numbers: NavigationState.Numbers?
  /// Whether the pages are hidden, if that has changed.
  package var isBlank: Bool?
  /// The chosen theme or nil, if that has changed.
  package var theme: BuiltInTheme??

  package init() {}

  package var isEmpty: Bool {
    nodes.isEmpty && removed.isEmpty && search == nil && wrapsLines == nil && numbers == nil
      && isBlank == nil && theme == nil
  }
}

extension NavigationState {
  /// Returns the change that turns this state into another one.
  ///
  /// O(nodes of both).
  package func change(to other: NavigationState) -> NavigationChange {
    var change = NavigationChange()
    change.nodes = other.nodes.filter { nodes[$0.key] != $0.value }
    change.removed = Set(nodes.keys.filter { other.nodes[$0] == nil })
    change.search = other.search == search ? nil : other.search
    change.wrapsLines = other.wrapsLines == wrapsLines ? nil : other.wrapsLines
    change.numbers = other.numbers == numbers ? nil : other.numbers
    change.isBlank = other.isBlank == isBlank ? nil : other.isBlank
    change.theme = other.theme == theme ? nil : .some(other.theme)
    return change
  }

  /// Applies a change.
  ///
  /// O(nodes of the change).
  package mutating func apply(_ change: NavigationChange) {
    for path in change.removed { nodes[path] = nil }
    nodes.merge(change.nodes) { $1 }
    search = change.search ?? search
    wrapsLines = change.wrapsLines ?? wrapsLines
    numbers = change.numbers ?? numbers
    isBlank = change.isBlank ?? isBlank
    if let chosen = change.theme { theme = chosen }
  }
}
