package import NavBase
import NavSystem
package import NavViewer
import NavWire
import ZeroMQ

/// Live reload of content from clients.
extension OneShotCommands {
  /// Sends files whenever they change, until the session ends.
  ///
  /// A version that can't be read is reported, and the next one is waited for.
  ///
  /// - Parameters:
  ///   - session: the session that shows the files.
  ///   - find: finds the files anew.
  ///   - report: called with a line for the user after each version that was sent or could not be read.
  /// - Throws: `.noInput` when the session has ended; the daemon's refusal, or `.timeout`.
  package mutating func follow(
    _ session: String,
    _ find: () throws(ClientExit) -> ContentFiles,
    report: (String) -> Void
  ) throws(ClientExit) {
    guard var watch = FileWatch(limit: Self.mostWatched, awaitsWriters: true) else {
      throw ClientExit(.unreachable, "the system has no watches left: changes can't be noticed")
    }
    var (shown, links): (ContentSpec?, [String]) = (nil, [])
    while true {
      _ = try status(of: .name(session))
      var watched = watch.files
      do throws(ClientExit) {
        let files = try find()
        watched = Self.watched(files)
        // Watched before it is read, so that no change is missed.
        watch.watch(watched)
        let content = try send(files, for: session)
        if content != shown {
          report("sent \(Self.fileWords(files.paths.count)) to session '\(session)'")
        }
        if let omission = files.omission, links != files.links { report(omission) }
        links = files.links
        shown = content
      } catch {
        // A session that has ended meanwhile is noticed by the next look for it.
        guard error.code == .noInput else { throw error }
        report(error.text ?? "the files can't be read")
        watch.watch(watched)
      }
      try waitForChange(&watch, in: session)
    }
  }

  /// The most files and directories that are watched.
  private static let mostWatched = 2 * BundleManifest.Limits.files
  /// The interval at which the session is looked for while nothing changes.
  private static let look = Duration.seconds(5)

  /// Returns the files, and their directories for files that are added.
  private static func watched(_ files: ContentFiles) -> [String] {
    var paths: Set<String> = []
    for path in files.paths {
      let place = files.directory + "/" + path
      paths.insert(place)
      if let slash = place.lastIndex(of: "/"), slash > place.startIndex {
        paths.insert(String(place[..<slash]))
      }
    }
    return paths.sorted()
  }

  private mutating func waitForChange(
    _ watch: inout FileWatch,
    in session: String
  ) throws(ClientExit) {
    var poller = Poller()
    poller.add(descriptor: watch.fileDescriptor, token: 0, events: .readable)
    var nextLook = monotonicNow() + Self.look
    while true {
      let now = monotonicNow()
      if !watch.changes(at: now).isEmpty { return }
      if now >= nextLook {
        _ = try status(of: .name(session))
        nextLook = now + Self.look
      }
      let wake = min(nextLook, watch.nextWake ?? nextLook)
      do {
        _ = try poller.wait(timeout: max(.zero, wake - monotonicNow()))
      } catch {
        throw ClientExit(.unreachable, "\(error)")
      }
      if !poller.isReady(token: 0).isEmpty { watch.heard(at: monotonicNow()) }
    }
  }
}
