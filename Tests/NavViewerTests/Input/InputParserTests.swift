import NavBase
import NavTestKit
import Testing

@testable import NavViewer

/// A terminal's input, and the resulting events.
@Suite struct InputParserTests {
  @Test(
    arguments: [
      ("a", [.key(Key(.character("a")))]),
      ("G ", [.key(Key(.character("G"))), .key(Key(.character(" ")))]),
      (
        "\r\t\u{7F}\u{8}",
        [.key(Key(.enter)), .key(Key(.tab)), .key(Key(.backspace)), .key(Key(.backspace))]
      ),
      ("\u{3}\u{12}\n", [control("c"), control("r"), control("j")]),
      ("\u{0}\u{1C}\u{1F}", [control(" "), control("\\"), control("_")]),
      ("é漢😀", ["é", "漢", "😀"].map { .key(Key(.character($0))) }),
      ("e\u{301}", [.key(Key(.character("e"))), .key(Key(.character("\u{301}")))]),
      ("\u{85}x", [.unknown, .key(Key(.character("x")))]),
    ] as [(String, [InputEvent])]
  )
  func typedText(_ bytes: String, events: [InputEvent]) {
    checkEvents(Array(bytes.utf8), events)
  }

  @Test(
    arguments: [
      ("\u{1B}[A", Key(.up)), ("\u{1B}OA", Key(.up)), ("\u{1B}[B", Key(.down)),
      ("\u{1B}OC", Key(.right)),
      ("\u{1B}[D", Key(.left)), ("\u{1B}[H", Key(.home)), ("\u{1B}OF", Key(.end)),
      ("\u{1B}[1~", Key(.home)), ("\u{1B}[7~", Key(.home)), ("\u{1B}[2~", Key(.insert)),
      ("\u{1B}[3~", Key(.delete)), ("\u{1B}[4~", Key(.end)), ("\u{1B}[8~", Key(.end)),
      ("\u{1B}[5~", Key(.pageUp)), ("\u{1B}[6~", Key(.pageDown)),
      ("\u{1B}[1;5C", Key(.right, .control)), ("\u{1B}[1;4A", Key(.up, [.shift, .alt])),
      ("\u{1B}[6;2~", Key(.pageDown, .shift)), ("\u{1B}[5;3~", Key(.pageUp, .alt)),
      ("\u{1B}[Z", Key(.tab, .shift)),
      ("\u{1B}OP", Key(.function(1))), ("\u{1B}[P", Key(.function(1))),
      ("\u{1B}[1;2S", Key(.function(4), .shift)),
      ("\u{1B}[1;2R", Key(.function(3), .shift)), ("\u{1B}[13~", Key(.function(3))),
      ("\u{1B}[11~", Key(.function(1))), ("\u{1B}[15~", Key(.function(5))),
      ("\u{1B}[17~", Key(.function(6))),
      ("\u{1B}[21~", Key(.function(10))), ("\u{1B}[23~", Key(.function(11))),
      ("\u{1B}[24;5~", Key(.function(12), .control)),
      ("\u{1B}[[A", Key(.function(1))), ("\u{1B}[[E", Key(.function(5))),
      ("\u{1B}O5P", Key(.function(1), .control)), ("\u{1B}O1;2Q", Key(.function(2), .shift)),
      ("\u{1B}O3A", Key(.up, .alt)), ("\u{1B}O6D", Key(.left, [.control, .shift])),
      ("\u{1B}[1;8F", Key(.end, [.shift, .alt, .control])), ("\u{1B}[3;5~", Key(.delete, .control)),
      ("\u{1B}[27;5;13~", Key(.enter, .control)), ("\u{1B}[27;2;9~", Key(.tab, .shift)),
      ("\u{1B}[27;6;103~", Key(.character("G"), .control)),
      ("\u{1B}[14~", Key(.function(4))), ("\u{1B}[1;5P", Key(.function(1), .control)),
      // rxvt: Shift, Control and both in the last byte.
      ("\u{1B}[5$", Key(.pageUp, .shift)), ("\u{1B}[6^", Key(.pageDown, .control)),
      ("\u{1B}[7@", Key(.home, [.control, .shift])), ("\u{1B}[11^", Key(.function(1), .control)),
      ("\u{1B}[a", Key(.up, .shift)), ("\u{1B}[d", Key(.left, .shift)),
      ("\u{1B}Oa", Key(.up, .control)), ("\u{1B}Od", Key(.left, .control)),
      ("\u{1B}OX", Key(.character("="))), ("\u{1B}OI", Key(.tab)),
      ("\u{1B}O ", Key(.character(" "))),
      ("\u{1B}OM", Key(.enter)), ("\u{1B}Oj", Key(.character("*"))),
      ("\u{1B}Oy", Key(.character("9"))),
      ("\u{1B}x", Key(.character("x"), .alt)), ("\u{1B}é", Key(.character("é"), .alt)),
      ("\u{1B}\r", Key(.enter, .alt)), ("\u{1B}\u{7F}", Key(.backspace, .alt)),
      ("\u{1B}\u{3}", Key(.character("c"), [.alt, .control])),
    ]
  )
  func key(_ bytes: String, key: Key) {
    checkEvents(Array(bytes.utf8), [.key(key)])
  }

