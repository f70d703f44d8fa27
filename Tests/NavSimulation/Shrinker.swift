/// Makes a failing list short by leaving things out (delta debugging).
package struct Shrinker<Item> {
  private let mayGoOn: () -> Bool
  private let fails: ([Item]) -> Bool
  /// How often it has tried.
  package private(set) var tries = 0

  /// - Parameters:
  ///   - mayGoOn: asked before each try; once it says no, what was found so far is the result.
  ///   - fails: whether a list still fails in the same way.
  package init(while mayGoOn: @escaping () -> Bool, fails: @escaping ([Item]) -> Bool) {
    self.mayGoOn = mayGoOn
    self.fails = fails
  }

  /// Leaves out what is not needed.
  ///
  /// - Parameter items: a list that fails.
  /// - Returns: one that still fails and of which, where the time was enough, nothing can be left out.
  package mutating func shrink(_ items: [Item]) -> [Item] {
    var items = items
    var size = (items.count + 1) / 2
    while size > 0 {
      let count = items.count
      items = removingChunks(of: size, from: items)
      // What could not go before may go now.
      if size == 1, items.count == count { break }
      size = size == 1 ? 1 : (min(size, items.count) + 1) / 2
      if items.isEmpty { break }
    }
    return items
  }

  /// Replaces each item by smaller ones as long as the list still fails.
  ///
  /// - Parameters:
  ///   - items: a list that fails.
  ///   - smaller: the next smaller form of an item; nil when there is none.
  /// - Returns: a list as long as the first.
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

  /// One pass from the end to the beginning: what comes late is most often not needed.
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
