import NavModel

/// The constants of one run of a daemon, and the source of its ids.
struct DaemonRun {
  /// Above that of every earlier start.
  let epoch: UInt64
  /// The epoch in which the store was created: of every session since then, it is known whether it has ended.
  let bornEpoch: UInt64
  let startedAt: Duration
  private let startedAtUnixTime: Int64
  private let topics: TopicAuthority
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
    self.random = random
    startedAt = now
    startedAtUnixTime = unixTime
  }

  /// Returns a random id above 0, unique in practice.
  mutating func newID() -> UInt64 {
    newToken() | 1
  }

  /// Returns a random number that nobody can guess.
  mutating func newToken() -> UInt64 {
    random.next()
  }

  // MARK: Topics

  func topic(of bytes: [UInt8]) -> TopicAuthority.Topic? { topics.topic(of: bytes) }

  func streamTopic(_ id: UInt64) -> [UInt8] { topics.bytes(of: .stream(id: id, generation: 1)) }

  func readyTopic(_ id: UInt64, token: UInt64) -> [UInt8] {
    topics.bytes(of: .ready(id: id, generation: 1, token: token))
  }

  // MARK: Time

  /// Converts a time of the daemon to milliseconds since 1970.
  func unixTime(of time: Duration) -> Int64 {
    let since = (time - startedAt).components
    return startedAtUnixTime + since.seconds * 1_000 + since.attoseconds / 1_000_000_000_000_000
  }

  /// Converts milliseconds since 1970 to a time of the daemon.
  func time(ofUnixTime milliseconds: Int64) -> Duration {
    // If the clock was set back, a time is never later than the start.
    startedAt + min(.zero, .milliseconds(milliseconds - startedAtUnixTime))
  }
}
