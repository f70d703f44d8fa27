import Glibc
import NavBase
import NavSystem
import Synchronization

/// The finds of clients: each client has one index or one search at a time in a session, which a thread of its own
/// continues between the client's requests.
///
/// A find that was not requested for a while ends, and is dropped.
final class Finders: Sendable {
  private struct Key: Hashable {
    var session: UInt64
    var client: [UInt8]
  }

  /// A request to find words.
  struct Query: Hashable, Sendable {
    let session: UInt64
    /// The id of the client.
    let client: [UInt8]
    let scope: FindScope
    let words: String
  }

  private enum Finding {
    case files(FileIndex)
    case texts(TextFinding)
  }

  private struct Held {
    let scope: FindScope
    /// The words of a search; empty for an index.
    let words: String
    let finding: Finding
    let lease: Lease
    let serial: UInt64
    var usedAt: Duration
  }

  private struct State {
    var held: [Key: Held] = [:]
    var serial: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The longest wait of a request for the end of the find that it has started.
  private static let patience = Duration.milliseconds(60)
  /// The time for which a find goes on, and answers requests, after its last request; later it is started anew,
  /// because files change.
  private static let lifetime = Duration.seconds(3)
  /// The interval at which a thread checks whether its find is still needed.
  private static let look = Duration.milliseconds(500)
  /// The most finds kept; the one that was requested least recently is dropped first.
  static let limit = 8
  /// The most files in one reply.
  private static let files = 200

  /// Returns what was found so far.
  ///
  /// - Parameters:
  ///   - query: the words, and where to find them.
  ///   - subject: the book or document; nil for a directory.
  /// - Returns: the places, and whether the find is finished.
  func find(_ query: Query, in subject: TextFinding.Subject?) -> FoundPlaces {
    let finding = finding(for: query, subject)
    let end = monotonicNow() + Self.patience
    while monotonicNow() < end, !isDone(finding) { usleep(2_000) }
    switch finding {
    case .files(let index):
      let found = index.files(having: query.words, limit: Self.files)
      let places = found.files.map { file in
        FoundPlaces.Place(
          visit: Visit(query.scope.keys + file.names),
          label: file.label,
          marks: file.marks
        )
      }
      return FoundPlaces(
        .files,
        places: places,
        count: found.count,
        looked: found.looked,
        isDone: found.isDone,
        isCut: found.isCut
      )
    case .texts(let finding): return finding.found
    }
  }

  /// Drops the finds of a session that has ended.
  func close(_ session: UInt64) {
    state.withLock { state in
      for key in state.held.keys where key.session == session {
        state.held.removeValue(forKey: key)?.lease.end()
      }
    }
  }

  /// The number of finds kept.
  var count: Int { state.withLock { $0.held.count } }

  private func isDone(_ finding: Finding) -> Bool {
    switch finding {
    case .files(let index): index.isDone
    case .texts(let finding): finding.found.isDone
    }
  }

  private func finding(for query: Query, _ subject: TextFinding.Subject?) -> Finding {
    let key = Key(session: query.session, client: query.client)
    let words = subject == nil ? "" : query.words
    let (held, isNew) = state.withLock { state -> (Held, isNew: Bool) in
      if let held = state.held[key], held.scope == query.scope, held.words == words,
        held.lease.renew()
      {
        state.held[key]?.usedAt = monotonicNow()
        return (held, false)
      }
      state.held.removeValue(forKey: key)?.lease.end()
      while state.held.count >= Self.limit,
        let oldest = state.held.min(by: { $0.value.usedAt < $1.value.usedAt })?.key
      {
        state.held.removeValue(forKey: oldest)?.lease.end()
      }
      let order = query.scope.source.order
      let finding: Finding =
        subject.map { .texts(TextFinding(query, $0)) }
        ?? .files(FileIndex(root: query.scope.path, showsHidden: order.showsHidden))
      state.serial += 1
      let held = Held(
        scope: query.scope,
        words: words,
        finding: finding,
        lease: Lease(Self.lifetime),
        serial: state.serial,
        usedAt: monotonicNow()
      )
      state.held[key] = held
      return (held, true)
    }
    if isNew { begin(held, key) }
    return held.finding
  }

  /// Starts a thread that builds an index or searches, and then waits until its find is dropped.
  private func begin(_ find: Held, _ key: Key) {
    let isStarted = startThread { [self] in
      switch find.finding {
      case .files(let index): index.gather { !find.lease.isOver }
      case .texts(let finding): finding.run { !find.lease.isOver }
      }
      while !find.lease.isOver { usleep(useconds_t(Self.look / .microseconds(1))) }
      drop(find, key)
    }
    if !isStarted { drop(find, key) }
  }

  private func drop(_ find: Held, _ key: Key) {
    state.withLock { state in
      if state.held[key]?.serial == find.serial { state.held[key] = nil }
    }
  }
}
