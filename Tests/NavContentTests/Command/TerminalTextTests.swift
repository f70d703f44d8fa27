import NavBase
import NavContent
import NavTestKit
import Testing

/// The output of programs as lines of styled text.
@Suite struct TerminalTextTests {
  /// Checks lines, separated by `|`, with styled runs as `<style:text>`; cuts of the input do not
  /// matter.
  private func check(
    _ bytes: [UInt8],
    _ expected: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    for cut in 0...bytes.count {
      var text = TerminalText(.read)
      text.append(bytes[..<cut])
      text.append(bytes[cut...])
      text.finish()
      let found = text.lines.map(\.described).joined(separator: "|")
      guard found != expected else { continue }
      #expect(found == expected, "cut at \(cut)", sourceLocation: location)
      return
    }
  }

  private func check(
    _ text: String,
    _ expected: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    check(Array(text.utf8), expected, location)
  }

  @Test func lines() {
    check("", "")
    check("a", "a")
    check("a\nb\r\nc\r\r\n", "a|b|c")
    check("a\n\nb\n", "a||b")
    check("a\u{B}b\u{C}c\u{7}d\u{0}e\u{7F}f", "abcdef")
  }

  @Test func afterACarriageReturnTheLastTextStays() {
    check("50%\r100%\n", "100%")
    check("abcdef\rxy\n", "xycdef")
    check("abcdef\rxy\u{1B}[K\n", "xy")
    check("abcdef\u{1B}[1K\rx\n", "x     ")
    check("abcdef\u{1B}[2K\rx\n", "x")
    check("abc\u{1B}[2Dx\u{1B}[5Gy\u{1B}[1Cz\n", "axc y z")
    check("\u{1B}[31mab\r\u{1B}[mc\n", "c<1:b>")
    check("日本\r\u{1B}[Cx\n日本\rx\n日本\u{8}xy\n", " x本|x 本|日xy")
    check("a\tb\rxxxxxxxxxx\tc\n", "xxxxxxxxxx      c")
    check("aaa\u{8}\u{8}\u{8}\u{8}b\n", "baa")
  }

  @Test func theCursorMovesOnTheScreen() {
    // Progress of several rows.
    check("a: 0%\nb: 0%\n\u{1B}[2A\u{1B}[2K\ra: 9%\n\u{1B}[2K\rb: 5%\n", "a: 9%|b: 5%")
    check("1\n2\n3\n\u{1B}[3F\u{1B}[Jx\n", "x")
    check("1\n2\n34\u{1B}[A\u{1B}[1Jx", "|  x|34")
    check("ab\n\u{1B}[Bcd\u{1B}[Ae\u{1B}[2;4Hf\u{1B}[4dg", "ab|  ef|cd|    g")
    check("a\u{1B}[99Ab\u{1B}[1Ec\u{1B}[1Fd", "db|c")
    check("a\u{1B}7bc\n\u{1B}8x\u{1B}[sy\u{1B}[uz", "axz")
    check("a\nb\u{1B}Mc\u{1B}Dd\u{1B}Ee", "ac|b d|e")
    check("\u{1B}[31ma\u{1B}7\u{1B}[3;3H\u{1B}[mc\u{1B}8d", "<1:ad>||  c")
    check("abc\u{1B}[2G\u{1B}[@x\u{1B}[3G\u{1B}[P\u{1B}[2Xy\u{1B}[3b", "axyyyy")
    check("x日本\u{1B}[3G\u{1B}[Py\u{1B}[2G\u{1B}[@z", "xz y ")
    check("e\u{301}x\u{1B}[G\u{1B}[@y", "ye\u{301}x")
    check("1\n2\n3\n4\u{1B}[2;1H\u{1B}[Lx\u{1B}[4;1H\u{1B}[My", "1|x|2|y")
    check("1\n2\n3\n4\u{1B}[2;3r\u{1B}[Sx\u{1B}[2Ty\u{1B}[r\u{1B}[3;1Hz", "xy||z|4")
    check("1\n2\n3\n4\u{1B}[2;3r\u{1B}[3;1H\n\n5\n6\u{1B}[r", "1|5|6|4")
  }

