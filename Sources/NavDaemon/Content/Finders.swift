import NavCommands
import Glibc
import NavContent
import NavHost
import NavModel
import NavSession
import NavWire
import Synchronization

/// What clients look for: each has one index or one search at a time, which a thread of its own goes on with between
/// its questions.
///
/// What nobody has asked for for a while is let go of.
final class Finders: Sendable {
  private struct Key: Hashable {
    var session: UInt64
    var client: ClientID
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
    /// Of a search; an index has none.
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

  /// So long a question waits for the end of what it has begun.
  private static let patience = Duration.milliseconds(60)
  /// What was not asked for for so long is let go of.
  private static let lifetime = Duration.seconds(20)
  /// What is finished and was not asked for for so long is looked for anew: files come and go.
  private static let freshness = Duration.seconds(2)
  /// How often it is looked for that.
  private static let look = Duration.milliseconds(500)
  /// At most so many are held; the one that was asked for the longest time ago goes first.
  static let limit = 8
  /// The files of one answer.
  private static let files = 200

  /// What was found so far.
  ///
  /// - Parameters:
  ///   - query: what is looked for, and where.
  ///   - pages: reads what a book or a document has.
  /// - Returns: that, and whether all was looked at.
  func find(_ query: FindQuery, through pages: @escaping TextFinding.Pages) -> FoundPlaces {
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

  /// A session has ended.
  func close(_ session: UInt64) {
    let gone = state.withLock { state in
      let keys = state.held.keys.filter { $0.session == session }
      return keys.compactMap { state.held.removeValue(forKey: $0)?.finding }
    }
    for finding in gone { finding.abandon() }
  }

  /// How many are held.
  var count: Int { state.withLock { $0.held.count } }

  private func isDone(_ finding: Finding) -> Bool {
    switch finding {
    case .files(let index): index.isDone
    case .texts(let finding): finding.found.isDone
    }
  }

  private func finding(for query: FindQuery, _ pages: @escaping TextFinding.Pages) -> Finding {
    let key = Key(session: query.session, client: query.client)
    let isIndex = query.scope.source.kind == .files
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

  /// Lets a thread gather or search, and then wait until nobody asks any more.
  private func begin(_ finding: Finding, _ key: Key, _ serial: UInt64) {
    let isStarted = Work { [self] in
      switch finding {
      case .files(let index): index.gather()
      case .texts(let finding): finding.run()
      }
      while isHeld(key, serial) { usleep(useconds_t(Self.look / .microseconds(1))) }
    }.start()
    if !isStarted { _ = state.withLock { $0.held.removeValue(forKey: key) } }
  }

  /// Whether somebody may still ask; what nobody has asked for for long goes.
  private func isHeld(_ key: Key, _ serial: UInt64) -> Bool {
    state.withLock { state in
      guard let held = state.held[key], held.serial == serial else { return false }
      guard monotonicNow() - held.usedAt >= Self.lifetime else { return true }
      state.held[key] = nil
      return false
    }
  }
}
