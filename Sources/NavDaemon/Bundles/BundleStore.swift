import Glibc
import NavContent
import NavHost
import NavModel
import NavWire
import Synchronization

/// The files that clients have sent, in the directory of the daemon's state (proto/README.md: Content from clients).
///
/// `files` has each file once, under its hash; `trees` has the complete bundles, made of hard links to these; `shown` has
/// a link to the bundle of each session, so that a newer version has the same paths. All of it is written on threads of
/// workers, one at a time.
final class BundleStore: BundlePlaces {
  private let directory: BundleDirectory
  /// Held while files are written or removed: the bundles that this daemon has received, or receives.
  private let writing = Mutex<[ContentHash: BundleManifest]>([:])
  /// The directories that sessions read, by their ids.
  private let roots = Mutex<[UInt64: String]>([:])
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

  /// Returns a path that means the same whatever the working directory is.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
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

  // MARK: Reading

  func open(_ bundle: ContentHash, for session: UInt64) throws(ContentFailure) -> String {
    let outcome = roots.withLock { roots in
      Result { () throws(ContentFailure) in
        let root = try directory.show(bundle, for: session)
        roots[session] = root
        return root
      }
    }
    return try outcome.get()
  }

  func root(of session: UInt64) -> String? { roots.withLock { $0[session] } }

  func close(_ session: UInt64) {
    roots.withLock { roots in
      if roots.removeValue(forKey: session) != nil { directory.hide(session) }
    }
  }
}