  @Test(
    arguments: [
      ("\u{1B}[97u", Key(.character("a"))), ("\u{1B}[99;5u", Key(.character("c"), .control)),
      ("\u{1B}[103:71;2u", Key(.character("G"))), ("\u{1B}[103;2u", Key(.character("G"))),
      ("\u{1B}[49;2u", Key(.character("1"))), ("\u{1B}[99;6:1u", Key(.character("C"), .control)),
      ("\u{1B}[27u", Key(.escape)), ("\u{1B}[9;2u", Key(.tab, .shift)), ("\u{1B}[13u", Key(.enter)),
      ("\u{1B}[127;3u", Key(.backspace, .alt)), ("\u{1B}[57414u", Key(.enter)),
      ("\u{1B}[57417u", Key(.left)),
      ("\u{1B}[57426u", Key(.delete)), ("\u{1B}[57399u", Key(.character("0"))),
      ("\u{1B}[57413u", Key(.character("+"))),
      ("\u{1B}[97;65u", Key(.character("a"))), ("\u{1B}[97;1:2u", Key(.character("a"))),
      ("\u{1B}[1;1:2A", Key(.up)), ("\u{1B}[27;5;99~", Key(.character("c"), .control)),
      ("\u{1B}[128512u", Key(.character("😀"))),
      ("\u{1B}[103::103u", Key(.character("g"))), ("\u{1B}[97;;97u", Key(.character("a"))),
      ("\u{1B}[122;5u", Key(.character("z"), .control)), ("\u{1B}[27;3u", Key(.escape, .alt)),
      ("\u{1B}[57417;5u", Key(.left, .control)),
    ]
  )
  func kittyKey(_ bytes: String, key: Key) {
    checkEvents(Array(bytes.utf8), [.key(key)])
  }

  @Test(arguments: ["\u{1B}[97;1:3u", "\u{1B}[1;1:3A", "\u{1B}[6;1:3~"])
  func aReleasedKeyIsNoEvent(_ bytes: String) {
    checkEvents(Array(bytes.utf8), [])
  }

  @Test(
    arguments: [
      // Other keys, other modifiers.
      "\u{1B}[E", "\u{1B}[99~", "\u{1B}[16~", "\u{1B}[25~", "\u{1B}[97;9u", "\u{1B}[57358u",
      "\u{1B}[57427u",
      "\u{1B}[55296u", "\u{1B}[1114112u", "\u{1B}[99999999999999999999u", "\u{1B}[u", "\u{1B}[31u",
      "\u{1B}[159u",
      "\u{1B}[1;300A", "\u{1B}[97;1:4u", "\u{1B}[97;257u", "\u{1B}OE", "\u{1B}O9P", "\u{1B}O1;2;3P",
      "\u{1B}O:P", "\u{1B}[[F", "\u{1B}[1a", "\u{1B}[e", "\u{1B}[99$", "\u{1B}[^", "\u{1B}[99^",
      "\u{1B}[27;5;13;1~", "\u{1B}[1;5 C",
      "\u{1B}[201~", "\u{1B}[1I", "\u{1B}[1Z", "\u{1B}[M !!",
    ]
  )
  func anUnknownSequenceIsSwallowed(_ bytes: String) {
    checkEvents(Array(bytes.utf8), [.unknown])
    checkEvents(Array(bytes.utf8) + [0x6A], [.unknown, .key(Key(.character("j")))])
  }

