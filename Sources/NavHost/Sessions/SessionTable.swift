import NavSession
import NavWire

/// All sessions of the daemon by id and by name.
///
/// Nothing else writes a session: others read copies and change a live session through `update`.
package struct SessionTable: Sendable {
  private var lives: [UInt64: SessionLife] = [:]
  /// The names of all sessions that have not ended.
  private var names: [SessionName: UInt64] = [:]
  private(set) var loading: Set<UInt64> = []
  private(set) var restoring: Set<UInt64> = []
  /// Live sessions with changes that their streams do not show yet.
  private(set) var changed: Set<UInt64> = []
  /// Live sessions in which time matters; see `HostedSession.isBusy`.
  private(set) var busy: Set<UInt64> = []

  // MARK: Reading

  /// The number of live sessions.
  package var count: Int { lives.count - loading.count - restoring.count }

  /// A live session; nil if it is not live.
  package subscript(id: UInt64) -> HostedSession? {
    if case .live(let session)? = lives[id] { session } else { nil }
  }

  /// The live sessions.
  ///
  /// O(sessions).
  package var live: [HostedSession] {
    lives.values.compactMap { if case .live(let session) = $0 { session } else { nil } }
  }

  /// The memory that the contents of the live sessions take, in bytes.
  ///
  /// O(sessions and their open pages).
  var memorySize: Int {
    lives.values.reduce(0) { size, life in
      if case .live(let session) = life { size + session.memorySize } else { size }
    }
  }

  func life(of id: UInt64) -> SessionLife { lives[id] ?? .ended }

  func isLive(_ id: UInt64) -> Bool {
    lives.keys.contains(id) && !loading.contains(id) && !restoring.contains(id)
  }

  /// The sessions that are being restored.
  ///
  /// O(these sessions).
  package var restorations: [Restoration] {
    restoring.compactMap { if case .restoring(let session)? = lives[$0] { session } else { nil } }
  }

  /// Returns the session with a name, whatever its state.
  func id(named name: SessionName) -> UInt64? { names[name] }

  /// Returns the live session with a name; nil for a name that is not valid.
  func liveID(named text: String) -> UInt64? {
    guard let id = SessionName(text).flatMap({ names[$0] }), isLive(id) else { return nil }
    return id
  }

  // MARK: Beginnings and ends

  mutating func begin(_ load: SessionLoad) {
    lives[load.identity.id] = .loading(load)
    names[load.identity.name] = load.identity.id
    loading.insert(load.identity.id)
  }

  mutating func begin(_ restoration: Restoration) {
    lives[restoration.id] = .restoring(restoration)
    names[restoration.identity.name] = restoration.id
    restoring.insert(restoration.id)
  }

  /// Makes a session live: one that was loading or restoring.
  mutating func begin(_ session: HostedSession) {
    lives[session.id] = .live(session)
    loading.remove(session.id)
    restoring.remove(session.id)
    note(session)
  }

  /// Removes a session.
  ///
  /// - Returns: its life until now.
  mutating func end(_ id: UInt64) -> SessionLife {
    guard let life = lives.removeValue(forKey: id) else { return .ended }
    switch life {
    case .loading(let load): names[load.identity.name] = nil
    case .restoring(let restoration): names[restoration.identity.name] = nil
    case .live(let session): names[session.name] = nil
    case .ended: break
    }
    loading.remove(id)
    restoring.remove(id)
    changed.remove(id)
    busy.remove(id)
    return life
  }

  // MARK: Waiting

  /// Lets a request wait until a session is live.
  ///
  /// - Returns: false if too many requests wait, or if the session is not being read.
  mutating func wait(_ pending: PendingRequest, for id: UInt64) -> Bool {
    switch life(of: id) {
    case .loading(var load):
      guard load.waiting.add(pending) else { return false }
      lives[id] = .loading(load)
    case .restoring(var restoration):
      guard restoration.waiting.add(pending) else { return false }
      lives[id] = .restoring(restoration)
    case .live, .ended: return false
    }
    return true
  }

  /// Notes that the content of a session has changed while it is being read.
  mutating func noteEarlyChange(of id: UInt64) {
    switch life(of: id) {
    case .loading(var load):
      load.hasChanged = true
      lives[id] = .loading(load)
    case .restoring(var restoration):
      restoration.hasChanged = true
      lives[id] = .restoring(restoration)
    case .live, .ended: break
    }
  }

  // MARK: Changes

  /// Changes a live session in place; other sessions and tables are not touched.
  ///
  /// - Returns: the result of `change`; nil if the session is not live.
  @discardableResult
  mutating func update<Result>(
    _ id: UInt64,
    _ change: (inout HostedSession) -> Result
  ) -> Result? {
    guard isLive(id), let index = lives.index(forKey: id) else { return nil }
    // Moved out of the table, so that a change of its caches does not copy them.
    var life = SessionLife.ended
    swap(&life, &lives.values[index])
    guard case .live(var session) = consume life else {
      preconditionFailure("cannot change a session that is not live")
    }
    let result = change(&session)
    note(session)
    lives.values[index] = .live(session)
    return result
  }

  /// Gives a live session another name.
  mutating func rename(_ id: UInt64, to name: SessionName) {
    guard let old = self[id]?.name else { return }
    names[old] = nil
    names[name] = id
    update(id) { $0.rename(to: name) }
  }

  /// Notes that the streams of a live session do not show its present state.
  mutating func noteChange(of id: UInt64) {
    if isLive(id) { changed.insert(id) }
  }

  /// Notes that no stream shows the present state.
  mutating func noteChangeOfAll() {
    for id in lives.keys where isLive(id) { changed.insert(id) }
  }

  /// Forgets the changes of a session: they are published.
  ///
  /// - Returns: whether there were any.
  mutating func takeChange(of id: UInt64) -> Bool { changed.remove(id) != nil }

  private mutating func note(_ session: HostedSession) {
    if session.isBusy { busy.insert(session.id) } else { busy.remove(session.id) }
  }
}
