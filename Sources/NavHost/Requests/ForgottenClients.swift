import NavModel
import NavWire

/// What is remembered of clients that the ledger has forgotten, so that none of their operations is performed again.
///
/// For ids with a date, one number suffices: every id made until the `horizon` may be a forgotten one. The others are
/// members of a set of bounded size, which may take some further ids for members (a Bloom filter): it has two
/// generations, and the older one is dropped when the newer one is full.
struct ForgottenClients: Sendable {
  /// The latest date of a client that was forgotten, in milliseconds since 1970.
  private var horizon = Int64.min
  private var generations = [Generation(), Generation()]
  /// The index of the newer generation.
  private var newer = 0
  /// The keys of the records that have changed since `takeChanges`.
  private var changed: Set<Int64> = []

  /// The clients without a date that one generation has.
  static let perGeneration = 500_000

  // MARK: Clients

  /// Whether a client may have been forgotten.
  ///
  /// - Parameters:
  ///   - client: a client that the ledger does not know.
  ///   - digest: 16 bytes that depend on the client alone.
  /// - Returns: true for each of the clients that were forgotten; with a probability below 1 : 1,000 also for others.
  func mayContain(_ client: ClientID, digest: [UInt8]) -> Bool {
    if let date = client.date, date <= horizon { return true }
    let place = Place(digest)
    return generations.contains { $0.contains(place) }
  }

  /// Adds a client that is being forgotten.
  ///
  /// A date that has not come yet would refuse everybody's ids until then, so it does not count.
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
    let place = Place(digest)
    generations[newer].insert(place)
    changed.insert(Self.key(newer, place.chunk))
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

/// A set of digests of fixed size that never misses a member, and has few others.
private struct Generation: Sendable {
  static let chunks = 8_192
  /// The numbers of one chunk, which is stored when one of its bits has changed; together the chunks have 2^23 bits, 16
  /// for each client.
  static let wordsPerChunk = 16
  /// Chunks without a member are left out.
  private(set) var chunks: [Int: [UInt64]] = [:]
  var count = 0

  func contains(_ place: Place) -> Bool {
    guard let words = chunks[place.chunk] else { return false }
    return place.bits.allSatisfy { words[$0 / 64] & (1 << UInt64($0 % 64)) != 0 }
  }

  mutating func insert(_ place: Place) {
    count += 1
    for bit in place.bits {
      chunks[place.chunk, default: Array(repeating: 0, count: Self.wordsPerChunk)][bit / 64] |=
        1 << UInt64(bit % 64)
    }
  }

  mutating func restore(_ chunk: Int, _ bytes: [UInt8]) {
    let numbers = words(bytes)
    guard numbers.count == Self.wordsPerChunk else { return }
    chunks[chunk] = numbers
  }
}

/// Where a digest is marked in a generation: seven bits of one chunk.
private struct Place {
  let chunk: Int
  let bits: [Int]

  init(_ digest: [UInt8]) {
    let numbers = words(digest)
    let (first, second) = (numbers[0], numbers[1] | 1)
    chunk = Int(first % UInt64(Generation.chunks))
    let all = UInt64(Generation.wordsPerChunk * 64)
    let start = first / UInt64(Generation.chunks)
    bits = (0..<7).map { Int((start &+ second &* $0) % all) }
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
