import Glibc
import NavBase

/// Selects the first entries in an order from entries that arrive in any order.
///
/// Stores at most twice as many entries as it selects. O(n log limit) for n entries.
struct EntrySelection {
  private struct Candidate {
    var entry: DirectoryEntry
    var key: Range<Int>
  }

  private let limit: Int
  private let sort: TreeSort
  private var candidates: [Candidate] = []
  private var keys: EntryKeys
  /// The number of entries that were dropped.
  private(set) var omittedCount = 0
  /// The number of entries whose sort criterion is unknown.
  private(set) var unknownCount = 0

  /// - Parameters:
  ///   - limit: the number of entries to select, at least 1.
  ///   - sort: the sort criterion.
  init(limit: Int, sort: TreeSort) {
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

  /// Returns the selected entries in order.
  mutating func finish() -> [DirectoryEntry] {
    settle()
    return candidates.map(\.entry)
  }

  /// Sorts the candidates and drops those beyond the limit.
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
