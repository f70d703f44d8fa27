/// Matches the items of two versions of a sequence.
///
/// Items of a common prefix and of a common suffix match each other. Between them, an item matches the equal item whose
/// neighbors are most alike, of several the nearest; else the item of the same name that is nearest to its place between
/// its neighbors. O(length) to create, and to look up an item between.
package struct SequenceAlignment {
  private let oldCount: Int
  private let newCount: Int
  /// The lengths of the common prefix and the common suffix, which do not overlap.
  private let prefix: Int
  private let suffix: Int
  private let equal: (Int, Int) -> Bool
  private let named: (Int, Int) -> Bool

  /// The most neighbors on each side that are looked up for an item with several equal ones, or with none.
  fileprivate static let reach = 4

  /// - Parameters:
  ///   - oldCount: the number of old items.
  ///   - newCount: the number of new items.
  ///   - equal: whether an old item, given by its index, equals a new one.
  ///   - named: whether they have the same name.
  package init(
    from oldCount: Int,
    to newCount: Int,
    equal: @escaping (Int, Int) -> Bool,
    named: @escaping (Int, Int) -> Bool
  ) {
    let shorter = min(oldCount, newCount)
    var prefix = 0
    while prefix < shorter, equal(prefix, prefix) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, equal(oldCount - 1 - suffix, newCount - 1 - suffix) {
      suffix += 1
    }
    self.oldCount = oldCount
    self.newCount = newCount
    self.prefix = prefix
    self.suffix = suffix
    self.equal = equal
    self.named = named
  }

  /// Returns the new index of an old item; nil if it was removed.
  package func index(of old: Int) -> Int? {
    guard (0..<oldCount).contains(old) else { return nil }
    return equalIndex(of: old, near: old)
      ?? nearest(to: place(of: old) { equalIndex(of: $0, near: $0) }) { named(old, $0) }
  }

  /// Returns the new index of an old item; for one that was removed, the index between its neighbors.
  package func place(of old: Int) -> Int {
    if let index = index(of: old) { return index }
    return place(of: old) { neighbor in
      equalIndex(of: neighbor, near: neighbor) ?? nearest(to: neighbor) { named(neighbor, $0) }
    }
  }

  /// Returns the new index of an old item that was removed or edited: as far from the nearest item that occurs once in both
  /// versions as it was.
  ///
  /// O(items).
  ///
  /// - Returns: nil if no item does.
  package static func place<Item: Hashable>(
    of old: Int,
    from items: [Item],
    to others: [Item]
  ) -> Int? {
    func single(_ items: [Item]) -> [Item: Int?] {
      Dictionary(items.enumerated().map { ($1, Optional($0)) }) { _, _ in nil }
    }
    let (before, now) = (single(items), single(others))
    for distance in 0..<items.count {
      for neighbor in [old - distance, old + distance] where items.indices.contains(neighbor) {
        guard before[items[neighbor]] == neighbor, let index = now[items[neighbor]] ?? nil else {
          continue
        }
        return max(0, min(index + old - neighbor, others.count - 1))
      }
    }
    return nil
  }

  /// Returns the new index of the item that equals an old one.
  ///
  /// - Parameters:
  ///   - old: the index of the old item.
  ///   - estimate: the new index at which it is if nothing was moved.
  /// - Returns: for an item that is not at the ends, the index with the most equal neighbors, of several the nearest to the
  ///   estimate; nil if no item equals it.
  package func equalIndex(of old: Int, near estimate: Int) -> Int? {
    if old < prefix { return old }
    if old >= oldCount - suffix { return old + newCount - oldCount }
    var found: (index: Int, neighbors: Int)?
    _ = nearest(to: estimate) { index in
      guard equal(old, index) else { return false }
      let neighbors = equalNeighbors(of: old, index)
      if neighbors > found?.neighbors ?? -1 { found = (index, neighbors) }
      return neighbors == 2 * Self.reach
    }
    return found?.index
  }

  /// Returns how many neighbors of an old item equal those of a new one.
  private func equalNeighbors(of old: Int, _ new: Int) -> Int {
    (1...Self.reach).reduce(0) { count, distance in
      let before = old >= distance && new >= distance && equal(old - distance, new - distance)
      let behind =
        old + distance < oldCount && new + distance < newCount
        && equal(old + distance, new + distance)
      return count + (before ? 1 : 0) + (behind ? 1 : 0)
    }
  }

  /// Returns the new index of an old item by those of its neighbors: as far after the one before it as it was, and not
  /// after the one behind it; its own index if no neighbor has one.
  private func place(of old: Int, betweenNeighborsAt index: (Int) -> Int?) -> Int {
    func first(of neighbors: some Sequence<Int>) -> (neighbor: Int, index: Int)? {
      for neighbor in neighbors {
        if let index = index(neighbor) { return (neighbor, index) }
      }
      return nil
    }
    let before = first(of: (max(0, old - Self.reach)..<max(0, old)).reversed())
    let behind = first(of: (old + 1..<max(old + 1, oldCount)).prefix(Self.reach))
    let place: Int
    switch (before, behind) {
    case (let before?, let behind?) where before.index < behind.index:
      place = max(before.index + 1, min(before.index + old - before.neighbor, behind.index - 1))
    case (let before?, _): place = before.index + old - before.neighbor
    case (nil, let behind?): place = behind.index - behind.neighbor + old
    case (nil, nil): place = old
    }
    return max(0, min(max(prefix, place), newCount - suffix, newCount - 1))
  }

  /// Returns the nearest new item between that satisfies a condition; the later one of two that are equally near.
  private func nearest(to old: Int, _ isIt: (Int) -> Bool) -> Int? {
    let between = prefix..<newCount - suffix
    guard let last = between.last else { return nil }
    let start = min(max(old, prefix), last)
    for distance in 0..<between.count {
      let (behind, before) = (start + distance, start - distance)
      if between.contains(behind), isIt(behind) { return behind }
      if distance > 0, between.contains(before), isIt(before) { return before }
    }
    return nil
  }
}

