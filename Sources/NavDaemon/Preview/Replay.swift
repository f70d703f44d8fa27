import Glibc
package import NavBase
import NavContent
import NavEngine
import NavHost
import NavScene
import NavSystem
package import NavWire

/// A recording as a viewer of one size sees it, in the time of the recording and without a daemon.
///
/// It carries out what `navclient play` has a daemon carry out, and writes what that would publish to the viewer: a snapshot,
/// then an update for each moment at which the session has changed.
package struct Replay {
  private let recording: Recording
  private let contents: [UInt64: JournalContent]
  private let viewport: CellSize
  /// The store of the files of the recording.
  private let bundles: BundleStore
  private let reader: ContentReader
  private var stage: Stage?
  /// The number of the content that is shown; nil before there is any.
  private var shown: UInt64?
  private var now = Duration.zero
  private var seq: UInt64 = 0

  /// The session in the content that is shown, as its viewer sees it.
  private struct Stage {
    var session: Session
    var view: SessionView
    /// Nil before the snapshot.
    var publisher: Publisher?
  }

  private init(_ recording: Recording, in viewport: CellSize, _ bundles: BundleStore) {
    self.recording = recording
    self.viewport = viewport
    self.bundles = bundles
    contents = recording.contents
    reader = ContentReader(bundles: bundles)
  }

  /// Reads a recording.
  ///
  /// - Throws: `noInput`, `notPermitted`, or `badData` for a file that is no recording.
  package static func recording(at path: String) throws(PreviewError) -> Recording {
    do {
      return try Recording(try RegularFile.read(path: path, limit: Recording.byteLimit))
    } catch let error as RecordingError {
      throw PreviewError(.badData, sanitized("\(path): \(error)"))
    } catch {
      let isForbidden = if case ContentError.notPermitted = error { true } else { false }
      throw PreviewError(isForbidden ? .notPermitted : .noInput, "\(error)")
    }
  }

  /// Replays a recording to its end.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - viewport: the size of the viewer's terminal.
  ///   - write: called with the bytes of each message, in their order (`TimedMessage`).
  /// - Throws: `badData` for a recording without its files, or whose content can't be shown.
  package static func run(
    _ recording: Recording,
    in viewport: CellSize,
    _ write: ([UInt8]) -> Void
  ) throws(PreviewError) {
    let directory = try temporaryDirectory()
    let bundles = BundleStore(in: directory)
    defer {
      bundles.removeAll()
      rmdir(directory.utf8.terminated)
    }
    var replay = Replay(recording, in: viewport, bundles)
    try replay.run(write)
  }

  /// Makes a directory in memory, else on the disk.
  private static func temporaryDirectory() throws(PreviewError) -> String {
    for place in ["/dev/shm", environmentVariables()["TMPDIR"] ?? "/tmp"] {
      // mkdtemp replaces these letters by a unique suffix.
      var template = Array("\(place)/navd-\(String(repeating: "X", count: 6))".utf8CString)
      if let made = mkdtemp(&template) { return String(cString: made) }
    }
    throw PreviewError(.noInput, "nowhere is room for the files of the recording: set TMPDIR")
  }

  private mutating func run(_ write: ([UInt8]) -> Void) throws(PreviewError) {
    var (player, actions) = RecordingPlayer.begin(recording, from: .zero, speed: 1, at: .zero)
    while true {
      var isChanged = false
      for action in actions {
        switch action {
        case .show(let content): try show(content)
        case .replay(let steps): carryOut(steps)
        case .mark: continue
        }
        isChanged = true
      }
      if isChanged, let message = message() { write(TimedMessage.bytes(of: message, at: now)) }
      guard let wake = player.nextWake else { return }
      // In whole milliseconds, as the times of recordings are.
      now = .milliseconds(Int64((wake / .milliseconds(1)).rounded()))
      actions = player.advance(to: max(now, wake))
    }
  }

  // MARK: Content

  /// Shows a content; one that was not recorded, because it was shown for too short a time, is passed over.
  private mutating func show(_ number: UInt64) throws(PreviewError) {
    // Of content that is shown, all files have been there from its beginning: nothing moves.
    guard number != shown, let content = contents[number] else { return }
    switch content.spec {
    case .tour, .text: break
    case .path, .command, .tabs:
      guard stage == nil else { return }
      throw PreviewError(.badData, "the files of what is shown first are not in this recording")
    case .bundle(let bundle): try keepFiles(of: content, in: bundle.id)
    }
    let read: SessionContent
    do {
      read = try reader.read(content.spec, for: 0)
      try read.check()
    } catch {
      throw PreviewError(.badData, sanitized("what was recorded can't be shown: \(error)"))
    }
    let heir = stage.flatMap { Session(read, following: $0.session, in: viewport, readBy: reader) }
    var session = heir ?? Session(read)
    let view = session.view(in: viewport, at: now)
    stage = Stage(session: session, view: view, publisher: stage?.publisher)
    shown = number
  }

  /// Writes the files of a content to where its reader finds them.
  private func keepFiles(of content: JournalContent, in id: ContentHash) throws(PreviewError) {
    let pieces = recording.entries.compactMap { entry in
      if case .file(let piece) = entry.event { piece } else { nil }
    }
    do {
      let manifest = try BundleManifest(content.files)
      guard try bundles.run(.put(id: id, manifest, pieces)).isComplete else {
        throw PreviewError(.badData, "not all files are in this recording: it was cut off")
      }
    } catch let error as PreviewError {
      throw error
    } catch {
      throw PreviewError(.badData, sanitized("the files of this recording can't be kept: \(error)"))
    }
    bundles.announce(id, for: 0)
  }

  // MARK: Steps

  /// Carries out steps; those that are not possible change nothing, as in a daemon.
  private mutating func carryOut(_ steps: [RecordedStep]) {
    guard let stage else { return }
    var operation = SessionOperation(.replay(steps), on: stage.session, seenBy: stage.view)
    do throws(Rejection) {
      self.stage?.session = try operation.carryOut(for: viewport, readBy: reader, at: now)
    } catch {}
  }

  /// Lays out the session, and returns the message that shows it.
  private mutating func message() -> [UInt8]? {
    guard var stage = self.stage.take() else { return nil }
    defer { self.stage = stage }
    var facts = SessionFacts(name: "", viewers: 1)
    facts.theme = stage.session.theme ?? stage.session.content.theme
    facts.isBlank = stage.session.isBlank
    let (trajectory, startedAt) = stage.session.layout(&stage.view, facts: facts, at: now)
    let version = stage.session.version
    seq += 1
    if stage.publisher != nil {
      return stage.publisher?.publish(
        bounded: trajectory,
        startedAt: startedAt,
        seq: seq,
        version: version,
        at: now
      )
    }
    var publisher = Publisher(
      epoch: 1,
      seq: seq,
      version: version,
      trajectory: trajectory,
      startedAt: startedAt
    )
    let snapshot = publisher.snapshot(now: now)
    stage.publisher = publisher
    return LayoutMessage.snapshot(snapshot).encoded()
  }
}
