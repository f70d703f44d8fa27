import Foundation
import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavWire

@Suite("Recordings as files")
struct RecordingTests {
  private static let hash = ContentHash(Array(repeating: 7, count: ContentHash.byteCount))

  private static func recording() throws -> Recording {
    let hash = try #require(hash)
    let file = BundleFile(path: "a.md", size: 5, hash: hash)
    let bundle = try BundleContent(id: hash, .deck(path: "a.md"))
    func input(_ command: SessionCommand) -> JournalEntry.Event {
      .step(.input(RecordedInput(.command(command), in: .standardTerminal)))
    }
    let events: [(Int, JournalEntry.Event)] = [
      (0, .content(JournalContent(.deck(path: "a.md"), number: 1))),
      (0, .content(JournalContent(.bundle(bundle), files: [file], number: 1))),
      (0, .file(Request.Bundle.Piece(of: hash, offset: 0, bytes: [1, 2, 3]))),
      (0, .file(Request.Bundle.Piece(of: hash, offset: 3, bytes: [4, 5]))),
      (0, .step(.state(RecordedState(NavigationState(search: "x"))))),
      (900, input(.forward)), (1_500, .mark("demo")), (2_000, input(.back)),
      (9_000, .content(JournalContent(.tour(command: ""), number: 2))),
      (9_000, .step(.state(RecordedState(NavigationState(), ids: RecordedIDs(next: 20))))),
      (9_500, input(.goTo(3))),
    ]
    return Recording(
      RecordingHeader(release: "0.1.0", widthTables: "15", startedAt: 1_700_000_000_000),
      events.map { JournalEntry($0.1, at: .milliseconds($0.0)) }
    )
  }

  @Test("what is written is read again")
  func thereAndBack() throws {
    let recording = try Self.recording()
    let read = try Recording(recording.bytes)
    #expect(read == recording)
    #expect(read.duration == .milliseconds(9_500))
    #expect(read.marks.map(\.name) == ["demo"])
    #expect(read.contents[1]?.files.map(\.path) == ["a.md"])
    #expect(read.contents[2]?.spec == .tour(command: ""))
    #expect(read.files.values.map(\.self) == [[1, 2, 3, 4, 5]])
  }

  @Test(
    "a place is reached from the state before it",
    arguments: [
      (0, 1, 1), (950, 1, 2), (1_999, 1, 2), (2_000, 1, 3), (9_200, 2, 1), (99_999, 2, 2),
    ]
  )
  func places(milliseconds: Int, content: UInt64, steps: Int) throws {
    let recording = try Self.recording()
    let found = recording.steps(to: recording.index(after: .milliseconds(milliseconds)))
    #expect(found.content == content)
    #expect(found.steps.count == steps)
    #expect(found.steps.first.map { if case .state = $0 { true } else { false } } == true)
  }

  @Test("a file that was cut off anywhere is read up to its last whole frame")
  func cut() throws {
    let recording = try Self.recording()
    let bytes = recording.bytes
    var counts: Set<Int> = []
    for length in 0..<bytes.count {
      do throws(RecordingError) {
        let read = try Recording(Array(bytes[..<length]))
        #expect(!read.isWhole && recording.entries.starts(with: read.entries))
        counts.insert(read.entries.count)
      } catch {
        // There is no state yet.
        #expect(error == .nothingWhole, "\(length) bytes")
      }
    }
    #expect(counts == Set(5...11))
  }

  @Test("any byte that is wrong is noticed, and says what to do")
  func damage() throws {
    let recording = try Self.recording()
    for index in recording.bytes.indices {
      var bytes = recording.bytes
      bytes[index] ^= 0x10
      do throws(RecordingError) {
        let read = try Recording(bytes)
        // A length that points beyond the end looks like a file that was cut off.
        #expect(!read.isWhole && recording.entries.starts(with: read.entries), "byte \(index)")
      } catch {
        #expect(error.description.contains(": "), "byte \(index)")
      }
    }
  }

