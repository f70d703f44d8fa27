import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavWire

@Suite("Editing recordings")
struct RecordingEditingTests {
  /// A hash that is good enough for a few files.
  private static func hash(_ bytes: [UInt8]) -> ContentHash {
    let sum = CRC32C.checksum(of: bytes[...])
    let part = [UInt32(0), 8, 16, 24].map { UInt8(truncatingIfNeeded: sum >> $0) }
    guard let hash = ContentHash((0..<8).flatMap { _ in part }) else {
      preconditionFailure("no hash")
    }
    return hash
  }

  private static func content(
    _ files: [(path: String, text: String)],
    number: UInt64
  ) throws -> [JournalEntry.Event] {
    let listed = files.map { file in
      let bytes = Array(file.text.utf8)
      return BundleFile(path: file.path, size: bytes.count, hash: hash(bytes))
    }
    let manifest = try BundleManifest(listed)
    let bundle = try BundleContent(id: hash(manifest.canonicalBytes), .tree(path: "dir"))
    return [.content(JournalContent(.bundle(bundle), files: manifest.files, number: number))]
      + files.map { file in
        let bytes = Array(file.text.utf8)
        return .file(Request.Bundle.Piece(of: hash(bytes), offset: 0, bytes: bytes))
      }
  }

  /// Three contents one after the other, with steps, states and marks at random times, some of them together.
  private static func random(_ seed: UInt64) throws -> Recording {
    var random = SplitMix64(seed: seed)
    var (time, events): (Duration, [JournalEntry]) = (.zero, [])
    for number in 1...UInt64(3) {
      var part = try content([("dir/\(number).txt", "words\(number)")], number: number)
      part.append(.step(.state(RecordedState(NavigationState(search: "begin\(number)")))))
      events += part.map { JournalEntry($0, at: time) }
      for count in 0..<random.int(in: 1...30) {
        if !random.oneIn(4) { time += .milliseconds(random.int(in: 0...9_000)) }
        let event: JournalEntry.Event =
          random.oneIn(8) ? .mark("mark\(count)") : .step(random.recordedStep())
        events.append(JournalEntry(event, at: time))
      }
    }
    return Recording(.blank, events)
  }

  /// What leads to what is shown at a time.
  private static func shown(_ recording: Recording, at time: Duration) -> [RecordedStep] {
    recording.steps(to: recording.index(after: time)).steps
  }

  private static func content(_ recording: Recording, at time: Duration) -> ContentSpec? {
    recording.contents[recording.steps(to: recording.index(after: time)).content]?.spec
  }

  @Test("beside what is left out, everything is shown as it was", arguments: wanted(0..<100))
  func cutting(_ seed: UInt64) throws {
    let recording = try Self.random(seed)
    var random = SplitMix64(seed: seed + 1_000)
    let end = Int(recording.duration.milliseconds)
    try #require(end > 2)
    let places = (0..<4).map { _ in Duration.milliseconds(random.int(in: 0...end)) }.sorted()
    guard places[0] < places[1], places[1] < places[2], places[2] < places[3] else { return }
    var edit = RecordingEdit()
    (edit.from, edit.cuts, edit.to) = (places[0], [(places[1], places[2])], places[3])
    let edited = try Recording(try recording.edited(by: edit).bytes)
    for _ in 0..<50 {
      let time = Duration.milliseconds(random.int(in: 0...end))
      guard places[0]...places[3] ~= time, !(places[1]..<places[2] ~= time) else { continue }
      let removed = time < places[1] ? places[0] : places[0] + places[2] - places[1]
      try demand(Self.shown(edited, at: time - removed) == Self.shown(recording, at: time))
      try demand(Self.content(edited, at: time - removed) == Self.content(recording, at: time))
    }
    let kept = recording.marks.filter {
      places[0]...places[3] ~= $0.time && !(places[1]..<places[2] ~= $0.time)
    }
    #expect(edited.marks.map(\.name) == kept.map(\.name))
    // Without the contents that are not shown any more.
    for number in 1...3 {
      let isThere = edited.files.values.contains(Array("words\(number)".utf8))
      #expect(isThere == (edited.contents[UInt64(number)] != nil))
    }
    #expect(edited.moments.first?.entry.isState == true || !edited.marks.isEmpty)
  }