  @Test func screensAreErased() {
    for clear in ["\u{1B}[H\u{1B}[J", "\u{1B}[H\u{1B}[2J", "\u{1B}[2J\u{1B}[3J\u{1B}[H", "\u{1B}c"]
    {
      check("1\n2\n\(clear)3\n", "3")
      check("\u{1B}[31m1\n\u{1B}[m\(clear)\u{1B}[20;5H\(clear)", "")
    }
    let lines = (1...40).map { "\($0)\n" }.joined()
    let above = (1...17).map { "\($0)" }.joined(separator: "|")
    // Rows above the screen are out of reach, until the history is erased.
    check(lines + "\u{1B}[H\u{1B}[Jx", above + "|x")
    check(lines + "\u{1B}[H\u{1B}[J\u{1B}[3Jx", "x")
    check(lines + "\u{1B}cx", "x")
    check(lines + "\u{1B}[99A\u{1B}[J", above)
  }

  @Test func theAlternateScreenDisappears() {
    for mode in [47, 1047, 1049] {
      let (show, leave) = ("\u{1B}[?\(mode)h\u{1B}[H", "\u{1B}[?\(mode)l")
      check("one\n\(show)two\(leave)three", "one|three")
      check("one\n\(show)two\(show)four", "one|four")
      let lines = (1...40).map { "\($0)\n" }.joined()
      check("one\(show)\(lines)\(leave) two\(leave)", "one two")
      check("one\(show)\(lines)\u{1B}[2J\u{1B}[3J\u{1B}[Hx", "one|x")
    }
    for keeping in [TerminalText.Keeping.newest, .oldest] {
      var text = TerminalText(TerminalText.Limits(lines: 50, bytes: 1_000, keeping: keeping))
      for number in 1...60 { text.append(Array("\(number)\n".utf8)[...]) }
      let before = text.output
      text.append(Array("\u{1B}[?1049h\(String(repeating: "x\n", count: 500))".utf8)[...])
      text.append(Array("\u{1B}[?1049l".utf8)[...])
      let after = text.output
      #expect(after.lines.count + after.cut == 60)
      // The newest lines of the alternate screen replaced those that had left the main one.
      #expect(keeping == .newest ? after.lines == before.lines.suffix(23) : after == before)
    }
  }

