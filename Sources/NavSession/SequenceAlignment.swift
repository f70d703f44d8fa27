/// Which items of a sequence are which ones of another that it has become.
///
/// What is the same at the beginning and at the end is itself. Between, an item is the nearest one
/// that equals it, else the nearest one of the same name. O(length) to make, and to ask of an item
/// between.
struct SequenceAlignment {
  private let oldCount: Int
  private let newCount: Int
  /// How many are the same at the beginning and at the end, which do not overlap.
  private let prefix: Int
  private let suffix: Int
  private let equal: (Int, Int) -> Bool
  private let named: (Int, Int) -> Bool

  /// - Parameters:
  ///   - oldCount: how many there were.
  ///   - newCount: how many there are.
  ///   - equal: whether an old item, by its index, equals a new one.
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

  /// The new index of an old item; nil where it has gone.
  func index(of old: Int) -> Int? {
    guard (0..<oldCount).contains(old) else { return nil }
    if old < prefix { return old }
    if old >= oldCount - suffix { return old + newCount - oldCount }
    return nearest(to: old) { equal(old, $0) } ?? nearest(to: old) { named(old, $0) }
  }

  /// The same; of one that has gone, where it stood.
  func place(of old: Int) -> Int {
    if let index = index(of: old) { return index }
    return max(0, min(max(prefix, old), newCount - suffix, newCount - 1))
  }

  /// The nearest of the new items between that is the one looked for; below where two are as near.
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
