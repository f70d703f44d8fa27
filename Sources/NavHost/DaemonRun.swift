import NavBase

/// The constants of one run of a daemon, and the source of its ids.
struct DaemonRun {
  /// Above that of every earlier start.
  let epoch: UInt64
  /// The epoch in which the store was created: of every session since then, it is known whether it has ended.
  let bornEpoch: UInt64
  let startedAt: Duration
  /// The time of the start by the calendar, in milliseconds since 1970; it stays when the clock is set.
  let startedUnixTime: Int64
  /// One moment by the daemon's clock and by the calendar, read again now and then, because the calendar may be set and
  /// goes on while the machine sleeps.
  var clock: RequestLedger.Moment
  let topics: TopicAuthority
  private let hash: any KeyedHash
  private var random: any RandomNumberGenerator

  init(
    _ state: StoredState,
    hash: any KeyedHash,
    random: any RandomNumberGenerator,
    now: Duration,
    unixTime: Int64
  ) {
    epoch = state.epoch
    bornEpoch = state.bornEpoch
    topics = TopicAuthority(key: state.topicKey, hash: hash)
    self.hash = hash
    self.random = random
    startedAt = now
    startedUnixTime = unixTime
    clock = RequestLedger.Moment(time: now, unixTime: unixTime)
  }

  /// Returns a random id above 0, unique in practice.
  mutating func newID() -> UInt64 {
    newToken() | 1
  }

  /// Returns a random number that nobody can guess.
  mutating func newToken() -> UInt64 {
    random.next()
  }

  /// Returns the id of a bundle with these files.
  func id(of manifest: BundleManifest) -> ContentHash {
    let bytes = hash.hash(manifest.canonicalBytes, key: [], count: ContentHash.byteCount)
    guard let id = ContentHash(bytes) else {
      preconditionFailure("cannot use a hash of \(bytes.count) bytes")
    }
    return id
  }

  // MARK: Topics

  func streamTopics(_ id: UInt64) -> StreamTopics {
    func topic(_ form: StreamForm) -> StreamTopic {
      let bytes = topics.bytes(of: .stream(id: id, generation: form.rawValue))
      return StreamTopic(bytes: bytes, key: key(ofStream: id, form))
    }
    return StreamTopics(open: topic(.open), sealed: topic(.sealed))
  }

  func readyTopic(_ id: UInt64, _ form: StreamForm, token: UInt64) -> [UInt8] {
    topics.bytes(of: .ready(id: id, generation: form.rawValue, token: token))
  }

  /// Returns the key of a stream's messages; nil for the open form.
  func key(ofStream id: UInt64, _ form: StreamForm) -> [UInt8]? {
    form == .sealed ? topics.sealKey(ofStream: id, epoch: epoch) : nil
  }

  // MARK: Time

  /// Converts a time of the daemon to milliseconds since 1970.
  func unixTime(of time: Duration) -> Int64 {
    let since = (time - clock.time).components
    return clock.unixTime + since.seconds * 1_000 + since.attoseconds / 1_000_000_000_000_000
  }

  /// Returns a time of the daemon as requests are judged by it.
  func moment(_ time: Duration) -> RequestLedger.Moment {
    RequestLedger.Moment(time: time, unixTime: unixTime(of: time))
  }
}

/// A cryptographic hash with an optional key, which the program brings in: this module links no library for it.
///
/// `navd` uses BLAKE2b of libsodium. Digests and topics outlive a process, so the function never changes.
package protocol KeyedHash: Sendable {
  /// Returns the hash of bytes.
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - key: the secret key, of which the result is a message authentication code; empty for a plain hash.
  ///   - count: the length of the result in bytes, 16 to 64.
  /// - Returns: `count` bytes, the same for the same arguments in every process.
  func hash(_ bytes: [UInt8], key: [UInt8], count: Int) -> [UInt8]

  /// Compares two hashes in a time that does not depend on where they differ.
  func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool
}
