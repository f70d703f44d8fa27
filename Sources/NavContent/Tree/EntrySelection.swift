import Glibc

/// The first entries of a directory in the order of listings, while they come in any order.
///
/// Holds at most twice as many as it chooses, however many come. O(n log limit) for n entries.
struct EntrySelection {
  private struct Candidate {
    var entry: DirectoryEntry
    var key: Range<Int>
  }

  private let limit: Int
  private let sort: ListingOrder.Sort
  private var candidates: [Candidate] = []
  private var keys: EntryKeys
  /// How many entries came that are none of the first.
  private(set) var omittedCount = 0
  /// How many entries came of which is not known what they are sorted by.
  private(set) var unknownCount = 0

  /// - Parameters:
  ///   - limit: how many entries are chosen, at least 1.
  ///   - sort: what the order goes by.
  init(limit: Int, sort: ListingOrder.Sort) {
    precondition(limit >= 1, "cannot choose none of the entries")
    self.limit = limit
    self.sort = sort
    keys = EntryKeys(sort)
  }

  mutating func add(_ entry: DirectoryEntry) {
    if !entry.isKnown(by: sort) { unknownCount += 1 }
    candidates.append(Candidate(entry: entry, key: keys.add(entry)))
    if candidates.count == 2 * limit { settle() }
  }

  /// The entries chosen, in their order.
  mutating func finish() -> [DirectoryEntry] {
    settle()
    return candidates.map(\.entry)
  }

  /// Sorts the candidates and gives up those that can't be chosen any more.
  private mutating func settle() {
    keys.bytes.withUnsafeBytes { bytes in
      candidates.sort { bytes.areInOrder($0.key, $1.key) }
    }
    guard candidates.count > limit else { return }
    omittedCount += candidates.count - limit
    candidates.removeLast(candidates.count - limit)
    keys = EntryKeys(sort)
    for index in candidates.indices {
      candidates[index].key = keys.add(candidates[index].entry)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes of one range come before those of another.
  fileprivate func areInOrder(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard let start = baseAddress else { return false }
    let common = memcmp(start + a.lowerBound, start + b.lowerBound, Swift.min(a.count, b.count))
    return common == 0 ? a.count < b.count : common < 0
  }
}
