import NavBase
import NavEngine
import NavWire

/// All sessions of the daemon by id and by name.
///
/// Nothing else writes a session: others read copies and change a live session through `update`.
package struct SessionTable: Sendable {
  /// The live ones, which change in place.
  private var hosted: [UInt64: Box<HostedSession>] = [:]
  /// Those that are being read.
  private var unread: [UInt64: SessionLife] = [:]
  /// The names of all sessions that have not ended.
  private var names: [SessionName: UInt64] = [:]
  package private(set) var loading: Set<UInt64> = []
  package private(set) var restoring: Set<UInt64> = []
  /// Live sessions with changes that their streams do not show yet.
  private(set) var changed: Set<UInt64> = []
  /// Live sessions in which time matters; see `HostedSession.isBusy`.
  private(set) var busy: Set<UInt64> = []
  /// The sessions that peers of a network have begun since the daemon's start, in that order.
  private var begunByPeers: [(id: UInt64, peer: Principal)] = []
  /// Private views of live sessions, which are hosted like these.
  private var views: [UInt64: PrivateView] = [:]
  /// The other states of sessions that were changed in drafts: outside a draft the drafted ones, in it the stored ones.
  private var others: [UInt64: Box<HostedSession>] = [:]
  /// Whether changes are made in drafts, which nobody sees before they are stored.
  private(set) var isDrafting = false
  /// Drafted sessions with changes.
  private var changedInDrafts: Set<UInt64> = []

  // MARK: Reading

  /// The number of live sessions.
  package var count: Int { hosted.count - views.count }

  /// The number of live sessions and of their private views.
  package var hostedCount: Int { hosted.count }

  /// A live session, or a private view of one; nil if there is none.
  package subscript(id: UInt64) -> HostedSession? { hosted[id]?.value }

  /// The live sessions, without private views.
  ///
  /// O(sessions).
  package var live: [HostedSession] { hosted.values.map(\.value).filter { $0.origin == nil } }

  /// Reads a live session where it is: a copy would take a reference to each of its parts.
  ///
  /// - Returns: the result of `body`; nil if the session is not live.
  func read<Result>(_ id: UInt64, _ body: (HostedSession) -> Result) -> Result? {
    hosted[id].map { body($0.value) }
  }

  /// Returns how a hosted session is a view of another one; nil if there is no such view.
  func privateView(_ id: UInt64) -> PrivateView? { views[id] }

  /// Returns the session that a private view belongs to; nil if there is no such view.
  func session(ofPrivateView id: UInt64) -> UInt64? { views[id]?.session }

  /// Returns the private views of a session, ascending.
  ///
  /// O(private views).
  func privateViews(of session: UInt64) -> [UInt64] {
    views.isEmpty ? [] : views.filter { $0.value.session == session }.keys.sorted()
  }

  /// Returns the private view of a client in a session; nil if it has none.
  ///
  /// O(private views).
  func privateView(of client: ClientID, in session: UInt64) -> UInt64? {
    views.first { $0.value == PrivateView(session: session, kind: .own(client)) }?.key
  }

  /// The speaker's views, by their sessions.
  ///
  /// O(private views).
  var speakerViews: [UInt64: UInt64] {
    views.isEmpty
      ? [:]
      : views.filter { $0.value.kind == .speaker }.reduce(into: [:]) {
        $0[$1.value.session] = $1.key
      }
  }

  /// Returns the speaker's view of a session; nil if nobody sees it.
  ///
  /// O(private views).
  func speakerView(of session: UInt64) -> UInt64? {
    views.first { $0.value == PrivateView(session: session, kind: .speaker) }?.key
  }

  /// The memory that the contents of the live sessions take, in bytes.
  ///
  /// O(sessions and their open pages).
  var memorySize: Int { hosted.values.reduce(0) { $0 + $1.value.memorySize } }

  func life(of id: UInt64) -> SessionLife {
    self[id].map { .live($0) } ?? unread[id] ?? .ended
  }

  /// Whether a session or a private view of one is hosted.
  func isLive(_ id: UInt64) -> Bool { hosted.keys.contains(id) }

  /// Whether a session has an id, whatever its state.
  func isKnown(_ id: UInt64) -> Bool { isLive(id) || unread[id] != nil }

  /// Whether a live session has an id; false for a private view.
  func isSession(_ id: UInt64) -> Bool { isLive(id) && views[id] == nil }

  /// The sessions that are being restored.
  ///
  /// O(these sessions).
  package var restorations: [Restoration] {
    restoring.compactMap { if case .restoring(let session)? = unread[$0] { session } else { nil } }
  }

  /// The sessions whose content is being read for the first time.
  ///
  /// O(these sessions).
  var loads: [SessionLoad] {
    loading.compactMap { if case .loading(let load)? = unread[$0] { load } else { nil } }
  }

  /// Returns the session that a reference names while its content is being read; nil for any other one.
  func load(of reference: SessionReference) -> SessionLoad? {
    let named: UInt64? =
      switch reference {
      case .id(let id): id
      case .name(let text): SessionName(text).flatMap { names[$0] }
      }
    guard let named, case .loading(let load)? = unread[named] else { return nil }
    return load
  }

  /// The content specifications of all sessions and private views, in any state.
  ///
  /// O(sessions).
  var contents: [ContentSpec] {
    hosted.values.map(\.value.content) + unread.values.compactMap(\.content)
  }

  /// Returns the session with a name, whatever its state.
  func id(named name: SessionName) -> UInt64? { names[name] }

  /// Returns the name of a session, whatever its state; nil if there is none.
  func name(of id: UInt64) -> SessionName? {
    if let name = read(id, { $0.name }) { return name }
    return switch unread[id] {
    case .loading(let load): load.identity.name
    case .restoring(let restoration): restoration.identity.name
    case .live, .ended, nil: nil
    }
  }

  /// Returns the live session that a reference names; nil for none, and for a private view.
  func liveID(of reference: SessionReference) -> UInt64? {
    switch reference {
    case .id(let id): isSession(id) ? id : nil
    case .name(let text): liveID(named: text)
    }
  }

  /// Returns the live session with a name; nil for a name that is not valid.
  func liveID(named text: String) -> UInt64? {
    guard let id = SessionName(text).flatMap({ names[$0] }), isLive(id) else { return nil }
    return id
  }

  /// Returns the live session that ends at the limit for a new one: the newest of the peer of a network that has the most
  /// (`Shares`); nil if none ends.
  ///
  /// The daemon's own user gives none up. Sessions of an earlier start count as this user's.
  func givingWay(to newcomer: Principal) -> UInt64? {
    let theirs = begunByPeers.filter { isLive($0.id) }
    let others = count + loading.count - theirs.count
    let holders = theirs.map(\.peer) + Array(repeating: .localUser, count: others)
    let index = Shares.newest(givingWayTo: newcomer.ofMachine, among: holders)
    return index.flatMap { $0 < theirs.count ? theirs[$0].id : nil }
  }

  // MARK: Beginnings and ends

  mutating func beginLoading(_ load: SessionLoad, by principal: Principal) {
    if principal.ofMachine != .localUser { begunByPeers.append((load.identity.id, principal)) }
    unread[load.identity.id] = .loading(load)
    names[load.identity.name] = load.identity.id
    loading.insert(load.identity.id)
  }

  mutating func beginRestoring(_ restoration: Restoration) {
    unread[restoration.id] = .restoring(restoration)
    names[restoration.identity.name] = restoration.id
    restoring.insert(restoration.id)
  }

  /// Makes a session live: one that was loading or restoring.
  mutating func makeLive(_ session: HostedSession) {
    hosted[session.id] = Box(session)
    views[session.id] = session.origin
    unread[session.id] = nil
    loading.remove(session.id)
    restoring.remove(session.id)
    if session.isBusy { busy.insert(session.id) }
  }

  /// Removes a session.
  ///
  /// - Returns: its life until now.
  mutating func remove(_ id: UInt64) -> SessionLife {
    let life = self.life(of: id)
    switch life {
    case .loading(let load): names[load.identity.name] = nil
    case .restoring(let restoration): names[restoration.identity.name] = nil
    case .live(let session): if session.origin == nil { names[session.name] = nil }
    case .ended: break
    }
    begunByPeers.removeAll { $0.id == id }
    hosted[id] = nil
    others[id] = nil
    views[id] = nil
    unread[id] = nil
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
      unread[id] = .loading(load)
    case .restoring(var restoration):
      guard restoration.waiting.add(pending) else { return false }
      unread[id] = .restoring(restoration)
    case .live, .ended: return false
    }
    return true
  }

  /// Notes that the content of a session has changed while it is being read.
  mutating func noteEarlyChange(of id: UInt64) {
    switch life(of: id) {
    case .loading(var load):
      load.hasChanged = true
      unread[id] = .loading(load)
    case .restoring(var restoration):
      restoration.hasChanged = true
      unread[id] = .restoring(restoration)
    case .live, .ended: break
    }
  }

  // MARK: Changes

  /// Whether everybody may move a live session.
  func isOpen(_ id: UInt64) -> Bool {
    read(id) { $0.control.policy } == .open
  }

  /// Changes a live session in place; other sessions and tables are not touched.
  ///
  /// - Returns: the result of `change`; nil if the session is not live.
  @discardableResult
  mutating func update<Result>(
    _ id: UInt64,
    _ change: (inout HostedSession) -> Result
  ) -> Result? {
    func update(_ session: inout HostedSession) -> (result: Result, isBusy: Bool) {
      (change(&session), session.isBusy)
    }
    if isDrafting, others[id] == nil { others[id] = hosted[id] }
    // Changed where it is: a copy would also copy its caches.
    guard let (result, isBusy) = hosted.update(id, update) else { return nil }
    if isBusy { busy.insert(id) } else { busy.remove(id) }
    return result
  }

  /// Gives a live session another name.
  mutating func rename(_ id: UInt64, to name: SessionName) {
    guard let old = self[id]?.name else { return }
    if !isDrafting { replaceName(old, by: name, of: id) }
    for hosted in [id] + privateViews(of: id) { update(hosted) { $0.rename(to: name) } }
  }

  private mutating func replaceName(_ old: SessionName, by name: SessionName, of id: UInt64) {
    names[old] = nil
    names[name] = id
  }

  /// Notes that the streams of a live session do not show its present state.
  mutating func noteChange(of id: UInt64) {
    guard isLive(id) else { return }
    if isDrafting { changedInDrafts.insert(id) } else { changed.insert(id) }
  }

  /// Notes that no stream shows the present state.
  mutating func noteChangeOfAll() {
    changed.formUnion(hosted.keys)
  }

  /// The sessions with changes that their streams do not show yet, in a draft with those that are not stored.
  var changedNow: Set<UInt64> {
    changedInDrafts.isEmpty || !isDrafting ? changed : changed.union(changedInDrafts)
  }

  /// Forgets the changes of a session: they are published.
  ///
  /// - Returns: whether there were any.
  mutating func takeChange(of id: UInt64) -> Bool { changed.remove(id) != nil }

  // MARK: Drafts

  var hasDrafts: Bool { !others.isEmpty }

  /// Whether there is a state of a session that is not stored.
  func isDrafted(_ id: UInt64) -> Bool { !others.isEmpty && others[id] != nil }

  /// The sessions as they are when everything is stored.
  package var drafted: SessionTable {
    var table = self
    table.exchangeDrafts()
    return table
  }

  /// Begins or ends to change drafts: from now on, the table has the other states of drafted sessions.
  mutating func exchangeDrafts() {
    isDrafting.toggle()
    var index = others.startIndex
    while index != others.endIndex {
      let id = others.keys[index]
      guard let box = hosted.updateValue(others.values[index], forKey: id) else {
        preconditionFailure("cannot draft a session that is not live")
      }
      others.values[index] = box
      others.formIndex(after: &index)
    }
  }

  /// Whether a session has another name in its draft.
  var hasRenamedDrafts: Bool {
    others.contains { id, draft in hosted[id]?.value.name != draft.value.name }
  }

  /// Replaces sessions by their drafts, which are stored.
  mutating func land() {
    for (id, draft) in others {
      guard let stored = hosted.updateValue(draft, forKey: id) else { continue }
      draft.value.goOn(after: stored.value)
      if views[id] == nil, stored.value.name != draft.value.name {
        replaceName(stored.value.name, by: draft.value.name, of: id)
      }
      if draft.value.isBusy { busy.insert(id) } else { busy.remove(id) }
    }
    others = [:]
    changed.formUnion(changedInDrafts.filter(isLive))
    changedInDrafts = []
  }
}

/// A large value in a place of its own, so that a part of it is read without a copy of the others.
final class Box<Value: Sendable>: @unchecked Sendable {
  private var content: Value

  fileprivate(set) var value: Value {
    // A stored property of a class is copied before it is passed on; what is yielded is not.
    _read { yield content }
    _modify { yield &content }
  }

  init(_ value: Value) { content = value }
}

extension Dictionary {
  /// Changes a value in its place; copies of the dictionary keep the value as it was.
  ///
  /// - Returns: the result of `change`; nil if there is no such key.
  mutating func update<Content, Result>(_ key: Key, _ change: (inout Content) -> Result) -> Result?
  where Value == Box<Content> {
    guard let index = index(forKey: key) else { return nil }
    if !isKnownUniquelyReferenced(&values[index]) { values[index] = Box(values[index].value) }
    return change(&values[index].value)
  }
}