  @Test func theWidthEndsMoves() {
    var text = TerminalText(.followed, columns: 20)
    text.append(
      Array("\u{1B}[99C\u{1B}[3Dok\n\(String(repeating: "x", count: 30))\u{1B}[2Dy".utf8)[...]
    )
    #expect(
      text.lines.map(\.text) == ["                ok", String(repeating: "x", count: 28) + "yx"]
    )
  }

  @Test func overstrikes() {
    check("N\u{8}NA\u{8}A _\u{8}x_\u{8}y o\u{8}+\n", "<b:NA> <u:xy> +")
    check("x\u{8}_z\n", "<u:x>z")
    check("x\u{8}x\u{8}x\n", "<b:x>")
    check("_\u{8}x\u{8}x\n", "<bu:x>")
    check("ab\u{8}\u{8}ab\n", "<b:ab>")
    check("|\u{8}/\u{8}-\u{8}\\\n", "\\")
  }

  @Test func colours() {
    check("\u{1B}[1;31mred\u{1B}[0m \u{1B}[92mgreen\u{1B}[m", "<b1:red> <10:green>")
    check("\u{1B}[38;5;200mx\u{1B}[48;2;1;2;3my", "<200:x><200 on 1,2,3:y>")
    check("\u{1B}[38:2::1:2:3mx\u{1B}[38:2:4:5:6my\u{1B}[38:5:7mz", "<1,2,3:x><4,5,6:y><7:z>")
    check("\u{1B}[2;3;7;9mx\u{1B}[22;23;27;29my", "<divs:x>y")
    check("\u{1B}[4:3mx\u{1B}[4:0my\u{1B}[4mz\u{1B}[24mw\u{1B}[21mv", "<u:x>y<u:z>w<u:v>")
    check("\u{1B}[103;30mx\u{1B}[39my\u{1B}[49mz", "<0 on 11:x>< on 11:y>z")
    // An invalid colour changes nothing, and later parameters count.
    check("\u{1B}[38;5;256;1mx", "<b:x>")
    check("\u{1B}[38;2;1;2;300;1mx", "<b:x>")
    check("\u{1B}[58;5;1;3mx", "<i:x>")
    check("\u{1B}[38mx\u{1B}[99999999999my\u{1B}[;mz", "xyz")
    check("\u{1B}[>4;1mx\u{1B}[?1my\u{1B}[1 qz", "xyz")
  }

  @Test func links() {
    let end = "\u{1B}]8;;\u{1B}\\"
    check("\u{1B}]8;;https://x.org/\u{7}a\(end)b", "<->https://x.org/:a>b")
    check(
      "\u{1B}]8;id=1;mailto:a@b\u{1B}\\\u{1B}[1ma\u{1B}[mb\(end)",
      "<b->mailto:a@b:a><->mailto:a@b:b>"
    )
    check("\u{1B}]8;;https://x.org/\u{7}a\nb", "<->https://x.org/:a>|b")
    for address in [
      "javascript:x", "file:///etc/passwd", "/x", "", "https://x y", "HTTP", "https://x\u{202D}y/",
    ] {
      check("\u{1B}]8;;\(address)\u{7}a\(end)b", "ab")
    }
    let scheme = "https://"
    let longest = scheme + String(repeating: "x", count: 2_048 - scheme.utf8.count)
    for (address, isLink) in [(longest, true), (longest + "x", false)] {
      var text = TerminalText(.read)
      text.append(Array("\u{1B}]8;;\(address)\u{7}a".utf8)[...])
      #expect(text.lines.first?.runs.first?.style.link == (isLink ? address : nil))
    }
  }

  @Test func sequencesAreDroppedWhole() {
    check(
      "a\u{1B}]0;title\u{7}b\u{1B}Pq#0;2\u{1B}\\c\u{1B}(Bd\u{1B}[?25le\u{1B}[2if\u{1B}=g",
      "abcdefg"
    )
    check("a\u{1B}_x\u{1B}\\b\u{1B}^x\u{1B}\\c\u{1B}Xx\u{1B}\\d\u{1B}#8e\u{1B}>f", "abcdef")
    check("a\u{9B}31mb\u{9D}0;x\u{9C}c\u{85}d\u{90}x\u{9C}e", "a<1:bcde>")
    // Control characters inside of a sequence take effect; CAN ends it.
    check("a\u{1B}[3\n1mb", "a|<1:b>")
    check("a\u{1B}[3\u{18}1mb\u{1B}]0;x\u{1A}c", "a1mbc")
    check("a\u{1B}]0;x\u{1B}[1mb", "a<b:b>")
    check("a\u{1B}", "a")
    check("a\u{1B}[", "a")
    check("a\u{1B}\u{1B}\u{1B}[1mb", "a<b:b>")
    check("a\u{1B}[é", "aé")
    let many = String(repeating: "1;", count: 200)
    check("a\u{1B}[\(many)mb", "ab")
  }

  @Test func invalidUTF8() {
    check([0x61, 0xFF, 0x62], "a\u{FFFD}b")
    check([0xC3, 0x0A, 0xE2, 0x82, 0x61], "\u{FFFD}|\u{FFFD}a")
    check([0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF4, 0x90], String(repeating: "\u{FFFD}", count: 7))
    check([0x9B, 0x31, 0x6D], "\u{FFFD}1m")
    check([0x61, 0xF0, 0x9F, 0x98], "a\u{FFFD}")
    check([0xC3, 0x1B, 0x5B, 0x31, 0x6D, 0x61], "\u{FFFD}<b:a>")
    check("😀é한", "😀é한")
  }

  @Test func bidirectionalControls() {
    check("a\u{202E}b\u{2066}c\u{200F}d\u{2028}e", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d e")
  }

  @Test func marksBelongToTheirCharacter() {
    check("e\u{301}x\n", "e\u{301}x")
    check("e\u{301}\u{8}o\n", "o")
    check("\u{301}x\n", "x")
    check("👩\u{200D}👧x\n", "👩\u{200D}👧x")
    let most = "e" + String(repeating: "\u{301}", count: 8)
    check(most + "\u{301}x", most + "x")
  }

  @Test func longLinesContinueInTheNextOne() {
    let full = String(repeating: "x", count: 4_096)
    for (text, counts) in [(full, [4_096]), (full + "y\nz", [4_096, 1, 1])] {
      var lines = TerminalText(.read)
      lines.append(Array(text.utf8)[...])
      #expect(lines.lines.map { $0.text.utf8.count } == counts)
    }
  }

  @Test func linesAtTheirLimitAndOnePast() {
    for (keeping, kept) in [
      (TerminalText.Keeping.newest, ["2", "3", "4"]), (.oldest, ["1", "2", "3"]),
    ] {
      var text = TerminalText(TerminalText.Limits(lines: 3, bytes: 1_000, keeping: keeping))
      text.append(Array("1\n2\n3\n".utf8)[...])
      #expect(text.lines.map(\.text) == ["1", "2", "3"] && text.output.cut == 0)
      text.append(Array("4\n".utf8)[...])
      #expect(text.lines.map(\.text) == kept && text.output.cut == 1, "\(keeping)")
    }
  }

  @Test func bytesAtTheirLimit() {
    for keeping in [TerminalText.Keeping.newest, .oldest] {
      var text = TerminalText(TerminalText.Limits(lines: 1_000, bytes: 100, keeping: keeping))
      for number in 1...100 { text.append(Array("line \(number)\n".utf8)[...]) }
      let lines = text.lines.map(\.text)
      #expect(lines.reduce(0) { $0 + $1.utf8.count } <= 100 + 8)
      #expect(lines.count + text.output.cut == 100)
      #expect(keeping == .newest ? lines.last == "line 100" : lines.first == "line 1")
    }
  }

  @Test("any bytes, cut anywhere, give the same safe lines", arguments: wanted(0..<300))
  func anyBytes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bytes = random.printed(seed % 4 == 0)
    var whole = TerminalText(.followed)
    whole.append(bytes[...])
    var pieces = TerminalText(.followed)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = random.int(in: 1...min(9, rest.count))
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    try #require(whole.lines == pieces.lines, "seed \(seed)")
    for line in whole.lines {
      try #require(sanitized(line.text) == line.text, "seed \(seed)")
      try #require(line.runs.reduce(0) { $0 + $1.length } == line.text.utf8.count, "seed \(seed)")
      for link in line.runs.compactMap(\.style.link) {
        try #require(sanitized(link) == link, "seed \(seed)")
      }
    }
  }
}

