import Glibc
import NavBase
import NavScene
import NavSystem
package import NavViewer
package import NavWire

/// Playing recordings (proto/README.md: Recordings).
extension OneShotCommands {
  /// Plays a recording in a session of its own, to its end; others attach to that as to any session.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - name: the name of the session, which must not exist.
  ///   - time: the time of the recording at which it begins.
  ///   - speed: the speed (`RecordingPlayer.speeds`).
  ///   - report: called with the name of each mark when it is passed.
  /// - Throws: `.badData` for a recording without its files; the daemon's refusal; `.timeout`.
  package mutating func play(
    _ recording: Recording,
    as name: String,
    from time: Duration,
    speed: Double,
    report: (String) -> Void
  ) throws(ClientExit) {
    var (player, actions) = RecordingPlayer.begin(
      recording,
      from: time,
      speed: speed,
      at: monotonicNow()
    )
    var shown: ContentSpec?
    while true {
      for action in actions {
        switch action {
        case .show(let content):
          guard let spec = try send(content, of: recording, for: shown == nil ? nil : name) else {
            continue
          }
          if shown == nil { _ = try newSession(name, showing: spec) }
          if spec != shown { try waitForRest(in: name) }
          shown = spec
        case .replay(let steps): try replay(steps, in: name)
        case .mark(let mark): report(mark)
        }
      }
      guard let wake = player.nextWake else { return }
      sleep(until: wake)
      actions = player.advance(to: monotonicNow())
    }
  }

  /// Sends the files of a content.
  ///
  /// - Parameters:
  ///   - number: the number of the content.
  ///   - recording: the recording.
  ///   - session: the session that shows another one; nil for none.
  /// - Returns: the content; nil for one that was not recorded, because it was shown for too short a time.
  private mutating func send(
    _ number: UInt64,
    of recording: Recording,
    for session: String?
  ) throws(ClientExit) -> ContentSpec? {
    guard let content = recording.contents[number] else { return nil }
    switch content.spec {
    case .tour, .text: return content.spec
    case .path, .command, .tabs:
      guard session == nil else { return nil }
      throw ClientExit(.badData, "the files of what is shown first are not in this recording")
    case .bundle:
      let files = recording.files
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
      try send(try LocalBundle(content.files, bytes), for: session)
      return content.spec
    }
  }

  private mutating func replay(_ steps: [RecordedStep], in name: String) throws(ClientExit) {
    for first in stride(from: 0, to: steps.count, by: Request.Input.maximumSteps) {
      let part = Array(steps[first...].prefix(Request.Input.maximumSteps))
      let input = Request.Input(
        session: .name(try session(name)),
        viewer: nil,
        viewport: nil,
        action: .replay(part)
      )
      switch try requester.reply(to: .input(input)).body {
      // Without an effect the session is there already.
      case .accepted: break
      case .failure(let failure): throw ClientExit(failure)
      default: throw .unexpected("an acceptance")
      }
    }
  }

  private mutating func waitForRest(in name: String) throws(ClientExit) {
    let version = try status(of: name).session.version
    try wait(for: .settled(version: version), in: name)
  }

  private func sleep(until wake: Duration) {
    while case let left = wake - monotonicNow(), left > .zero {
      // At most a second a time: a longer time does not fit.
      usleep(UInt32(min(left, .seconds(1)) / .microseconds(1)))
    }
  }
}

extension Recording {
  /// Reads a recording.
  ///
  /// - Throws: `.noInput` for a file that can't be read, `.badData` for one that can't be played.
  package init(readFrom path: String) throws(ClientExit) {
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try Descriptor(opening: path.utf8.terminated).read(atMost: Self.byteLimit + 1)
    } catch {
      let reason = String(system: strerror(error.code))
      throw ClientExit(.noInput, sanitized("can't read \(path): \(reason)"))
    }
    guard bytes.count <= Self.byteLimit else {
      let limit = Self.byteLimit >> 20
      throw ClientExit(.badData, sanitized("\(path) has more than \(limit) MiB, the limit"))
    }
    do throws(RecordingError) {
      try self.init(bytes)
    } catch {
      throw ClientExit(.badData, sanitized("\(path): \(error)"))
    }
  }

  /// Returns the time of a text like `90s`, `3:20` or the name of a mark; nil for anything else.
  package func time(named text: String) -> Duration? {
    if let mark = marks.first(where: { $0.name == text }) { return mark.time }
    let parts = text.split(separator: ":").map { Int($0) }
    if parts.count == 2, let minutes = parts[0], let seconds = parts[1],
      (0...9_999).contains(minutes), (0..<60).contains(seconds)
    {
      return .seconds(minutes * 60 + seconds)
    }
    return DurationText.duration(text)
  }
}
