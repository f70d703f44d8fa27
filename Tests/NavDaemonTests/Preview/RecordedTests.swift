import Foundation
import NavBase
import NavContent
import NavDaemon
import NavTestKit
import NavWire
import Testing

@testable import NavScene

/// The oracle of recordings of ours: `Recordings` has scripts, the recordings that were made of them, and what the
/// sessions showed that were recorded.
///
/// A file of hashes has a line for each rest and size: the time in milliseconds, the number of entries up to then, the
/// size, the hash of the scene, and 16 bits of the hash of each of its objects. Of the film there is a line for each
/// second in which anything changes: the number of its frames, and a digest of their times and hashes.
@Suite("Recordings of ours show what the sessions have shown")
struct RecordedTests {
  private static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60),
    CellSize(columns: 40, rows: 12),
  ]
  /// The recording of which each frame is compared, in the first size.
  private static let film = "talk"

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Recordings")

  @Test(
    "at each rest, in three sizes, and one of them frame by frame",
    arguments: ["talk", "library", "voyage", "instruments", "channels"]
  )
  func replay(name: String) throws {
    let (file, golden) = (Self.file(name, "navrec"), Self.file(name, "hashes"))
    if ProcessInfo.processInfo.environment["NAV_RECORD"] == "1" {
      try Self.record(name, to: file, golden)
    }
    let isThere = [file, golden].allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
    try demand(isThere, "\(name) was never recorded: run with NAV_RECORD=1")
    let bytes = Array(try Data(contentsOf: file))
    #expect(bytes.count <= 20 << 10)
    let recording = try Recording(bytes)
    let expected = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
    let times = expected.compactMap { $0.split(separator: " ").first.flatMap { Int64($0) } }
    let lines = try Self.lines(of: name, recording, at: Set(times).sorted()) { size in
      var messages: [UInt8] = []
      try Replay.run(recording, in: size) { messages += $0 }
      return messages
    }
    let difference = Self.difference(from: expected.map(String.init), lines, in: recording)
    #expect(difference == nil, "\(name).navrec: \(difference ?? "")")
    // A script that does nothing shows nothing.
    #expect(recording.entries.count { $0.isInput } > 8 && Set(times).count > 5)
  }

  private static func file(_ name: String, _ ending: String) -> URL {
    folder.appendingPathComponent("\(name).\(ending)")
  }

  /// Plays the script of a name, and writes its recording and what its viewers see.
  private static func record(_ name: String, to file: URL, _ golden: URL) throws {
    let script = try ScriptFile(path: Self.file(name, "nav").path)
    try demand(script.findings.isEmpty, "\(script.findings)")
    let session = try RecordedSession(script.script, in: sizes)
    let rests = session.rests.map { Int64($0 / .milliseconds(1)) }
    let lines = try lines(of: name, try Recording(session.recording), at: rests) {
      session.messages(in: $0)
    }
    try Data(session.recording).write(to: file)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: golden)
  }

  /// Returns the lines of a file of hashes.
  ///
  /// - Parameters:
  ///   - name: the name of the recording.
  ///   - recording: the recording.
  ///   - times: the times of the rests, in milliseconds.
  ///   - messages: returns the messages of the stream of a size.
  private static func lines(
    of name: String,
    _ recording: Recording,
    at times: [Int64],
    _ messages: (CellSize) throws -> [UInt8]
  ) throws -> [String] {
    let shown = try sizes.map { ($0, try ShownFrames(messages($0))) }
    var lines: [String] = []
    for time in times {
      let entries = recording.index(after: .milliseconds(time))
      for (size, shown) in shown {
        let scene = try shown.scene(at: .milliseconds(time))
        var objects = ["root:\(hex(scene.rootDigest, 4))"]
        for object in scene.containers {
          let digest = object.digest &+ object.rowsDigest
          objects.append("\(object.kind)\(object.id.rawValue):\(hex(digest, 4))")
        }
        let place = "\(time) \(entries) \(size) \(hex(scene.digest, 16))"
        lines.append(([place] + objects).joined(separator: " "))
      }
    }
    guard name == film, let (size, shown) = shown.first else { return lines }
    let seconds = Dictionary(grouping: shown.frames) { $0.time.components.seconds }
    for (second, frames) in seconds.sorted(by: { $0.key < $1.key }) {
      let digest = frames.reduce(into: UInt64(0)) { sum, frame in
        let time = UInt64((frame.time / .microseconds(1)).rounded())
        for part in [time, frame.scene.digest] { sum = (sum ^ part) &* 0x100_0000_01b3 }
      }
      lines.append("film \(second) \(size) \(frames.count) \(hex(digest, 16))")
    }
    return lines
  }

  /// Returns the last digits of a number.
  private static func hex(_ number: UInt64, _ digits: Int) -> String {
    let text = String(number, radix: 16).suffix(digits)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// Returns the first difference between the lines of a file of hashes and those of a replay; nil if there is none.
  private static func difference(
    from expected: [String],
    _ lines: [String],
    in recording: Recording
  ) -> String? {
    let pairs = zip(expected + [""], lines + [""])
    guard expected != lines, let (before, now) = pairs.first(where: { $0 != $1 }) else {
      return nil
    }
    let (old, new) = (before.split(separator: " "), now.split(separator: " "))
    let header = recording.header
    let tables = """
      recorded by \(header.release) with width tables \(header.widthTables), now \(Release.version) with \
      \(widthTablesVersion) (Tests/README.md: Recorded files)
      - \(before)
      + \(now)
      """
    guard old.count > 4 || old.first == "film", old.prefix(3) == new.prefix(3) else {
      return "other rests or entries; \(tables)"
    }
    guard old[0] != "film" else { return "in \(old[2]), second \(old[1]) of the film; \(tables)" }
    let entry = Int(old[1]).flatMap { (1...recording.entries.count).contains($0) ? $0 : nil }
    let event = entry.map { "\(recording.entries[$0 - 1].event)".prefix(200) } ?? "none"
    let (gone, added) = (
      old.dropFirst(4).first { !new.contains($0) }, new.dropFirst(4).first { !old.contains($0) }
    )
    let object = gone ?? added ?? "all, by more than 16 bits tell"
    return "in \(old[2]), after \(old[0]) ms and entry \(old[1]) (\(event)), first \(object); "
      + "\(tables)"
  }
}