extension SplitMix64 {
  /// Arbitrary bytes, or pieces with a meaning for a terminal.
  fileprivate mutating func printed(_ isAnything: Bool) -> [UInt8] {
    if isAnything { return bytes(int(in: 0...400)) }
    let pieces =
      [
        "a", "bc ", "\n", "\r", "\u{8}", "\t", "_", "\u{1B}[", "1", "38;5;", ";", ":", "m", "K",
        "G",
        "C", "D", "A", "B", "H", "J", "L", "M", "P", "X", "@", "S", "T", "b", "r", "\u{1B}7",
        "\u{1B}8",
        "\u{1B}M", "\u{1B}c", "\u{1B}[?1049h", "\u{1B}[?1049l", "\u{1B}]8;;", "https://x.org",
        "\u{7}", "\u{1B}\\", "\u{1B}P", "\u{9B}", "\u{18}",
        "日",
        "e\u{301}", "\u{200D}", "\u{202E}", "😀",
      ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82], [0xF0], [0x9B]]
    return (0..<int(in: 0...150)).flatMap { _ in pick(pieces) }
  }
}

extension StyledText {
  /// The runs as `<style:text>`, plain ones as they are.
  fileprivate var described: String {
    var result = ""
    var start = text.utf8.startIndex
    for run in runs {
      let end = text.utf8.index(start, offsetBy: run.length)
      let piece = text[start..<end]
      let style = run.style.described
      result += style.isEmpty ? String(piece) : "<\(style):\(piece)>"
      start = end
    }
    return result
  }
}

extension TextStyle {
  fileprivate var described: String {
    let names: [(TextAttributes, String)] = [
      (.bold, "b"), (.dim, "d"), (.italic, "i"), (.underline, "u"), (.inverse, "v"),
      (.strikethrough, "s"),
    ]
    var result = names.filter { attributes.contains($0.0) }.map(\.1).joined()
    result += foreground?.described ?? ""
    if let background { result += " on " + background.described }
    if let link { result += "->" + link }
    return result
  }
}

extension TextColor {
  fileprivate var described: String {
    switch self {
    case .indexed(let index): "\(index)"
    case .rgb(let red, let green, let blue): "\(red),\(green),\(blue)"
    }
  }
}
