import Glibc
import NavBase
import NavContent
import NavTestKit
import Testing

/// Files as documents.
@Suite struct PreviewTests {
  private let directory = TemporaryDirectory()

  @Test(arguments: [
    ("a", ["a"]), ("a\n", ["a"]), ("a\n\n", ["a", ""]), ("\na", ["", "a"]), ("a\nb", ["a", "b"]),
    ("a\r\nb\r\n", ["a", "b"]), ("a\rb", ["a", "b"]), ("\ta  b", ["\ta  b"]),
    ("\u{FEFF}a", ["a"]), ("# no *Markdown*", ["# no *Markdown*"]),
  ])
  func text(content: String, lines: [String]) {
    for name in ["t.txt", "t", "md", ".profile", "t.md.txt"] {
      let path = directory.write(Array(content.utf8), to: name)
      let page = TreePage.load(path)
      let document = TextDocument(blocks: [.preformatted(lines: lines)])
      #expect(page == .document(title: name, document))
    }
  }

  @Test func markdown() {
    let text = "# One\n\ntext\n\n---\n\n# Two\n"
    for name in ["t.md", "T.MARKDOWN"] {
      let page = TreePage.load(directory.write(Array(text.utf8), to: name))
      #expect(page.title == name)
      #expect(texts(page) == ["One", "text", "---", "Two"])
    }
    // Front matter alone makes no deck.
    let single = directory.write(Array("---\ntitle: x\n---\n\n# One\n".utf8), to: "single.md")
    #expect(texts(.load(single)) == ["One"])
    let long = directory.write(Array("*a*".utf8), to: String(repeating: "n", count: 200) + ".md")
    #expect(texts(.load(long)) == ["a"])
  }

  /// Markdown with front matter and slides is turned, not scrolled.
  @Test func decks() throws {
    let text = "---\ntitle: x\n---\n# One\n\ntext\n\n---\n\n# Two\n"
    let path = directory.write(Array(text.utf8), to: "t.md")
    guard case .deck(let deck) = TreePage.load(path) else {
      Issue.record("no deck")
      return
    }
    #expect(deck.title == "x")
    #expect(deck.slides.map(\.title) == ["One", "Two"])
    // Neither under another extension, nor if only a part of it is read.
    let plain = directory.write(Array(text.utf8), to: "t.txt")
    #expect(texts(.load(plain)).contains("title: x"))
    var limits = TreeLimits()
    limits.fileBytes = text.utf8.count - 1
    #expect(texts(.load(path, limits: limits)).first == "One")
  }

  @Test func linksLeadToFiles() {
    directory.write(Array("x".utf8), to: "t.txt")
    directory.link("b", to: "t.txt")
    let page = TreePage.load(directory.link("a", to: "b"))
    #expect(page == .document(title: "a", TextDocument(blocks: [.preformatted(lines: ["x"])])))
  }

  @Test func invalidUTF8() {
    let path = directory.write([0x61, 0xFF, 0x0A, 0xC3], to: "t.txt")
    let note = "Not all UTF-8: \u{FFFD} stands for the rest."
    #expect(texts(.load(path)) == [note, "a\u{FFFD}", "\u{FFFD}"])
    let deck = directory.write([0x61, 0xFF], to: "t.md")
    #expect(texts(.load(deck)) == [note, "a\u{FFFD}"])
  }

  @Test func emptyFiles() {
    for (name, content) in [("t.txt", ""), ("t.md", ""), ("t.txt", "\u{FEFF}")] {
      let path = directory.write(Array(content.utf8), to: name)
      #expect(texts(.load(path)) == ["This file is empty."])
    }
  }

