/// Matches the items of two versions of a sequence.
///
/// Items of a common prefix and of a common suffix match each other. Between them, an item matches the nearest equal
/// item, else the nearest item of the same name. O(length) to create, and to look up an item between.
struct SequenceAlignment {
  private let oldCount: Int
  private let newCount: Int
  /// The lengths of the common prefix and the common suffix, which do not overlap.
  private let prefix: Int
  private let suffix: Int
  private let equal: (Int, Int) -> Bool
  private let named: (Int, Int) -> Bool

  /// - Parameters:
  ///   - oldCount: the number of old items.
  ///   - newCount: the number of new items.
  ///   - equal: whether an old item, given by its index, equals a new one.
  ///   - named: whether they have the same name.
  init(
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
  func index(of old: Int) -> Int? {
    guard (0..<oldCount).contains(old) else { return nil }
    if old < prefix { return old }
    if old >= oldCount - suffix { return old + newCount - oldCount }
    return nearest(to: old) { equal(old, $0) } ?? nearest(to: old) { named(old, $0) }
  }

  /// Returns the new index of an old item; for one that was removed, the index where it was.
  func place(of old: Int) -> Int {
    if let index = index(of: old) { return index }
    return max(0, min(max(prefix, old), newCount - suffix, newCount - 1))
  }

  /// Returns the nearest new item between that satisfies a condition; the later one of two that are equally near.
  private func nearest(to old: Int, _ isIt: (Int) -> Bool) -> Int? {
    let between = prefix..<newCount - suffix
    guard let last = between.last else { return nil }
    let start = min(max(old, prefix), last)
    for distance in 0..<between.count {
      for index in distance == 0 ? [start] : [start + distance, start - distance]
      where between.contains(index) && isIt(index) { return index }
    }
    return nil
  }
}