  @Test("no idle time is longer than wanted, and nothing else changes", arguments: wanted(0..<30))
  func idle(_ seed: UInt64) throws {
    let recording = try Self.random(seed)
    var edit = RecordingEdit()
    edit.idle = .seconds(2)
    let times = try Recording(recording.edited(by: edit).bytes).moments.map(\.entry)
    #expect(times.map(\.event) == recording.moments.map(\.entry.event))
    for (number, (one, next)) in zip(times, times.dropFirst()).enumerated() {
      let before = recording.moments[number + 1].entry.time - recording.moments[number].entry.time
      #expect(next.time - one.time == min(before, .seconds(2)))
    }
  }

  @Test("spans that are not there have errors that say what to do")
  func spans() throws {
    let recording = Recording(
      .blank,
      [(5, RecordedStep.state(RecordedState.blank)), (60, .previewed)].map {
        JournalEntry(.step($0.1), at: .seconds($0.0))
      }
    )
    let cases: [(from: Int, to: Int?, cut: (Int, Int)?, RecordingEditError)] = [
      (20, 10, nil, .emptySpan(.seconds(20), .seconds(10))),
      (0, nil, (30, 30), .emptySpan(.seconds(30), .seconds(30))),
      (70, nil, nil, .behindEnd(.seconds(70), .seconds(60))),
      (0, nil, (30, 62), .behindEnd(.seconds(62), .seconds(60))), (0, 3, nil, .nothingLeft),
    ]
    for (from, to, cut, error) in cases {
      var edit = RecordingEdit()
      (edit.from, edit.to) = (.seconds(from), to.map { .seconds($0) })
      if let cut { edit.cuts = [(.seconds(cut.0), .seconds(cut.1))] }
      #expect(throws: error) { try recording.edited(by: edit) }
      #expect(error.description.contains("give "))
    }
  }

  /// A session in a directory with a page of its own words, and one entry more.
  private static func talk(_ event: JournalEntry.Event) throws -> Recording {
    let files = [("dir/a.txt", "common Secret\nwörter"), ("dir/b.txt", "common ground")]
    var place = NavigationState()
    let row = NavigationState.Rows(selection: nil, anchor: .top, anchorKey: Array("a secret".utf8))
    place.nodes[[1]] = .rows(row)
    let events: [JournalEntry.Event] =
      try content(files, number: 1) + [.step(.state(RecordedState(place))), event]
    // The name has a word of the page, too.
    let name = ViewerName("secretary")
    return Recording(
      .blank,
      events.enumerated().map { JournalEntry($1, at: .seconds($0), by: name) }
    )
  }

  @Test(
    "a page that is taken out is in no byte, or the error names the entry that has a word of it",
    arguments: [
      (SessionCommand.search("common"), nil), (.search("grou"), nil), (.timeMark("b.txt"), nil),
      (.search("secr"), "secr"), (.filter("WÖRTER"), "wörter"),
      (.search("x mysecrets"), "mysecrets"),
    ] as [(SessionCommand, String?)]
  )
  func redacting(command: SessionCommand, word: String?) throws {
    let recording = try Self.talk(
      .step(.input(RecordedInput(.command(command), in: .standardTerminal)))
    )
    let page = try #require(recording.sources.first { $0.path == "dir/a.txt" })
    let taken: ([ContentHash: [UInt8]], String) = (
      [Self.hash(page.bytes): []], DecodedText.text(of: page.bytes)
    )
    guard let word else {
      let bytes = try recording.replacing(taken.0, taking: taken.1, Self.hash).bytes
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      #expect(text.contains("common ground") && text.contains("dir/a.txt"))
      #expect(!text.contains("secret") && !text.contains("wörter"))
      let content = try #require(try Recording(bytes).contents[1])
      #expect(content.files.map(\.size) == [0, 13])
      let id = Self.hash(try BundleManifest(content.files).canonicalBytes)
      return #expect(content.spec.bundle == id)
    }
    #expect(throws: RecordingEditError.named(word, at: .seconds(4), nextState: nil)) {
      try recording.replacing(taken.0, taking: taken.1, Self.hash)
    }
  }
}