  @Test(
    arguments: [
      ("\u{1B}[<0;1;1M", MouseEvent(.press, button: .left, column: 0, row: 0)),
      ("\u{1B}[<0;80;24m", MouseEvent(.release, button: .left, column: 79, row: 23)),
      ("\u{1B}[<1;2;3M", MouseEvent(.press, button: .middle, column: 1, row: 2)),
      ("\u{1B}[<2;2;3m", MouseEvent(.release, button: .right, column: 1, row: 2)),
      ("\u{1B}[<32;300;5M", MouseEvent(.drag, button: .left, column: 299, row: 4)),
      ("\u{1B}[<35;3;5M", MouseEvent(.move, column: 2, row: 4)),
      ("\u{1B}[<64;1;1M", MouseEvent(.wheelUp, column: 0, row: 0)),
      ("\u{1B}[<65;1;1M", MouseEvent(.wheelDown, column: 0, row: 0)),
      ("\u{1B}[<66;1;1M", MouseEvent(.wheelLeft, column: 0, row: 0)),
      ("\u{1B}[<67;1;1M", MouseEvent(.wheelRight, column: 0, row: 0)),
      (
        "\u{1B}[<28;1;1M",
        MouseEvent(.press, button: .left, column: 0, row: 0, modifiers: [.shift, .alt, .control])
      ),
      ("\u{1B}[<80;1;1M", MouseEvent(.wheelUp, column: 0, row: 0, modifiers: .control)),
      ("\u{1B}[<40;9;9M", MouseEvent(.drag, button: .left, column: 8, row: 8, modifiers: .alt)),
      // Outside of the window, where a drag may end.
      ("\u{1B}[<0;0;1m", MouseEvent(.release, button: .left, column: 0, row: 0)),
      ("\u{1B}[<0;-5;-12m", MouseEvent(.release, button: .left, column: 0, row: 0)),
      ("\u{1B}[<32;-1;7M", MouseEvent(.drag, button: .left, column: 0, row: 6)),
      ("\u{1B}[<0;5000;900m", MouseEvent(.release, button: .left, column: 4999, row: 899)),
      ("\u{1B}[<69;7;8M", MouseEvent(.wheelDown, column: 6, row: 7, modifiers: .shift)),
    ]
  )
  func mouse(_ bytes: String, event: MouseEvent) {
    checkEvents(Array(bytes.utf8), [.mouse(event)])
  }

  @Test(
    arguments: [
      "\u{1B}[<0;--1;1M", "\u{1B}[<0;1-;1M", "\u{1B}[<-1;1;1M", "\u{1B}[<0;1M", "\u{1B}[<0;1;1;1M",
      "\u{1B}[<3;1;1M",
      "\u{1B}[<128;1;1M",
      "\u{1B}[<64;1;1m", "\u{1B}[<0:1;1;1M", "\u{1B}[<M", "\u{1B}[<0;1;1A",
    ]
  )
  func aMalformedMouseReportIsUnknown(_ bytes: String) {
    checkEvents(Array(bytes.utf8), [.unknown])
  }

  @Test(
    arguments: [
      ("\u{1B}[200~\u{1B}[201~", ""),
      ("\u{1B}[200~two\r\nlines\u{1B}[201~", "two\r\nlines"),
      (
        "\u{1B}[200~\u{1B}[A\u{1B}\u{1B}[20漢\u{1B}[201\u{1B}[201~",
        "\u{1B}[A\u{1B}\u{1B}[20漢\u{1B}[201"
      ),
    ]
  )
  func paste(_ bytes: String, text: String) {
    checkEvents(Array(bytes.utf8), [.paste(text)])
  }