/// The frames of a viewer that gets the messages of a stream at their times, without repetitions.
private struct ShownFrames {
  private(set) var frames: [(time: Duration, scene: Scene)] = []
  private var replica: Replica?

  /// - Throws: for messages that do not follow one another.
  init(_ messages: [UInt8]) throws {
    var rest = messages[...]
    while let next = try TimedMessage(removingFirstOf: &rest) {
      try play(until: next.time)
      switch next.message {
      case .snapshot(let snapshot), .keyframe(let snapshot):
        replica = try Replica(snapshot, now: next.time)
      case .update(let update):
        let outcome = replica?.receive(update, now: next.time)
        try demand(outcome == .applied || outcome == .ignored, "\(next.time): \(outcome as Any)")
      case .beat, .bye: break
      }
      try show(at: next.time)
    }
    try play(until: nil)
  }

  /// Returns what is shown at a time.
  func scene(at time: Duration) throws -> Scene {
    guard let frame = frames.last(where: { $0.time <= time }) else {
      throw Rejection("nothing is shown at \(time)")
    }
    return frame.scene
  }

  private mutating func play(until end: Duration?) throws {
    while let next = replica?.nextFrameTime, end.map({ next < $0 }) ?? true { try show(at: next) }
  }

  private mutating func show(at time: Duration) throws {
    guard var scene = try replica?.scene(at: time) else { return }
    // A recording has neither the name of the session nor its viewers, nor how navd is run.
    (scene.session, scene.viewers, scene.isUnsaved, scene.isInsecure) = ("", 0, false, false)
    if frames.last?.time == time { frames.removeLast() }
    if frames.last?.scene.digest != scene.digest { frames.append((time, scene)) }
  }
}
