import NavBase
package import NavScene

/// The ids of the containers that make up side tabs, which follow the id of the side tabs.
///
/// The daemon alone assigns ids. Viewers find parts by the fields of the scene (`Scene+Parts.swift`).
/// An item's id depends only on its index among all items, shown or not, so it stays the same as long as the item
/// exists. The pages of the tabs have independent ids.
package enum TabsParts {
  /// The largest number of tabs in a bar.
  package static let mostItems = TabsContent.mostItems
  /// The largest number of additional items in a bar, which select no tab.
  package static let mostAdditionalItems = TabsContent.mostAdditionalItems

  /// The number of ids that side tabs use: their own, the bar, the attachment, and the items.
  package static let count = firstItem + mostItems + mostAdditionalItems

  private static let firstItem = 3

  package static func barID(of tabs: ContainerID) -> ContainerID { id(1, of: tabs) }

  package static func attachmentID(of tabs: ContainerID) -> ContainerID { id(2, of: tabs) }

  /// Returns the id of a tab's item in the bar.
  ///
  /// - Parameters:
  ///   - index: the tab's index among the items of the bar.
  ///   - tabs: the id of the side tabs.
  /// - Returns: the item's id.
  package static func itemID(_ index: Int, of tabs: ContainerID) -> ContainerID {
    precondition((0..<mostItems).contains(index), "cannot show item \(index)")
    return id(firstItem + index, of: tabs)
  }

  /// Returns the id of an additional item, which selects no tab.
  ///
  /// - Parameters:
  ///   - index: the item's index among the additional items.
  ///   - tabs: the id of the side tabs.
  /// - Returns: the item's id.
  package static func additionalItemID(_ index: Int, of tabs: ContainerID) -> ContainerID {
    precondition((0..<mostAdditionalItems).contains(index), "cannot show item \(index)")
    return id(firstItem + mostItems + index, of: tabs)
  }

  /// Returns the part of side tabs that a container id stands for; nil if it is none of their parts.
  package static func part(_ container: ContainerID, of tabs: ContainerID) -> TabsPart? {
    guard container >= tabs else { return nil }
    let number = Int(container.rawValue - tabs.rawValue)
    let item = number - firstItem
    switch number {
    case 0: return .whole
    case 1: return .bar
    case 2: return .attachment
    case firstItem..<firstItem + mostItems: return .item(item)
    case firstItem..<count: return .additionalItem(item - mostItems)
    default: return nil
    }
  }

  private static func id(_ number: Int, of tabs: ContainerID) -> ContainerID {
    ContainerID(rawValue: tabs.rawValue + UInt32(number))
  }
}

/// A part of side tabs.
package enum TabsPart: Hashable, Sendable {
  case whole
  case bar
  case attachment
  /// A tab, by its index in the items of the bar.
  case item(Int)
  /// An additional item, which selects no tab, by its index among the additional items.
  case additionalItem(Int)
}
