import Glibc
import NavBase
import NavSystem
import NavContent
import NavHost
import NavWire
import Synchronization

/// The files that clients have sent, in the directory of the daemon's state (proto/README.md: Content from clients).
///
/// `files` has each file once, under its hash, except for empty ones; `trees` has the complete bundles, made of hard links
/// to these where the file system permits so many; `shown` has a link to the bundle of each session, so that a newer
/// version has the same paths. All of it is written on threads of workers, one at a time.
final class BundleStore: BundlePlaces {
  private let directory: BundleDirectory
  /// Held while files are written or removed: the bundles that this daemon has received, or receives.
  private let writing = Mutex<[ContentHash: BundleManifest]>([:])
  /// Held while the links of sessions are changed.
  private let linking = Mutex(())
  /// Held for a moment only, since the poll loop waits for it.
  private let sessions = Mutex(ReadSessions())
  /// The bundles that were complete at the start, with their sizes in bytes.
  let complete: [ContentHash: Int]

  /// The time for which a file is kept that is in no bundle.
  private static let fileLifetime = DaemonTiming.bundle

  /// Opens the directory, and removes what an earlier daemon has left unfinished.
  ///
  /// A directory that can't be written is noticed when files arrive: navd starts without it.
  ///
  /// - Parameter state: the directory of the daemon's state.
  init(in state: String) {
    directory = BundleDirectory(path: Self.absolute(state) + "/bundles")
    directory.tidy()
    complete = directory.completeBundles()
    directory.removeUnusedFiles(olderThan: Self.fileLifetime)
  }

  /// Returns a path that does not depend on the working directory.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(system: current) + "/" + path
  }

  /// Does a job; may be called on any thread.
  ///
  /// - Returns: what is there of the bundle afterwards.
  /// - Throws: if a file can't be written, or if it arrived with other bytes than its hash says.
  func run(_ job: BundleJob) throws(ContentFailure) -> Reply.BundleState {
    let outcome = writing.withLock { manifests in
      Result { () throws(ContentFailure) in
        try directory.prepare()
        return try perform(job, &manifests)
      }
    }
    return try outcome.get()
  }

  private func perform(
    _ job: BundleJob,
    _ manifests: inout [ContentHash: BundleManifest]
  ) throws(ContentFailure) -> Reply.BundleState {
    switch job {
    case .offer(let id, let manifest):
      manifests[id] = manifest
      let isComplete = directory.hasBundle(id)
      let needs = isComplete ? [] : try directory.needs(of: manifest.files)
      return try finish(id, manifest, needs: needs)
    case .put(let id, let manifest, let pieces):
      manifests[id] = manifest
      guard !directory.hasBundle(id) else { return try finish(id, manifest, needs: []) }
      let files = Dictionary(manifest.files.map { ($0.hash, $0) }) { file, _ in file }
      let own = Set(pieces.map(\.hash)).compactMap { files[$0] }
      for piece in pieces {
        guard let file = files[piece.hash] else { continue }
        try directory.write(piece, of: file)
      }
      let needs = try directory.needs(of: own)
      let others = needs.isEmpty ? try directory.needs(of: manifest.files) : needs
      return try finish(id, manifest, needs: others, answering: needs)
    case .remove(let ids, let kept):
      guard let first = ids.first else { throw ContentFailure("no bundle is to be removed") }
      let removed = ids.compactMap { manifests.removeValue(forKey: $0) }
      directory.removeUnusedFiles(
        olderThan: Self.fileLifetime,
        orOf: Set(removed.flatMap { $0.files.map(\.hash) }),
        at: directory.remove(ids),
        except: kept
      )
      return Reply.BundleState(id: first, needs: [], isComplete: false)
    }
  }

  /// Puts a bundle together if nothing is missing.
  private func finish(
    _ id: ContentHash,
    _ manifest: BundleManifest,
    needs: [Reply.BundleState.Need],
    answering answered: [Reply.BundleState.Need]? = nil
  ) throws(ContentFailure) -> Reply.BundleState {
    if needs.isEmpty { try directory.assemble(id, manifest) }
    return Reply.BundleState(id: id, needs: answered ?? needs, isComplete: needs.isEmpty)
  }

  /// Removes the whole directory.
  func removeAll() { directory.removeAll() }

  // MARK: Reading

  /// Notes the bundle that a session shows, before a worker is started that reads it: from now on, no other one is opened
  /// for that session.
  ///
  /// Several workers may read one session at a time: the read of an older version goes on when a newer one has arrived,
  /// and so does an export. The poll loop notes the versions in their order, whichever worker is first.
  ///
  /// - Parameters:
  ///   - bundle: the hash of the bundle's manifest.
  ///   - session: the session that shows it.
  func announce(_ bundle: ContentHash, for session: UInt64) {
    sessions.withLock { $0.shown[session, default: ShownBundle(id: bundle)].id = bundle }
  }

  func open(_ bundle: ContentHash, for session: UInt64) throws(ContentFailure) -> String {
    let outcome = linking.withLock { _ in
      Result { () throws(ContentFailure) in try link(bundle, for: session) }
    }
    return try outcome.get()
  }

  private func link(_ bundle: ContentHash, for session: UInt64) throws(ContentFailure) -> String {
    switch sessions.withLock({ $0.shown[session]?.id }) {
    case bundle?: break
    case nil: throw Self.ended
    case .some:
      throw ContentFailure("newer files have taken the place of these: try again", .busy)
    }
    let root = try directory.show(bundle, for: session)
    let isShown = sessions.withLock { sessions in
      sessions.shown[session]?.root = root
      return sessions.shown[session] != nil
    }
    guard isShown else {
      // It has ended meanwhile.
      directory.hide(session)
      throw Self.ended
    }
    return root
  }

  private static let ended = ContentFailure("the session that shows these files has ended")

  func root(of session: UInt64) -> String? { sessions.withLock { $0.shown[session]?.root } }

  func close(_ session: UInt64) {
    sessions.withLock { sessions in
      if sessions.shown.removeValue(forKey: session)?.root != nil { sessions.ended.insert(session) }
    }
  }

  /// Removes the links of closed sessions; may be called on any thread, and waits for the disk.
  func removeClosed() {
    linking.withLock { _ in
      let ended = sessions.withLock { sessions in
        let ended = sessions.ended
        sessions.ended = []
        return ended
      }
      for session in ended { directory.hide(session) }
    }
  }
}

/// The sessions that read bundles, by their ids.
private struct ReadSessions: Sendable {
  var shown: [UInt64: ShownBundle] = [:]
  /// The closed sessions whose links are still there.
  var ended: Set<UInt64> = []
}

/// The bundle of a session.
private struct ShownBundle: Sendable {
  /// The newest one that was announced.
  var id: ContentHash
  /// The directory that the session reads; nil before one is opened.
  var root: String?
}
