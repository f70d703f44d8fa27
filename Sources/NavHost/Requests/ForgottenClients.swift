import NavBase
import NavWire

/// The ids of forgotten clients in compressed form: the ledger refuses operations under these ids, so that no
/// operation is performed again.
///
/// An id with a date counts as forgotten if its date is not after the latest date of a forgotten id (`horizon`). Ids
/// without a date are in a Bloom filter, a set of bounded size that contains every forgotten id and, by chance, a few
/// others. The filter has two generations of 400,000 ids; when the newer one is full, the older one is dropped.
struct ForgottenClients: Sendable {
  /// The latest date of a client that was forgotten, in milliseconds since 1970.
  private var horizon = Int64.min
  private var generations = [Generation(), Generation()]
  /// The index of the newer generation.
  private var newer = 0
  /// The keys of the records that have changed since `takeChanges`.
  private var changed: Set<Int64> = []

  /// The number of clients without a date in a full generation.
  static let perGeneration = 400_000

  // MARK: Clients

  /// Whether a client may have been forgotten.
  ///
  /// - Parameters:
  ///   - client: a client that the ledger does not know.
  ///   - digest: 16 bytes that depend on the client alone.
  /// - Returns: true for each of the clients that were forgotten; with a probability below 1 : 1,000 also for others.
  func mayContain(_ client: ClientID, digest: [UInt8]) -> Bool {
    if let date = client.date, date <= horizon { return true }
    let bits = FilterBits(digest)
    return generations.contains { $0.contains(bits) }
  }

  /// Adds a client that is being forgotten.
  ///
  /// An id with a date in the future is put into the filter: as the horizon it would refuse all ids until that date.
  ///
  /// - Parameters:
  ///   - client: the client.
  ///   - digest: 16 bytes that depend on the client alone.
  ///   - unixTime: the time, in milliseconds since 1970.
  mutating func insert(_ client: ClientID, digest: [UInt8], unixTime: Int64) {
    if let date = client.date, date <= unixTime {
      guard date > horizon else { return }
      horizon = date
      changed.insert(Self.headKey)
      return
    }
    if generations[newer].count >= Self.perGeneration {
      newer = 1 - newer
      for chunk in generations[newer].chunks.keys { changed.insert(Self.key(newer, chunk)) }
      generations[newer] = Generation()
    }
    let bits = FilterBits(digest)
    generations[newer].insert(bits)
    changed.insert(Self.key(newer, bits.chunk))
    changed.insert(Self.headKey)
  }

  // MARK: Storage

  private static let headKey: Int64 = 0

  private static func key(_ generation: Int, _ chunk: Int) -> Int64 {
    1 + Int64(generation * Generation.chunks + chunk)
  }

  init() {}

  /// Restores what was stored; records that have another form are left out.
  init(_ records: [LedgerRecord]) {
    for record in records {
      if record.key == Self.headKey {
        restoreHead(record.bytes)
      } else if record.key > 0, record.key <= 2 * Generation.chunks {
        let (generation, chunk) = Int(record.key - 1).quotientAndRemainder(
          dividingBy: Generation.chunks
        )
        generations[generation].restore(chunk, record.bytes)
      }
    }
  }

  private mutating func restoreHead(_ bytes: [UInt8]) {
    let numbers = words(bytes)
    guard numbers.count == 4 else { return }
    horizon = Int64(bitPattern: numbers[0])
    newer = Int(numbers[1] & 1)
    for index in 0...1 {
      generations[index].count = Int(min(numbers[2 + index], UInt64(Self.perGeneration)))
    }
  }

  /// Returns the records of everything.
  var records: [LedgerRecord] {
    var keys = [Self.headKey]
    for (index, generation) in generations.enumerated() {
      keys += generation.chunks.keys.map { Self.key(index, $0) }
    }
    return keys.sorted().map(record)
  }

  /// Returns the records that have changed since the last call.
  mutating func takeChanges() -> [LedgerRecord] {
    defer { changed = [] }
    return changed.sorted().map(record)
  }

  private func record(_ key: Int64) -> LedgerRecord {
    if key == Self.headKey {
      let counts = generations.map { UInt64($0.count) }
      let numbers = [UInt64(bitPattern: horizon), UInt64(newer)] + counts
      return LedgerRecord(key: key, bytes: bytes(numbers))
    }
    let (generation, chunk) = Int(key - 1).quotientAndRemainder(dividingBy: Generation.chunks)
    return LedgerRecord(key: key, bytes: generations[generation].chunks[chunk].map(bytes) ?? [])
  }
}

/// One generation of the Bloom filter.
private struct Generation: Sendable {
  static let chunks = 8_192
  /// The numbers of one chunk, which is stored when one of its bits has changed; together the chunks have 2^23 bits, 20
  /// for each client.
  static let wordsPerChunk = 16
  /// Chunks without a member are left out.
  private(set) var chunks: [Int: [UInt64]] = [:]
  var count = 0

  func contains(_ bits: FilterBits) -> Bool {
    guard let words = chunks[bits.chunk] else { return false }
    return bits.positions.allSatisfy { words[$0 / 64] & (1 << UInt64($0 % 64)) != 0 }
  }

  mutating func insert(_ bits: FilterBits) {
    count += 1
    for bit in bits.positions {
      chunks[bits.chunk, default: Array(repeating: 0, count: Self.wordsPerChunk)][bit / 64] |=
        1 << UInt64(bit % 64)
    }
  }

  mutating func restore(_ chunk: Int, _ bytes: [UInt8]) {
    let numbers = words(bytes)
    guard numbers.count == Self.wordsPerChunk else { return }
    chunks[chunk] = numbers
  }
}

/// The seven bits of one chunk that a client's digest sets in a generation of the Bloom filter.
private struct FilterBits {
  let chunk: Int
  let positions: [Int]

  init(_ digest: [UInt8]) {
    let numbers = words(digest)
    let (first, second) = (numbers[0], numbers[1] | 1)
    chunk = Int(first % UInt64(Generation.chunks))
    let all = UInt64(Generation.wordsPerChunk * 64)
    let start = first / UInt64(Generation.chunks)
    positions = (0..<7).map { Int((start &+ second &* $0) % all) }
  }
}

/// Reads bytes as numbers of 8 bytes, little endian; a rest is left out.
private func words(_ bytes: [UInt8]) -> [UInt64] {
  (0..<bytes.count / 8).map { index in
    bytes[index * 8..<index * 8 + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

private func bytes(_ words: [UInt64]) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(words.count * 8)
  for word in words {
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt64(shift)))) }
  }
  return bytes
}
