import Glibc
import NavBase
import NavScene
import NavSystem
package import NavViewer
package import NavWire

/// A recording that is to be played, and how.
package struct Playback: Sendable {
  package let recording: Recording
  /// The name of the session, which must not exist.
  package let name: String
  /// The time of the recording at which it begins.
  package let start: Duration
  /// The speed (`RecordingPlayer.speeds`).
  package let speed: Double

  package init(_ recording: Recording, as name: String, from start: Duration, speed: Double) {
    (self.recording, self.name, self.start, self.speed) = (recording, name, start, speed)
  }
}

/// A recording that is being played in a session of its own (proto/README.md: Recordings); others attach to that as to
/// any session.
package struct RecordingRun: ~Copyable {
  private var commands: OneShotCommands
  private var player: RecordingPlayer
  private let name: String
  private let contents: [UInt64: JournalContent]
  private let files: [ContentHash: [UInt8]]
  /// The number of the content that the session shows; nil before there is a session.
  private var shown: UInt64?
  /// Whether somebody may have changed how the session shows it.
  private var isElsewhere = false

  /// Begins the session.
  ///
  /// - Throws: `.badData` for a recording without its files; the daemon's refusal; `.timeout`.
  package init(
    _ playback: Playback,
    _ commands: consuming OneShotCommands
  ) throws(ClientExit) {
    let recording = playback.recording
    let (player, actions) = RecordingPlayer.begin(
      recording,
      from: playback.start,
      speed: playback.speed,
      at: monotonicNow()
    )
    self.commands = commands
    self.player = player
    name = playback.name
    (contents, files) = (recording.contents, recording.files)
    try perform(actions) { _ in }
  }

  /// Plays to the end of the recording.
  ///
  /// - Parameter report: called with the name of each mark when it is passed.
  /// - Throws: the daemon's refusal; `.timeout`.
  package mutating func runToEnd(report: (String) -> Void) throws(ClientExit) {
    while let wake = player.nextWake {
      while case let left = wake - monotonicNow(), left > .zero {
        // At most a second a time: a longer time does not fit.
        usleep(UInt32(min(left, .seconds(1)) / .microseconds(1)))
      }
      try perform(player.advance(to: monotonicNow()), report: report)
    }
  }

  // MARK: In a viewer

  /// Writes nothing to the terminal any more: a viewer has it.
  mutating func leaveTerminal() { commands.requester.isSilent = true }

  /// Carries out what a user asks for, and then what is due.
  ///
  /// - Throws: the daemon's refusal; `.timeout`.
  mutating func play(
    _ request: RecordingPlayer.Request?,
    at now: Duration
  ) throws(ClientExit) {
    if request == .rest { isElsewhere = true }
    if let request { try perform(player.receive(request, at: now)) { _ in } }
    try perform(player.advance(to: now)) { _ in }
  }

  func nextWake(at now: Duration) -> Duration? { player.nextWake(showingTimeAt: now) }

  func timeLine(at now: Duration) -> TimeLine { player.timeLine(at: now) }

  /// Pauses after a failure; when it goes on, it leads the session to its place again.
  mutating func rest(at now: Duration) { _ = player.receive(.rest, at: now) }

  /// Ends the session.
  mutating func end() { _ = try? commands.kill(name) }

  // MARK: Actions

  private mutating func perform(
    _ actions: [RecordingPlayer.Action],
    report: (String) -> Void
  ) throws(ClientExit) {
    for action in actions {
      switch action {
      case .show(let content): try show(content)
      case .replay(let steps): try replay(steps)
      case .mark(let mark): report(mark)
      }
    }
  }

  /// Has the session show a content; one that was not recorded, because it was shown for too short a time, is left out.
  private mutating func show(_ number: UInt64) throws(ClientExit) {
    guard number != shown || isElsewhere, let content = contents[number] else { return }
    let session = shown == nil ? nil : name
    switch content.spec {
    case .tour, .text: break
    case .path, .command, .tabs:
      guard session == nil else { return }
      throw ClientExit(.badData, "the files of what is shown first are not in this recording")
    case .bundle:
      let form = session.map { _ in content.spec }
      try commands.send(try bundle(of: content), for: session, inFormOf: form)
    }
    if session == nil { _ = try commands.newSession(name, showing: content.spec) }
    (shown, isElsewhere) = (number, false)
    // Read before the state in it is there.
    let version = try commands.status(of: name).session.version
    try commands.wait(for: .settled(version: version), in: name)
  }

  private func bundle(of content: JournalContent) throws(ClientExit) -> LocalBundle {
    var bytes: [ContentHash: [UInt8]] = [:]
    for file in content.files {
      let found = files[file.hash] ?? []
      guard found.count == file.size else {
        throw ClientExit(
          .badData,
          sanitized("the file \(file.path) is not complete in this recording: it was cut off")
        )
      }
      bytes[file.hash] = found
    }
    return try LocalBundle(content.files, bytes)
  }

  private mutating func replay(_ steps: [RecordedStep]) throws(ClientExit) {
    for first in stride(from: 0, to: steps.count, by: Request.Input.maximumSteps) {
      let part = Array(steps[first...].prefix(Request.Input.maximumSteps))
      let input = Request.Input(session: .name(name), action: .replay(part))
      switch try commands.requester.reply(to: .input(input)).body {
      // Without an effect the session is there already.
      case .accepted: break
      case .failure(let failure): throw ClientExit(failure)
      default: throw .unexpected("an acceptance")
      }
    }
  }
}