  @Test("nonsense, other versions and hostile lengths have errors of their own")
  func nonsense() throws {
    var random = SplitMix64(seed: 1)
    let start = RecordingFrame.start
    let header = RecordingFrame.header(.blank).bytes
    let cases: [([UInt8], RecordingError)] = [
      (random.bytes(10 << 20), .noRecording), ([], .nothingWhole),
      (Array("NAV".utf8), .nothingWhole),
      (Array("NAVREX\u{1}\u{0}".utf8), .noRecording),
      (RecordingFrame.magic + [9, 1], .otherVersion(265)), (start, .nothingWhole),
      (start + header, .nothingWhole),
      (start + header + [255, 255, 255, 255, 5, 0], .damaged(byte: 8 + header.count, at: .zero)),
      (start + header + header, .damaged(byte: 8 + header.count, at: .zero)),
      (start + RecordingFrame.end.bytes, .nothingWhole),
    ]
    for (bytes, error) in cases {
      #expect(throws: error) { try Recording(bytes) }
    }
    // Random frames with right checksums.
    for _ in 0..<500 {
      var frame = RecordingFrame.entry(JournalEntry(.mark("x"), at: .zero)).bytes
      let payload = random.bytes(random.int(in: 0...60))
      frame = [UInt8(payload.count), 0, 0, 0, UInt8(random.int(in: 0...9)), 0] + payload
      let sum = CRC32C.checksum(of: frame[...])
      for shift in [UInt32(0), 8, 16, 24] { frame.append(UInt8(truncatingIfNeeded: sum >> shift)) }
      #expect(throws: RecordingError.self) { try Recording(start + header + frame) }
    }
    // That of RFC 3720.
    #expect(CRC32C.checksum(of: Array("123456789".utf8)[...]) == 0xE306_9283)
  }

  /// Its bytes were made by `protoc` and a CRC of its own.
  @Test("a recording of version 1 has these bytes for ever")
  func golden() throws {
    let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .appendingPathComponent("../Golden/recording-1.txt").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let digits = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined()
    let bytes = try stride(from: 0, to: digits.utf8.count, by: 2).map { index in
      try #require(UInt8(digits.dropFirst(index).prefix(2), radix: 16))
    }
    let recording = try Self.recording()
    #expect(recording.bytes == bytes)
    #expect(try Recording(bytes) == recording)
  }
}

/// Playing and writing recordings.
extension RecordingTests {
  @Test("a recording is played in its times, from any of them, at any speed")
  func playing() throws {
    let recording = try Self.recording()
    let clock = Duration.seconds(1_000)
    var (player, first) = RecordingPlayer.begin(recording, from: .zero, speed: 2, at: clock)
    #expect(first.first == .show(content: 1))
    #expect(player.nextWake == clock + .milliseconds(450))
    #expect(player.advance(to: clock + .milliseconds(449)) == [])
    #expect(player.advance(to: clock + .milliseconds(750)).count == 2)
    let rest = player.advance(to: clock + .seconds(10))
    #expect(rest.contains(.show(content: 2)))
    #expect(player.nextWake == nil)
    // The same from the middle, in one operation.
    let (_, later) = RecordingPlayer.begin(
      recording,
      from: .milliseconds(9_600),
      speed: 1,
      at: clock
    )
    guard case .replay(let steps)? = later.last else { return #expect(Bool(false), "\(later)") }
    #expect(steps.count == 2 && later.first == .show(content: 2))
  }

  /// Times of a clock in milliseconds, keys, what the session is asked for until then, and the time line.
  @Test("keys pause it, and lead to any place: forward, and back into the content before")
  func keys() throws {
    let rows: [(at: Int, keys: String, actions: [String], line: String)] = [
      (1_000, "Space", ["replay 1"], "00:01 / 00:09  1x  paused"),
      (5_000, ".", ["mark demo", "replay 1"], "00:02 / 00:09  1x  paused"),
      (5_000, ",", ["show 1", "replay 2"], "00:01 / 00:09  1x  paused"),
      (5_000, ">", [], "00:01 / 00:09  1x  paused"),
      (5_000, "9 G", ["replay 1", "show 2", "replay 1"], "00:09 / 00:09  1x  paused"),
      (5_000, "<", ["show 1", "replay 2"], "00:01 / 00:09  1x  paused"),
      (5_000, "+", [], "00:01 / 00:09  2x  paused"),
      (5_000, "Space", [], "00:01 / 00:09  2x"),
      (5_249, "", [], "00:01 / 00:09  2x"),
      (5_250, "", ["replay 1"], "00:02 / 00:09  2x"),
      (6_000, "3 Enter", ["replay 1"], "00:03 / 00:09  2x  paused"),
      // The page has led away from the recording, so the place is reached from its state.
      (7_000, "Space", ["show 1", "replay 3"], "00:03 / 00:09  2x"),
      (20_000, "", ["show 2", "replay 2"], "00:09 / 00:09  2x"),
      (20_000, "Space", ["show 1", "replay 1"], "00:00 / 00:09  2x"),
      (20_000, "- - -", [], "00:00 / 00:09  0.5x"),
      (
        20_000, "9 9 9 G", ["replay 1", "mark demo", "replay 1", "show 2", "replay 2"],
        "00:09 / 00:09  0.5x"
      ),
      (20_000, "<", ["show 1", "replay 2"], "00:01 / 00:09  0.5x"),
      (20_000, "<", ["show 1", "replay 1"], "00:00 / 00:09  0.5x"),
    ]
    var (player, _) = RecordingPlayer.begin(try Self.recording(), from: .zero, speed: 1, at: .zero)
    for row in rows {
      let now = Duration.milliseconds(row.at)
      var actions = player.advance(to: now)
      var number: Int?
      for name in row.keys.split(separator: " ") {
        if let digit = Int(name) {
          number = (number ?? 0) * 10 + digit
          continue
        }
        let key = try #require(Key(name: String(name)))
        let request = try #require(RecordingPlayer.Request(key, after: number), "\(row)")
        actions += player.receive(request, at: now)
        number = nil
      }
      let words = actions.map { action in
        switch action {
        case .show(let content): "show \(content)"
        case .replay(let steps): "replay \(steps.count)"
        case .mark(let name): "mark \(name)"
        }
      }
      #expect(words == row.actions, "\(row)")
      #expect(player.timeLine(at: now).text(columns: 28) == row.line, "\(row)")
    }
    #expect(RecordingPlayer.Request("G", after: nil) == nil)
    #expect(RecordingPlayer.Request("G", after: 312) == .time(.seconds(192)))
  }

  @Test("any place of a long recording is a state and at most 500 steps away")
  func seeking() throws {
    let entries = (0..<20 * 501).map { number in
      let step: RecordedStep =
        number % 501 == 0
        ? .state(RecordedState(NavigationState()))
        : .input(RecordedInput(.command(.forward), in: .standardTerminal))
      return JournalEntry(.step(step), at: .milliseconds(10 * number))
    }
    var (player, _) = RecordingPlayer.begin(
      Recording(.blank, entries),
      from: .zero,
      speed: 1,
      at: .zero
    )
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let time = Duration.milliseconds(random.int(in: 0...101_000))
      for case .replay(let steps) in player.receive(.time(time), at: .zero) {
        #expect(steps.count <= 501)
      }
    }
  }

