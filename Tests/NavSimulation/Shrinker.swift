/// Shortens a failing list by removing items (delta debugging).
package struct Shrinker<Item> {
  private let mayGoOn: () -> Bool
  private let fails: ([Item]) -> Bool
  /// The number of tries so far.
  package private(set) var tries = 0

  /// - Parameters:
  ///   - mayGoOn: called before each try; once it returns false, the best list so far is the result.
  ///   - fails: whether a list still fails in the same way.
  package init(while mayGoOn: @escaping () -> Bool, fails: @escaping ([Item]) -> Bool) {
    self.mayGoOn = mayGoOn
    self.fails = fails
  }

  /// Removes items that the failure does not need.
  ///
  /// - Parameter items: a failing list.
  /// - Returns: a failing list; unless time ran out, no single item can be removed from it.
  package mutating func shrink(_ items: [Item]) -> [Item] {
    var items = items
    var size = (items.count + 1) / 2
    while size > 0 {
      let count = items.count
      items = removingChunks(of: size, from: items)
      // Items that were needed before may be removable now.
      if size == 1, items.count == count { break }
      size = size == 1 ? 1 : (min(size, items.count) + 1) / 2
      if items.isEmpty { break }
    }
    return items
  }

  /// Replaces each item by smaller ones as long as the list still fails.
  ///
  /// - Parameters:
  ///   - items: a failing list.
  ///   - smaller: returns the next smaller form of an item; nil when there is none.
  /// - Returns: a list of the same length.
  package mutating func simplify(_ items: [Item], _ smaller: (Item) -> Item?) -> [Item] {
    var items = items
    for index in items.indices {
      while let item = smaller(items[index]) {
        var candidate = items
        candidate[index] = item
        guard stillFails(candidate) else { break }
        items = candidate
      }
    }
    return items
  }

  /// Makes one pass from the end to the beginning: late items are most often not needed.
  private mutating func removingChunks(of size: Int, from items: [Item]) -> [Item] {
    var items = items
    var end = items.count
    while end > 0 {
      let start = max(0, end - size)
      var candidate = items
      candidate.removeSubrange(start..<end)
      if stillFails(candidate) { items = candidate }
      end = start
    }
    return items
  }

  private mutating func stillFails(_ candidate: [Item]) -> Bool {
    guard mayGoOn() else { return false }
    tries += 1
    return fails(candidate)
  }
}

extension Schedule {
  /// Returns the shortest failing part that the shrinker finds, each incident as short as possible.
  ///
  /// - Parameter shrinker: decides whether a part still fails, and when to stop.
  /// - Returns: the remaining part of a failing schedule.
  package func shortest(_ shrinker: inout Shrinker<Pick>) -> [Pick] {
    let entries = entries
    let short = shrinker.shrink(picks)
    return shrinker.simplify(short) { pick in
      let next = pick.shortenings + 1
      guard let entry = entries.first(where: { $0.number == pick.number }),
        entry.shortened(times: next) != nil
      else { return nil }
      return Pick(number: pick.number, shortenings: next)
    }
  }
}