  /// Bytes, the limit, the lines, the last line: at the limit and one past it.
  @Test(
    arguments: [
      ("abcd", 4, ["abcd"], nil),
      ("abcde", 4, ["abcd"], "Cut off here: the first 4 bytes of 5 B."),
      ("ab", 1, ["a"], "Cut off here: the first 1 byte of 2 B."),
      ("ab\n", 3, ["ab"], nil),
      ("ab\nc", 3, ["ab"], "Cut off here: the first 3 bytes of 4 B."),
      // No partial character remains, and a cut one does not count as invalid UTF-8.
      ("aé", 2, ["a"], "Cut off here: the first 2 bytes of 3 B."),
      ("a日", 3, ["a"], "Cut off here: the first 3 bytes of 4 B."),
      ("a日b", 4, ["a日"], "Cut off here: the first 4 bytes of 5 B."),
      ("😀😀", 7, ["😀"], "Cut off here: the first 7 bytes of 8 B."),
      (
        String(repeating: "x", count: 1025), 1024, [String(repeating: "x", count: 1024)],
        "Cut off here: the first 1 KiB of 1.0 kB."
      ),
    ] as [(String, Int, [String], String?)]
  )
  func limit(content: String, limit: Int, lines: [String], note: String?) {
    var limits = TreeLimits()
    limits.fileBytes = limit
    for name in ["t.txt", "t.md"] where name == "t.txt" || content.first == "a" {
      let page = TreePage.load(directory.write(Array(content.utf8), to: name), limits: limits)
      #expect(texts(page) == lines + (note.map { [$0] } ?? []))
    }
  }

  @Test func theWholeLimit() {
    let limit = TreeLimits().fileBytes
    let fits = TreePage.load(directory.write(Array(repeating: 0x78, count: limit), to: "fits"))
    #expect(texts(fits).map(\.utf8.count) == [limit])
    let path = directory.write(Array(repeating: 0x78, count: 10 * limit), to: "long")
    let long = texts(.load(path))
    #expect(long.first?.utf8.count == limit)
    #expect(long.dropFirst() == ["Cut off here: the first 1 MiB of 10.5 MB."])
  }

  @Test(arguments: [
    // The positions of NULs among 8193 letters, and whether they make the file binary.
    (0..<1, false), (8191..<8192, false), (8192..<8193, false), (0..<82, false), (0..<83, true),
    (8109..<8192, true), (8111..<8193, false),
  ])
  func whatIsBinary(nulls: Range<Int>, isBinary: Bool) {
    var bytes = [UInt8](repeating: 0x61, count: 8193)
    for place in nulls { bytes[place] = 0 }
    for name in ["t", "t.md"] {
      let page = TreePage.load(directory.write(bytes, to: name))
      #expect((texts(page).first?.hasPrefix("Binary file") == true) == isBinary)
    }
  }

  /// Texts in UTF-16 and UTF-32, and with a stray NUL: as bytes, and their lines.
  @Test(
    arguments: [
      ([0xFF, 0xFE] + wide("[海上]\r\nb"), ["[海上]", "b"]),
      ([0xFE, 0xFF] + wide("Quay 桟橋\n", isBigEndian: true), ["Quay 桟橋"]),
      (wide("plain\nletters"), ["plain", "letters"]),
      (wide("plain\nletters", isBigEndian: true), ["plain", "letters"]),
      ([0xFF, 0xFE, 0, 0, 0x41, 0xF6, 1, 0], ["\u{1F641}"]),
      ([0xFF, 0xFE] + wide("a😀"), ["a😀"]),
      (
        [0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8],
        ["Not all UTF-8: \u{FFFD} stands for the rest.", "a\u{FFFD}"]
      ),
      (
        [0xFF, 0xFE, 0x61, 0, 0x62], ["Not all UTF-8: \u{FFFD} stands for the rest.", "a\u{FFFD}"]
      ),
      ([0xFF, 0xFE], ["This file is empty."]),
      (Array("a line\0\nof a log\n".utf8), ["a line\0", "of a log"]),
    ] as [([UInt8], [String])]
  )
  func encodings(bytes: [UInt8], lines: [String]) {
    #expect(texts(.load(directory.write(bytes, to: "t.txt"))) == lines)
    let isValid = lines.count < 2 || !lines[0].hasPrefix("Not all")
    #expect(DecodedText(bytes).isValid == isValid)
    #expect(!DecodedText.isBinary(bytes))
  }

  /// Everything that reads a text reads it in UTF-16, too.
  @Test func contentInUTF16() throws {
    let deck = directory.write([0xFF, 0xFE] + wide("# 海上\n\ntext\n\n---\n\n# Two\n"), to: "t.md")
    #expect(try loadDeck(path: deck).slides.map(\.title) == ["海上", "Two"])
    let json = [0xFF, 0xFE] + wide("{\"海上\": 1}")
    let document = try DataDocument(path: directory.write(json, to: "t.json"))
    while document.readOn() {}
    #expect(document.lines() == ["海上: 1"])
    let export = try ContentExport(file: directory.write(json, to: "t.txt"))
    #expect(export.pages.first?.written == ["{\"海上\": 1}"])
  }