  @Test(
    "a time line fills its columns, and leaves out what has no room",
    arguments: [
      (45, "|---o-----v--|  03:12 / 10:45  1x  mark: demo"),
      (40, "|-----o--------v----|  03:12 / 10:45  1x"), (20, "03:12 / 10:45  1x"),
      (14, "03:12 / 10:45"), (5, "03:12"),
    ]
  )
  func timeLine(columns: Int, text: String) {
    let line = TimeLine(
      position: .seconds(192),
      duration: .seconds(645),
      marks: [.seconds(484)],
      mark: "demo"
    )
    #expect(line.text(columns: columns) == text)
    let times = (0..<columns).map { line.time(atColumn: $0, of: text) }
    let bar = Array(text.prefix(columns)).prefix { $0 != " " }.dropFirst().dropLast()
    let isBar = text.hasPrefix("|")
    for (column, time) in times.enumerated() {
      #expect((time != nil) == (isBar && bar.indices.contains(column)), "\(column)")
    }
    guard isBar else { return }
    #expect(times[1] == .zero && times[bar.endIndex - 1] == .seconds(645))
    #expect(bar.firstIndex(of: "v").flatMap { times[$0] } == .seconds(484))
  }

  @Test(
    "parts of journals become one file: times go on over a restart, contents are numbered through"
  )
  func writing() throws {
    let entries = try Self.recording().entries
    func part(_ journal: UInt64, _ entries: [JournalEntry], isContinued: Bool) -> Reply.JournalPart
    {
      Reply.JournalPart(
        entries.map { JournalEntry($0.event, at: $0.time + .seconds(journal)) },
        next: Request.Journal.Position(journal, entry: 1),
        isContinued: isContinued
      )
    }
    var writer = RecordingWriter()
    var bytes = writer.start(.blank)
    bytes += writer.bytes(of: part(50, Array(entries[..<6]), isContinued: false), at: .zero)
    bytes += writer.bytes(of: part(50, Array(entries[6...]), isContinued: true), at: .seconds(9))
    #expect(try Recording(bytes + writer.end).entries == entries)
    bytes += writer.bytes(of: part(3, entries, isContinued: false), at: .seconds(20))
    let both = try Recording(bytes + writer.end)
    // The file is there already.
    #expect(both.entries.count == 2 * entries.count - 2)
    // The last entry of a part has just happened.
    #expect(both.duration == .seconds(20))
    #expect(both.contents.keys.sorted() == [1, 2, 3, 4])
    #expect(both.files.values.map(\.self) == [[1, 2, 3, 4, 5]])
  }
}