  @Test func aPasteIsLimited() {
    let end = Array("\u{1B}[201~".utf8)
    for (length, kept) in [
      (InputParser.pasteLimit, InputParser.pasteLimit),
      (InputParser.pasteLimit + 1, InputParser.pasteLimit),
    ] {
      var parser = InputParser()
      let bytes = Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x78, count: length) + end + [0x6A]
      let events = parser.receive(bytes)
      #expect(events.count == 2)
      guard case .paste(let text)? = events.first else {
        Issue.record("no paste but \(events.count) events")
        return
      }
      #expect(text.utf8.count == kept)
      #expect(events.last == .key(Key(.character("j"))))
    }
  }

  @Test func aPasteWithoutEndCanBeEnded() {
    for (bytes, text) in [
      ("", ""), ("q l", "q l"), ("a\u{1B}", "a"), ("a\u{1B}[20", "a"), ("a\u{1B}[1~", "a\u{1B}[1~"),
    ] {
      var parser = InputParser()
      #expect(parser.endPaste().isEmpty && !parser.isPasting)
      #expect(parser.receive("\u{1B}[200~\(bytes)".utf8).isEmpty)
      #expect(parser.isPasting && !parser.isWaiting)
      #expect(parser.endPaste() == [.paste(text)])
      // Later input is keys again, and a late end has no effect.
      #expect(!parser.isPasting && parser.endPaste().isEmpty)
      #expect(parser.receive("q\u{1B}[201~l".utf8) == [key("q"), .unknown, key("l")])
    }
  }

  private func key(_ character: Character) -> InputEvent { .key(Key(.character(character))) }

  @Test func aPasteCutWithinACharacterLosesThatCharacter() {
    let text = String(repeating: "x", count: InputParser.pasteLimit - 1)
    var parser = InputParser()
    #expect(parser.receive("\u{1B}[200~\(text)é\u{1B}[201~".utf8) == [.paste(text)])
  }

  @Test func focus() {
    checkEvents(Array("\u{1B}[I\u{1B}[O".utf8), [.focus(true), .focus(false)])
  }

  @Test(
    arguments: [
      ([0xFF], []), ([0x80, 0x61], ["a"]), ([0xC3], []), ([0xC3, 0x61], ["a"]), ([0xC0, 0xAF], []),
      ([0xE0, 0x80, 0x80], []), ([0xED, 0xA0, 0x80], []), ([0xF4, 0x90, 0x80, 0x80], []),
      ([0xF5, 0x62], ["b"]), ([0xE6, 0xBC, 0xC3, 0xA9], ["é"]), ([0xF0, 0x9F, 0x98, 0x61], ["a"]),
    ] as [([UInt8], [Character])]
  )
  func bytesThatAreNoTextAreDropped(_ bytes: [UInt8], characters: [Character]) {
    checkEvents(bytes, characters.map { .key(Key(.character($0))) })
  }

  @Test(
    arguments: [
      ("\u{1B}", Key(.escape)), ("\u{1B}[", Key(.character("["), .alt)),
      ("\u{1B}O", Key(.character("O"), .alt)),
      ("\u{1B}]", Key(.character("]"), .alt)), ("\u{1B}P", Key(.character("P"), .alt)),
      ("\u{1B}_", Key(.character("_"), .alt)),
    ]
  )
  func whenNothingFollowsItWasAKey(_ bytes: String, key: Key) {
    var parser = InputParser()
    #expect(parser.receive(bytes.utf8) == [])
    #expect(parser.isWaiting)
    #expect(parser.flush() == [.key(key)])
    #expect(!parser.isWaiting)
    #expect(parser.flush() == [])
    #expect(parser.receive("j".utf8) == [.key(Key(.character("j")))])
  }

  @Test(arguments: [
    "", "a", "\u{1B}[1", "\u{1B}O1", "\u{1B}O5", "\u{1B}]1", "\u{1B}]\u{1B}", "\u{1B}[200~x",
    "\u{1B}[[",
    "\u{1B}[M!",
  ])
  func nothingToFlush(_ bytes: String) {
    var parser = InputParser()
    _ = parser.receive(bytes.utf8)
    #expect(!parser.isWaiting)
    #expect(parser.flush() == [])
  }

  @Test func escapeTwiceIsTwoKeys() {
    var parser = InputParser()
    #expect(parser.receive([0x1B, 0x1B]) == [.key(Key(.escape))])
    #expect(parser.flush() == [.key(Key(.escape))])
  }

  /// A control character within a sequence ends it.
  @Test(arguments: ["\u{1B}[1;", "\u{1B}]11;", "\u{1B}O1", "\u{1B}P+q"])
  func aControlEndsASequence(_ bytes: String) {
    checkEvents(Array(bytes.utf8) + [0x03], [.unknown, control("c")])
    checkEvents(Array(bytes.utf8) + Array("\u{1B}[A".utf8), [.unknown, .key(Key(.up))])
  }

  @Test func aSequenceHasALongestForm() {
    let most = InputParser.sequenceLimit
    let fitting = String(repeating: "0", count: most - 1) + "6~"
    checkEvents(Array("\u{1B}[\(fitting)".utf8), [.key(Key(.pageDown))])
    checkEvents(Array("\u{1B}[0\(fitting)".utf8), [.unknown])
    // A key without its last byte is unknown.
    checkEvents(Array("\u{1B}[\(fitting.dropLast());~".utf8), [.unknown])
    let endless = String(repeating: "0", count: 4 * most)
    checkEvents(Array("\u{1B}[\(endless)~j".utf8), [.unknown, .key(Key(.character("j")))])
  }

  @Test func aStringThatNeverEndsIsGivenUp() {
    var parser = InputParser()
    var bytes = Array("\u{1B}]".utf8) + [UInt8](repeating: 0x78, count: 4095)
    #expect(parser.receive(bytes) == [])
    bytes = [0x78, 0x6A]
    #expect(parser.receive(bytes) == [.unknown, .key(Key(.character("j")))])
  }
}

