package import NavModel
package import NavWire

/// The bundles that clients have sent: the complete ones, and those of which files are missing (proto/README.md:
/// Content from clients).
///
/// Their files are with a worker; this is the account of them. A bundle that no session shows goes after
/// `DaemonTiming.bundle`.
package struct Bundles: Sendable {
  private var held: [ContentHash: HeldBundle] = [:]

  /// The number of bundles.
  package var count: Int { held.count }

  /// The size of all bundles, in bytes; a file counts for each bundle that has it.
  package var bytes: Int { held.values.reduce(0) { $0 + $1.bytes } }

  /// Adds a complete bundle that an earlier daemon has kept.
  mutating func restore(_ id: ContentHash, bytes: Int, at now: Duration) {
    held[id] = HeldBundle(manifest: nil, bytes: bytes, owner: nil, usedAt: now)
  }

  /// Adds a bundle, or notes that it is offered again.
  ///
  /// At a limit, bundles of the same owner that no session shows give way, the one that was used least recently first.
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
    var bundle = HeldBundle(manifest: manifest, bytes: manifest.bytes, owner: owner, usedAt: now)
    bundle.session = session
    if held[id] != nil {
      held[id] = bundle
      return .success([])
    }
    var given: [ContentHash] = []
    while let limit = limit(reachedBy: bundle) {
      let own = held.filter { $0.value.owner == owner && !shown.contains($0.key) }
      guard let oldest = own.min(by: { $0.value.usedAt < $1.value.usedAt })?.key else {
        return .failure(limit)
      }
      held[oldest] = nil
      given.append(oldest)
    }
    held[id] = bundle
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

  /// Notes that all files of a bundle are there.
  ///
  /// - Returns: the session that is to show it now; nil for none.
  mutating func complete(_ id: ContentHash, at now: Duration) -> UInt64? {
    guard let index = held.index(forKey: id) else { return nil }
    held.values[index].usedAt = now
    defer { held.values[index].session = nil }
    return held.values[index].session
  }

  /// Lets a bundle that nobody needs any longer go earlier than others, unless it is used again.
  mutating func retire(_ id: ContentHash, at now: Duration) {
    held[id]?.usedAt = now - DaemonTiming.bundle + DaemonTiming.oldBundle
  }

  /// When `expire` has to be called next; nil without bundles.
  ///
  /// O(bundles).
  var nextExpiry: Duration? { held.values.map(\.usedAt).min().map { $0 + DaemonTiming.bundle } }

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

  private func limit(reachedBy bundle: HeldBundle) -> LimitReached? {
    if count >= DaemonLimits.bundles { return .count }
    if bytes + bundle.bytes > DaemonLimits.bundleBytes { return .bytes }
    let own = held.values.filter { $0.owner == bundle.owner }.reduce(0) { $0 + $1.bytes }
    return own + bundle.bytes > DaemonLimits.bundleBytesOfPrincipal ? .bytesOfPrincipal : nil
  }

  /// A limit of bundles.
  enum LimitReached: Error {
    case count, bytes, bytesOfPrincipal
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
  /// The session that is to show it when it is complete.
  var session: UInt64?

  init(manifest: BundleManifest?, bytes: Int, owner: Principal?, usedAt: Duration) {
    self.manifest = manifest
    self.bytes = bytes
    self.owner = owner
    self.usedAt = usedAt
  }
}

/// The work of a worker for bundles.
package enum BundleJob: Hashable, Sendable {
  /// Find out which files of a bundle are there, and put it together if all are.
  case offer(id: ContentHash, BundleManifest)
  /// Write pieces of files, and put the bundle together if all files are there afterwards.
  case put(id: ContentHash, BundleManifest, [Request.Bundle.Piece])
  /// Remove a bundle.
  case remove(id: ContentHash)
}