  @Test func filesOfWhichNothingIsSeen() {
    for (name, content) in [
      ("t.md", "&#8203;"), ("t.md", "[a]: b"), ("t.txt", "\u{200B}"), ("t.txt", "\n"),
    ] {
      let path = directory.write(Array(content.utf8), to: name)
      guard case .document(_, let document) = TreePage.load(path) else { continue }
      let rows = FlowedText(document, columns: 40).rows.map(\.row.text)
      #expect(rows.contains { !$0.isEmpty }, "\(content): \(rows)")
    }
  }

  @Test func aBinaryFile() {
    let bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 0, 0x1B, 0x7E, 0xFF, 0x20, 0x0A]
    #expect(
      texts(.load(directory.write(bytes, to: "elf"))) == [
        "Binary file of 10 B:",
        "0000  7f 45 4c 46 00 1b 7e ff  .ELF..~.",
        "0008  20 0a                     .",
      ]
    )
  }

  @Test(arguments: [(512, 64, "of 512 B:"), (513, 64, "of 513 B; the first 512 bytes:")])
  func theDumpIsLimited(size: Int, lines: Int, note: String) {
    let page = TreePage.load(directory.write(Array(repeating: 0, count: size), to: "zeroes"))
    #expect(texts(page)[0] == "Binary file " + note)
    #expect(texts(page).count == lines + 1)
    #expect(texts(page).last == "01f8  00 00 00 00 00 00 00 00  ........")
    #expect(texts(page).dropFirst().allSatisfy { columnWidth(of: $0) == 39 })
  }

  /// A file of the kernel reports size 0 but has content.
  @Test func filesWithoutASizeAreReadToTheEnd() {
    #expect(texts(.load("/proc/self/status")).contains { $0.hasPrefix("Pid:") })
    var limits = TreeLimits()
    limits.fileBytes = 10
    let cut = texts(.load("/proc/self/status", limits: limits))
    #expect(cut.last == "Cut off here: the first 10 bytes.")
  }

  /// Any bytes of a file become a page that is safe for a terminal and fits.
  @Test(arguments: wanted(0..<200))
  func anyBytesAreAPage(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let name = random.pick(["t.txt", "t.md", "\u{1B}]0;\u{7}\n\u{202E}"])
    let path = directory.write(randomBytes(using: &random), to: name)
    var limits = TreeLimits()
    limits.fileBytes = random.pick([1, 7, 100, 1 << 20])
    let page = TreePage.load(path, limits: limits)
    guard case .document(let title, let document) = page else {
      Issue.record("seed \(seed): no document")
      return
    }
    #expect(!title.isEmpty && sanitized(title) == title, "seed \(seed)")
    let columns = random.int(in: 1...100)
    let rows = FlowedText(document, columns: columns).rows
    #expect(!rows.isEmpty, "seed \(seed)")
    for row in rows.map(\.row) {
      #expect(row.columns <= columns, "seed \(seed)")
      #expect(sanitized(row.text) == row.text, "seed \(seed)")
    }
    for (above, below) in zip(rows, rows.dropFirst()) {
      #expect(above.position < below.position, "seed \(seed)")
    }
  }

  /// Arbitrary bytes, or none that are NUL, or pieces of text with control sequences.
  private func randomBytes(using random: inout SplitMix64) -> [UInt8] {
    let count = random.int(in: 1...400)
    switch random.int(in: 0...2) {
    case 0: return random.bytes(count)
    case 1: return random.bytes(count).map { $0 == 0 ? 0x1B : $0 }
    default:
      let pieces = [
        "text ", "\t", "\n", "\r\n", "\r", "\u{1B}[31m", "\u{9B}", "\u{202E}", "\u{2028}", "日本",
        "\u{301}", "\u{200D}", "👩", "🇩", "\u{FEFF}", "\u{7F}", "\u{8}",
      ]
      return (0..<count / 4 + 1).flatMap { _ in Array(random.pick(pieces).utf8) }
    }
  }
}

/// Returns a text in UTF-16 without a byte order mark.
private func wide(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
  text.utf16.flatMap { unit in
    isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
  }
}