/// An item of a sequence by its name and those of its neighbors, which find it in another version of the sequence.
package struct NamedPlace: Hashable, Sendable {
  /// The names of as many items before it as behind it, with its own in the middle, each a line; empty where none is known.
  ///
  /// One line is the name of an item without known neighbors.
  package let text: String

  /// The most items on either side among which it is looked for, since a session waits.
  private static let reach = 10_000

  package init(of index: Int, among indices: Range<Int>, name: (Int) -> String) {
    // Written at each turn of a page, and read only after the content has changed.
    var text = ""
    text.reserveCapacity(256)
    for place in index - SequenceAlignment.reach...index + SequenceAlignment.reach {
      if place > index - SequenceAlignment.reach { text += "\n" }
      if indices.contains(place) { text += name(place) }
    }
    self.text = text
  }

  package init(_ text: String) { self.text = text }

  /// Returns the index of the item in another version.
  ///
  /// - Parameters:
  ///   - old: the index that it had.
  ///   - count: the number of items in the other version.
  ///   - name: the name of an item there.
  /// - Returns: the index of the item of this name whose neighbors are most alike, of several the nearest; without any,
  ///   the index between its neighbors, and that it is lost.
  package func index(
    near old: Int,
    of count: Int,
    name: (Int) -> String
  ) -> (index: Int, isLost: Bool) {
    let names = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let (own, old) = (names.count / 2, Int(Int32(clamping: old)))
    let isThere = names.indices.allSatisfy { place in
      let index = old + place - own
      return names[place].isEmpty || (0..<count).contains(index) && name(index) == names[place]
    }
    let near = (old - Self.reach..<old + Self.reach).clamped(to: 0..<count)
    guard !isThere, !near.isEmpty else { return (old, !isThere) }
    let now = near.map(name)
    let index = old - near.lowerBound
    let alignment = SequenceAlignment(
      from: index + own + 2,
      to: now.count,
      equal: { item, other in
        let place = own + item - index
        return names.indices.contains(place) && !names[place].isEmpty && names[place] == now[other]
      },
      named: { _, _ in false }
    )
    let isLost = !names[own].isEmpty && alignment.index(of: index) == nil
    return (near.lowerBound + alignment.place(of: index), isLost)
  }
}