private func control(_ character: Character) -> InputEvent {
  .key(Key(.character(character), .control))
}

/// Checks the bytes at once, cut in two at every position, and one by one.
func checkEvents(
  _ bytes: [UInt8],
  _ events: [InputEvent],
  at location: SourceLocation = #_sourceLocation
) {
  var whole = InputParser()
  #expect(whole.receive(bytes) == events, "\(bytes)", sourceLocation: location)
  for cut in 0...bytes.count {
    var parser = InputParser()
    let parts = parser.receive(bytes[..<cut]) + parser.receive(bytes[cut...])
    #expect(parts == events, "\(bytes) cut at \(cut)", sourceLocation: location)
  }
  var slow = InputParser()
  let single = bytes.flatMap { slow.receive(CollectionOfOne($0)) }
  #expect(single == events, "\(bytes) one by one", sourceLocation: location)
}

@Suite("The timing of a terminal's input")
struct KeyStreamTests {
  /// Bytes with their times since the start in milliseconds, and the resulting events.
  private typealias Step = (at: Int, bytes: String, events: [InputEvent])

  private func check(_ steps: [Step], deadline: Int?, line: Int = #line) throws {
    var keys = KeyStream()
    for step in steps {
      let now = Duration.milliseconds(step.at)
      let events = keys.tick(at: now) + keys.receive(Array(step.bytes.utf8), at: now)
      try #require(events == step.events, "at \(step.at) ms, line \(line)")
    }
    #expect(keys.deadline == deadline.map { .milliseconds($0) }, "line \(line)")
  }

  private func key(_ character: Character) -> InputEvent { .key(Key(.character(character))) }

  @Test("a lone ESC is a key after 40 ms, and before that the beginning of a sequence")
  func escape() throws {
    try check([(0, "\u{1B}", [])], deadline: 40)
    try check([(0, "\u{1B}", []), (39, "[C", [.key(Key(.right))])], deadline: nil)
    try check(
      [(0, "\u{1B}", []), (40, "[C", [.key(Key(.escape)), key("["), key("C")])],
      deadline: nil
    )
  }

  @Test("a paste without an end is over after a second of silence: keys are keys again")
  func paste() throws {
    #expect(KeyStream.pastePatience == .seconds(1))
    let start = "\u{1B}[200~"
    try check([(0, start, [])], deadline: 1_000)
    try check([(0, start + "ab", []), (900, "q", [])], deadline: 1_900)
    // At any speed: only silence ends it.
    try check(
      [(0, start, []), (999, "a", []), (1_998, "b\u{1B}[201~", [.paste("ab")])],
      deadline: nil
    )
    try check([(0, start + "ab", []), (1_000, "q", [.paste("ab"), key("q")])], deadline: nil)
    try check(
      [(0, start + "a", []), (1_000, "\u{1B}[201~l", [.paste("a"), .unknown, key("l")])],
      deadline: nil
    )
    try check([(0, start + "a", []), (2_000, start + "b", [.paste("a")])], deadline: 3_000)
  }

  @Test("without an open sequence there is no wait")
  func rest() throws {
    var keys = KeyStream()
    #expect(keys.deadline == nil && keys.tick(at: .seconds(9)) == [])
    try check([(0, "l", [key("l")]), (5_000, "q", [key("q")])], deadline: nil)
  }
}

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
