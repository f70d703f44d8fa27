import NavBase
import NavTestKit
import NavViewer
import Testing

@Suite struct InputParserPropertyTests {
  /// Pieces with which random streams reach every branch.
  private static let pieces: [[UInt8]] =
    [
      "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}]", "\u{1B}P", "\u{1B}\\", "\u{7}", "[", "<", "?", ";",
      ":", "1", "5",
      "27", "200~", "\u{1B}[200~", "\u{1B}[201~", "~", "M", "m", "u", "A", "R", "Z", "I", "\u{3}",
      "\r", "é", "漢",
      "😀", "\u{85}", "x", "\u{1B}[<0;5;5M", "\u{1B}[1;5C", "\u{1B}[97;1:3u", "\u{18}", "\u{7F}",
      "$",
    ].map { Array($0.utf8) } + [[0xC3], [0xE6], [0xF0, 0x9F], [0xFF], [0x80], [0x9B]]

  @Test func eventsDoNotDependOnTheCuts() throws {
    try forSeeds(0..<300) { random in
      var bytes: [UInt8] = []
      for _ in 0..<random.int(in: 1...60) { bytes += random.pick(Self.pieces) }
      var whole = InputParser()
      let expected = whole.receive(bytes)
      for cut in 0...bytes.count {
        var parser = InputParser()
        let events = parser.receive(bytes[..<cut]) + parser.receive(bytes[cut...])
        try demand(events == expected, "cut at \(cut): \(bytes)")
        try demand(parser.isWaiting == whole.isWaiting, "cut at \(cut): \(bytes)")
      }
    }
  }

  /// After any noise, ending open sequences brings the parser back to plain typing.
  @Test func randomBytesAreParsed() throws {
    try forSeeds(0..<200) { random in
      var parser = InputParser()
      for _ in 0..<20 {
        let noise = random.bytes(200).map { byte in
          random.oneIn(2) ? byte : UInt8(random.int(in: 0x1B...0x5F))
        }
        _ = parser.receive(noise)
        if random.oneIn(2) { _ = parser.flush() }
      }
      _ = parser.receive("\u{1B}[201~\u{18}\u{18}\u{18}\u{18}".utf8)
      try demand(parser.receive("j".utf8) == [.key(Key(.character("j")))])
    }
  }

  /// Longer than a paste may be: only a little of it is kept.
  ///
  /// The kinds are those with a buffer: parameters, strings, pastes, incomplete characters.
  @Test(arguments: ["\u{1B}[0;1;2:3", "\u{1B}]11;rgb:", "\u{1B}P1$r", "\u{1B}O5", "\u{1B}[200~x"])
  func anEndlessSequenceKeepsLittle(_ beginning: String) {
    var parser = InputParser()
    var events = 0
    events += parser.receive(beginning.utf8).count
    let noise = [UInt8](repeating: 0x30, count: 1 << 16)
    var kept = 0
    for _ in 0..<18 {
      events += parser.receive(noise).count
      kept = max(kept, parser.keptBytes)
    }
    let limit = beginning.hasSuffix("x") ? InputParser.pasteLimit + 3 : 300
    #expect(kept <= limit, "\(beginning.debugDescription) keeps \(kept) bytes")
    // A string without an end is abandoned, and the rest is typed text.
    #expect(events <= 18 << 16)
  }

  @Test func tenMegabytesOfNoiseAreOver() throws {
    try forSeeds(0..<1) { random in
      let noise = random.bytes(1 << 16)
      var parser = InputParser()
      var kept = 0
      for _ in 0..<160 {
        _ = parser.receive(noise)
        kept = max(kept, parser.keptBytes)
      }
      try demand(kept <= InputParser.pasteLimit + 300, "\(kept) bytes are kept")
      _ = parser.receive("\u{1B}[201~\u{18}\u{18}\u{18}\u{18}".utf8)
      try demand(parser.receive("j".utf8) == [.key(Key(.character("j")))])
    }
  }
}
