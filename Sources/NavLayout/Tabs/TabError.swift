/// A command to a tab bar that cannot be done; the bar is as it was before.
package enum TabError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither a tab nor an additional item (STQ-5).
  case unknownItem(TabItemID)
  /// Only additional items are highlighted, and only tabs are selected (ST-7).
  case wrongKind(TabItemID)
  /// A number for which the bar shows no tab, and how many it shows.
  case noTab(number: Int, shown: Int)
  /// A bar that has tabs cannot lose all of them (ST-3).
  case noItems
  case duplicate(TabItemID)
  case tooMany(count: Int, limit: Int)

  package var description: String {
    switch self {
    case .unknownItem(let id): "item \(id.rawValue) is not in the tab bar: name one that is"
    case .wrongKind(let id):
      "item \(id.rawValue) is of the other kind: select tabs, highlight additional items"
    case .noTab(let number, shown: 0): "there is no tab \(number): the bar shows no tabs"
    case .noTab(let number, let shown):
      "there is no tab \(number): name one from 1 to \(shown)"
    case .noItems: "a tab bar needs a tab: give at least one"
    case .duplicate(let id): "item \(id.rawValue) is given twice: give each item its own id"
    case .tooMany(let count, let limit): "\(count) items are too many: give at most \(limit)"
    }
  }
}
