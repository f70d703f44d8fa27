package import NavBase
package import NavWire

/// The bundles that clients have sent: the complete ones, and those of which files are missing (proto/README.md:
/// Content from clients).
///
/// Their files are with a worker; this is the account of them. A bundle that no session shows goes after
/// `DaemonTiming.bundle`.
package struct Bundles: Sendable {
  private var held: [ContentHash: HeldBundle] = [:]
  /// Bundles that are not held any longer, and whose removal was refused.
  private var unremoved: Set<ContentHash> = []
  /// When their removal is tried again.
  private var removalRetry: Duration?

  /// The number of bundles.
  package var count: Int { held.count }

  /// The size of all bundles, in bytes; a file counts for each bundle that has it.
  package var bytes: Int { held.values.reduce(0) { $0 + $1.bytes } }

  /// Adds a complete bundle that an earlier daemon has kept.
  mutating func restore(_ id: ContentHash, bytes: Int, at now: Duration) {
    var bundle = HeldBundle(manifest: nil, bytes: bytes, owner: nil, usedAt: now)
    bundle.isComplete = true
    held[id] = bundle
  }

  /// Adds a bundle, or notes that it is offered again; its owner stays the principal that offered it first.
  ///
  /// Bundles that no session shows are removed to make room: at the limit of one owner, bundles of that owner; at the
  /// limit of all, also bundles of other owners that were unused for `DaemonTiming.oldBundle`. Bundles without an owner
  /// are removed first, then those used least recently.
  ///
  /// - Parameters:
  ///   - manifest: the files.
  ///   - id: the hash of the manifest.
  ///   - session: the session that is to show it when it is complete; nil for none.
  ///   - owner: who sends it.
  ///   - shown: the bundles that sessions show.
  ///   - now: the time of the turn.
  /// - Returns: the bundles that have given way, or the limit that is reached.
  mutating func offer(
    _ manifest: BundleManifest,
    _ id: ContentHash,
    for session: UInt64?,
    by owner: Principal,
    shown: Set<ContentHash>,
    at now: Duration
  ) -> Result<[ContentHash], LimitReached> {
    if let index = held.index(forKey: id) {
      held.values[index].offerAgain(manifest, for: session, at: now)
      return .success([])
    }
    var bundle = HeldBundle(
      manifest: manifest,
      bytes: manifest.bytes,
      owner: owner.ofMachine,
      usedAt: now
    )
    if let session { bundle.sessions.insert(session) }
    let before = held
    var given: [ContentHash] = []
    while let limit = limit(reachedBy: bundle) {
      guard let oldest = candidate(givingWayTo: bundle, at: limit, shown: shown, now: now) else {
        held = before
        return .failure(limit)
      }
      held[oldest] = nil
      given.append(oldest)
    }
    held[id] = bundle
    unremoved.remove(id)
    return .success(given)
  }

  /// Checks pieces of files of a bundle that was offered.
  ///
  /// - Returns: the bundle's manifest; nil if it must be offered first.
  /// - Throws: for a piece of no file of the bundle, or one that ends behind its file.
  mutating func manifest(
    of id: ContentHash,
    receiving pieces: [Request.Bundle.Piece],
    at now: Duration
  ) throws(Rejection) -> BundleManifest? {
    guard let manifest = held[id]?.manifest else { return nil }
    let sizes = Dictionary(manifest.files.map { ($0.hash, $0.size) }) { size, _ in size }
    for piece in pieces {
      guard let size = sizes[piece.hash] else {
        throw Rejection("a piece of a file that is not in the bundle")
      }
      guard piece.offset + piece.bytes.count <= size else {
        throw Rejection("a piece that ends behind its file")
      }
    }
    held[id]?.usedAt = now
    return manifest
  }

  /// Whether a bundle was offered, and has not gone since.
  func holds(_ id: ContentHash) -> Bool { held[id] != nil }

  /// Notes whether all files of a bundle are there.
  ///
  /// - Parameters:
  ///   - id: the hash of the bundle's manifest.
  ///   - isComplete: whether they are.
  ///   - now: the time of the turn.
  /// - Returns: the sessions that are to show it now.
  mutating func noteStored(_ id: ContentHash, isComplete: Bool, at now: Duration) -> Set<UInt64> {
    guard let index = held.index(forKey: id) else { return [] }
    held.values[index].isComplete = isComplete
    guard isComplete else { return [] }
    held.values[index].usedAt = now
    defer { held.values[index].sessions = [] }
    return held.values[index].sessions
  }

  /// Lets a bundle that no session needs any longer be removed before others, unless it is used again.
  mutating func retire(_ id: ContentHash, at now: Duration) {
    held[id]?.usedAt = now - DaemonTiming.bundle + DaemonTiming.oldBundle
  }

  /// When `expire` and `removal` have to be called next; nil without bundles.
  ///
  /// O(bundles).
  var nextExpiry: Duration? {
    let expiry = held.values.map(\.usedAt).min().map { $0 + DaemonTiming.bundle }
    return [expiry, removalRetry].compactMap(\.self).min()
  }

  /// Removes bundles that were neither used nor shown for `DaemonTiming.bundle`.
  ///
  /// - Parameters:
  ///   - now: the time of the turn.
  ///   - shown: the bundles that sessions show.
  /// - Returns: the removed ones.
  mutating func expire(at now: Duration, shown: Set<ContentHash>) -> [ContentHash] {
    for id in shown { held[id]?.usedAt = now }
    let old = held.filter { $0.value.usedAt + DaemonTiming.bundle <= now }.map(\.key)
    for id in old { held[id] = nil }
    return old
  }

  /// Begins to remove the files of bundles.
  ///
  /// - Parameters:
  ///   - ids: those that are not held any longer; those whose removal was refused before are added.
  ///   - now: the time of the turn.
  /// - Returns: the bundles whose files are to be removed now, in a fixed order; none if nothing is to be done.
  mutating func removal(of ids: [ContentHash], at now: Duration) -> [ContentHash] {
    let isRetry = removalRetry.map { $0 <= now } ?? false
    guard !ids.isEmpty || isRetry else { return [] }
    defer {
      unremoved = []
      removalRetry = nil
    }
    return unremoved.union(ids).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Keeps bundles whose removal was refused, to be removed at the next expiry.
  ///
  /// - Parameters:
  ///   - ids: the bundles; those that were offered again meanwhile stay.
  ///   - now: the time of the turn.
  mutating func removalRefused(of ids: [ContentHash], at now: Duration) {
    unremoved.formUnion(ids.filter { held[$0] == nil })
    if !unremoved.isEmpty { removalRetry = now + DaemonTiming.oldBundle }
  }

  /// The hashes of all files of bundles that are not complete.
  ///
  /// O(their files).
  var wantedFiles: Set<ContentHash> {
    var hashes: Set<ContentHash> = []
    for bundle in held.values where !bundle.isComplete {
      hashes.formUnion(bundle.manifest?.files.map(\.hash) ?? [])
    }
    return hashes
  }

  private func limit(reachedBy bundle: HeldBundle) -> LimitReached? {
    let own = held.values.filter { $0.owner == bundle.owner }
    if own.count >= DaemonLimits.bundlesOfPrincipal { return .countOfPrincipal }
    let ownBytes = own.reduce(bundle.bytes) { $0 + $1.bytes }
    if ownBytes > DaemonLimits.bundleBytesOfPrincipal { return .bytesOfPrincipal }
    if count >= DaemonLimits.bundles { return .count }
    return bytes + bundle.bytes > DaemonLimits.bundleBytes ? .bytes : nil
  }

  /// Returns the bundle to remove first; nil if no bundle may be removed.
  private func candidate(
    givingWayTo bundle: HeldBundle,
    at limit: LimitReached,
    shown: Set<ContentHash>,
    now: Duration
  ) -> ContentHash? {
    let unshown = held.filter { !shown.contains($0.key) }
    let own = unshown.filter { $0.value.owner == bundle.owner }
    guard limit.isOfAll else { return own.min { $0.value.usedAt < $1.value.usedAt }?.key }
    let idle = unshown.filter { $0.value.usedAt + DaemonTiming.oldBundle <= now }
    let candidates = idle.isEmpty ? own : idle
    return candidates.min { $0.value.goes(before: $1.value) }?.key
  }

  /// A limit of bundles.
  enum LimitReached: Error {
    case count, bytes, countOfPrincipal, bytesOfPrincipal

    /// Whether all bundles together reach it.
    fileprivate var isOfAll: Bool {
      switch self {
      case .count, .bytes: true
      case .countOfPrincipal, .bytesOfPrincipal: false
      }
    }
  }
}

/// The entry of one bundle in the account.
private struct HeldBundle: Sendable {
  /// Nil for a bundle of an earlier daemon: it must be offered again before pieces of it are received.
  var manifest: BundleManifest?
  let bytes: Int
  /// Nil for a bundle of an earlier daemon.
  var owner: Principal?
  /// When it was offered, received or shown last.
  var usedAt: Duration
  /// The sessions that are to show it when it is complete.
  var sessions: Set<UInt64> = []
  /// Whether all its files are there.
  var isComplete = false

  /// Whether it is removed before another bundle.
  func goes(before other: HeldBundle) -> Bool {
    if (owner == nil) != (other.owner == nil) { return owner == nil }
    return usedAt < other.usedAt
  }

  mutating func offerAgain(_ manifest: BundleManifest, for session: UInt64?, at now: Duration) {
    self.manifest = self.manifest ?? manifest
    usedAt = now
    if let session { sessions.insert(session) }
  }
}

/// The work of a worker for bundles.
package enum BundleJob: Hashable, Sendable {
  /// Find out which files of a bundle are there, and put it together if all are.
  case offer(id: ContentHash, BundleManifest)
  /// Write pieces of files, and put the bundle together if all files are there afterwards.
  case put(id: ContentHash, BundleManifest, [Request.Bundle.Piece])
  /// Remove bundles with the files that no other bundle has, except for the files with some hashes, which will be needed.
  case remove(ids: [ContentHash], keeping: Set<ContentHash>)
}
