import Glibc
import NavBase
import NavSystem
import Synchronization

/// The finds of clients: each client has one index or one search at a time in a session, which a thread of its own
/// continues between the client's requests.
///
/// A find that was not requested for a while is dropped.
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

    func abandon() {
      switch self {
      case .files(let index): index.abandon()
      case .texts(let finding): finding.abandon()
      }
    }
  }

  private struct Held {
    let scope: FindScope
    /// The words of a search; empty for an index.
    let words: String
    let finding: Finding
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
  /// The time for which a find is kept after its last request.
  private static let lifetime = Duration.seconds(20)
  /// The time for which a finished find answers requests; later it is started anew, because files change.
  private static let freshness = Duration.seconds(2)
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
  ///   - pages: reads the pages of a book or a document.
  /// - Returns: the places, and whether the find is finished.
  func find(_ query: Query, through pages: @escaping TextFinding.Pages) -> FoundPlaces {
    let finding = finding(for: query, pages)
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
    let gone = state.withLock { state in
      let keys = state.held.keys.filter { $0.session == session }
      return keys.compactMap { state.held.removeValue(forKey: $0)?.finding }
    }
    for finding in gone { finding.abandon() }
  }

  /// The number of finds kept.
  var count: Int { state.withLock { $0.held.count } }

  private func isDone(_ finding: Finding) -> Bool {
    switch finding {
    case .files(let index): index.isDone
    case .texts(let finding): finding.found.isDone
    }
  }

  private func finding(for query: Query, _ pages: @escaping TextFinding.Pages) -> Finding {
    let key = Key(session: query.session, client: query.client)
    let isIndex = query.scope.source.kind.traits.find == .directory
    let words = isIndex ? "" : query.words
    let now = monotonicNow()
    let (finding, serial, gone) = state.withLock { state -> (Finding, UInt64?, [Finding]) in
      if let held = state.held[key], held.scope == query.scope, held.words == words,
        now - held.usedAt < Self.freshness || !isDone(held.finding)
      {
        state.held[key]?.usedAt = now
        return (held.finding, nil, [])
      }
      var gone = [state.held.removeValue(forKey: key)?.finding].compactMap(\.self)
      while state.held.count >= Self.limit,
        let oldest = state.held.min(by: { $0.value.usedAt < $1.value.usedAt })?.key
      {
        if let held = state.held.removeValue(forKey: oldest) { gone.append(held.finding) }
      }
      let order = query.scope.source.order
      let finding: Finding =
        isIndex
        ? .files(FileIndex(root: query.scope.path, showsHidden: order.showsHidden))
        : .texts(TextFinding(query, pages))
      state.serial += 1
      state.held[key] = Held(
        scope: query.scope,
        words: words,
        finding: finding,
        serial: state.serial,
        usedAt: now
      )
      return (finding, state.serial, gone)
    }
    for finding in gone { finding.abandon() }
    if let serial { begin(finding, key, serial) }
    return finding
  }

  /// Starts a thread that builds an index or searches, and then waits until its find is dropped.
  private func begin(_ finding: Finding, _ key: Key, _ serial: UInt64) {
    let isStarted = startThread { [self] in
      switch finding {
      case .files(let index): index.gather()
      case .texts(let finding): finding.run()
      }
      while isHeld(key, serial) { usleep(useconds_t(Self.look / .microseconds(1))) }
    }
    if !isStarted { _ = state.withLock { $0.held.removeValue(forKey: key) } }
  }

  /// Whether a find is still needed; drops it if it was not requested for `lifetime`.
  private func isHeld(_ key: Key, _ serial: UInt64) -> Bool {
    state.withLock { state in
      guard let held = state.held[key], held.serial == serial else { return false }
      guard monotonicNow() - held.usedAt >= Self.lifetime else { return true }
      state.held[key] = nil
      return false
    }
  }
}
