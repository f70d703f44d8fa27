/// The containers that side tabs are made of, by id: the ids that follow their own.
///
/// An item's id depends on its index among all items alone, shown or not, so it is the same as long as the item
/// is there. The pages of the tabs are no parts: each has an id of its own.
package enum TabsParts {
  /// The most tabs of a bar.
  package static let mostItems = 64
  /// The most items of a bar that stand for no tab.
  package static let mostAdditionalItems = 16

  /// How many ids side tabs take, from their own on: themselves, the bar, the attachment, and the items.
  package static let count = firstItem + mostItems + mostAdditionalItems

  private static let firstItem = 3

  package static func barID(of tabs: ContainerID) -> ContainerID { id(1, of: tabs) }

  package static func attachmentID(of tabs: ContainerID) -> ContainerID { id(2, of: tabs) }

  /// The container of a tab in the bar.
  ///
  /// - Parameters:
  ///   - index: the tab's among the items of the bar.
  ///   - tabs: the id of the whole.
  /// - Returns: its id.
  package static func itemID(_ index: Int, of tabs: ContainerID) -> ContainerID {
    precondition((0..<mostItems).contains(index), "cannot show item \(index)")
    return id(firstItem + index, of: tabs)
  }

  /// The container of an item that stands for no tab.
  ///
  /// - Parameters:
  ///   - index: the item's among its additional items.
  ///   - tabs: the id of the whole.
  /// - Returns: its id.
  package static func additionalItemID(_ index: Int, of tabs: ContainerID) -> ContainerID {
    precondition((0..<mostAdditionalItems).contains(index), "cannot show item \(index)")
    return id(firstItem + mostItems + index, of: tabs)
  }

  /// What a container is to side tabs; nil for any that is none of their parts.
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

/// What a container is to side tabs.
package enum TabsPart: Hashable, Sendable {
  case whole
  case bar
  case attachment
  /// A tab, by its index in the items of the bar.
  case item(Int)
  /// An item that stands for no tab, by its index in its additional items.
  case additionalItem(Int)
}
