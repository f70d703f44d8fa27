/// A dictionary that knows which of its keys was used least recently.
///
/// Every operation takes constant time, however many keys there are.
struct RecencyMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Node: Sendable {
    let key: Key
    var value: Value
    /// The neighbours in the order of use, as indices of `nodes`.
    var older: Int?
    var newer: Int?

    mutating func apply<Result>(_ change: (inout Value) -> Result) -> Result { change(&value) }
  }

  private var nodes: [Node?] = []
  private var unused: [Int] = []
  private var indices: [Key: Int] = [:]
  private var oldest: Int?
  private var newest: Int?

  var count: Int { indices.count }

  /// The key that was used least recently, with its value; nil if there is none.
  var leastRecent: (key: Key, value: Value)? {
    oldest.flatMap { nodes[$0] }.map { ($0.key, $0.value) }
  }

  /// All keys with their values, the least recently used first.
  var entries: some Sequence<(key: Key, value: Value)> {
    sequence(state: oldest) { index -> (key: Key, value: Value)? in
      guard let here = index, let node = nodes[here] else { return nil }
      index = node.newer
      return (node.key, node.value)
    }
  }

  /// Returns a value without counting as a use.
  subscript(key: Key) -> Value? {
    indices[key].flatMap { nodes[$0]?.value }
  }

  /// Adds a value, or replaces that of a key, which becomes the most recently used one.
  mutating func use(_ key: Key, _ value: Value) {
    if let index = indices[key] {
      unlink(index)
      nodes[index]?.value = value
      append(index)
      return
    }
    let node = Node(key: key, value: value)
    let index: Int
    if let free = unused.popLast() {
      index = free
      nodes[index] = node
    } else {
      index = nodes.count
      nodes.append(node)
    }
    indices[key] = index
    append(index)
  }

  /// Makes a key the most recently used one; does nothing if it is not there.
  mutating func touch(_ key: Key) {
    guard let index = indices[key], index != newest else { return }
    unlink(index)
    append(index)
  }

  /// Changes a value in its place; a key that is not there has none to change.
  ///
  /// - Returns: what `change` returns; nil if there is no such key.
  mutating func update<Result>(_ key: Key, _ change: (inout Value) -> Result) -> Result? {
    indices[key].flatMap { nodes[$0]?.apply(change) }
  }

  /// Removes a key.
  ///
  /// - Returns: its value; nil if it was not there.
  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard let index = indices.removeValue(forKey: key), let node = nodes[index] else { return nil }
    unlink(index)
    nodes[index] = nil
    unused.append(index)
    return node.value
  }

  // MARK: The order of use

  private mutating func unlink(_ index: Int) {
    guard let node = nodes[index] else { return }
    if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
    if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    nodes[index]?.older = nil
    nodes[index]?.newer = nil
  }

  private mutating func append(_ index: Int) {
    nodes[index]?.older = newest
    if let newest { nodes[newest]?.newer = index } else { oldest = index }
    newest = index
  }
}
