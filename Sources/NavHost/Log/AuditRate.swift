import NavWire

/// Bounds the lines that tell what peers do: a number a minute for each peer, then one line with the number of the others.
struct AuditRate: Sendable {
  /// The peer whose acts a line tells.
  enum Source: Hashable, Sendable {
    /// The processes of a user of this machine; nil for the user who runs the daemon.
    case user(UInt32?)
    case address(String)
    /// The owner of a key in `authorized_keys`.
    case key(PeerKey)
    /// The owners of all keys that are in by one invitation alone.
    case invitation(UInt64)
    /// All peers together whose keys have no rights, however many keys they make.
    case strangers
    /// All peers of networks together that come when there are `sources` in this minute.
    case others

    /// Whether the source is a user of this machine; a machine has a bounded number of users.
    fileprivate var isLocal: Bool {
      switch self {
      case .user: true
      case .address, .key, .invitation, .strangers, .others: false
      }
    }
  }

  /// Kinds of acts that are counted apart, so that a viewer that joins and leaves all the time hides no other act.
  enum Kind: Hashable, Sendable {
    /// Viewers that come and go.
    case presence
    /// Requests that are refused.
    case refusal
    /// Changes of sessions, control and invitations.
    case change
  }

  private struct Account: Hashable {
    let source: Source
    let kind: Kind
  }

  /// Lines of one kind about one peer in a minute.
  static let perMinute = 60
  /// The most peers of networks that are counted apart.
  static let sources = 1_024
  /// The most lines about what was left out; the last one is about all other peers.
  static let summaries = 16
  private static let period = Duration.seconds(60)

  /// The time of the turn.
  var time = Duration.zero
  private var counts: [Account: Int] = [:]
  private var known: Set<Source> = []
  private var begunAt: Duration?
  /// The sources with more lines than there may be, in the order in which that happened.
  private var over: [Source] = []

  /// Counts a line.
  ///
  /// - Parameters:
  ///   - source: whose act it tells.
  ///   - kind: the kind of act.
  /// - Returns: whether it is written.
  mutating func admits(_ source: Source, _ kind: Kind) -> Bool {
    // The daemon calls `end()` at the end of the minute only if that writes a line.
    if over.isEmpty, isOver { begin() }
    if begunAt == nil { begunAt = time }
    var source = source
    if !known.contains(source) {
      if known.count >= Self.sources, !source.isLocal { source = .others }
      known.insert(source)
    }
    let account = Account(source: source, kind: kind)
    let count = (counts[account] ?? 0) + 1
    counts[account] = count
    if count == Self.perMinute + 1, !over.contains(source) { over.append(source) }
    return count <= Self.perMinute
  }

  /// When `end()` has lines to write; nil if nothing was left out.
  var nextReport: Duration? { over.isEmpty ? nil : begunAt.map { $0 + Self.period } }

  /// Whether the minute is over.
  private var isOver: Bool { begunAt.map { time - $0 >= Self.period } ?? false }

  /// Begins anew, without a count.
  private mutating func begin() {
    let time = time
    self = AuditRate()
    self.time = time
  }

  /// Ends the minute if it is over.
  ///
  /// - Returns: how many lines were left out about each source; nil stands for several sources.
  mutating func end() -> [(source: Source?, count: Int)] {
    guard isOver else { return [] }
    defer { begin() }
    guard !over.isEmpty else { return [] }
    var missing: [Source: Int] = [:]
    for (account, count) in counts where count > Self.perMinute {
      missing[account.source, default: 0] += count - Self.perMinute
    }
    let isMore = over.count > Self.summaries
    let named = over.prefix(isMore ? Self.summaries - 1 : Self.summaries)
    let rest = over.dropFirst(named.count).reduce(0) { $0 + (missing[$1] ?? 0) }
    return named.map { ($0, missing[$0] ?? 0) } + (isMore ? [(nil, rest)] : [])
  }
}
