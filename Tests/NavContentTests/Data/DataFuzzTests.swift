import Glibc
import NavBase
import NavContent
import NavTestKit
import Testing

/// Any bytes of a document become safe pages.
@Suite struct DataFuzzTests {
  @Test(arguments: wanted(0..<400))
  func anyBytesAreAnOutline(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let format: DataDocument.Format = [.json, .lines, .yaml][Int(seed % 3)]
    var limits = DataLimits()
    limits.entries = .random(in: 1...5, using: &random)
    limits.landmarkBytes = .random(in: 1...30, using: &random)
    limits.textBytes = .random(in: 1...50, using: &random)
    limits.keptEntries = .random(in: 1...20, using: &random)
    let document = DataDocument(bytes(format, using: &random), format: format, limits: limits)
    let isReadFirst = Bool.random(using: &random)
    if isReadFirst { document.readAll() }
    var paths = [""]
    var seen = 0
    while let path = paths.popLast(), seen < 60 {
      seen += 1
      check(document.page(at: path.utf8), seed)
      for entry in document.entries(at: path).prefix(6) {
        #expect(!entry.key.isEmpty && !entry.key.contains(0x2F), "seed \(seed)")
        paths.append(path + "/" + String(decoding: entry.key, as: UTF8.self))
      }
    }
    document.readAll()
    check(document.page(at: "".utf8), seed)
    check(document.page(at: "/a/0/~r0-3/~e/~i2".utf8), seed)
  }

  private func check(_ page: PageContent, _ seed: UInt64) {
    #expect(isSafe(page.title), "seed \(seed)")
    if let list = page.list {
      for text in list.entries.flatMap({ [$0.label, $0.detail] }) + list.notes {
        #expect(isSafe(text), "seed \(seed)")
      }
      #expect(Set(list.entries.map(\.key)).count == list.entries.count, "seed \(seed)")
    } else {
      for row in FlowedText(page.document, columns: 30).rows {
        #expect(isSafe(row.row.text), "seed \(seed)")
      }
    }
  }

  private func isSafe(_ text: String) -> Bool { sanitized(text) == text }

  private func bytes(
    _ format: DataDocument.Format,
    using random: inout SplitMix64
  ) -> [UInt8] {
    if Int.random(in: 0...3, using: &random) == 0 {
      return (0..<Int.random(in: 0...300, using: &random)).map { _ in
        .random(in: 0...255, using: &random)
      }
    }
    let pieces =
      (format == .yaml
      ? [
        "a: ", "- ", "\n", "\n  ", "\n    ", "[", "]", "{", "}", ", ", "&x ", "*x", "!t ", "|",
        ">-", "\"",
        "'", "---\n", "...", "? ", ": ", "#", "%YAML 1.2\n", "<<: ", "ä", "😀", "\t", "|2", "\\x1b",
        "\u{2028}", "\u{FEFF}", "1",
      ]
      : [
        "{", "}", "[", "]", ",", ":", "\"a\"", "\"\"", "\"\\u001b[m\"", "1", "-0.5e1", "true",
        "null", " ",
        "\n", "\"\\ud800\"", "\"ä😀\"", "\"~/\"", "\"a\":", "[[[", "]]]", "{\"a\":{\"a\":[",
      ]).map { Array($0.utf8) } + [[0xFF], [0xC3], [0x9B], [0x00], [0x1B]]
    return (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in
      let isOdd = Int.random(in: 0...9, using: &random) == 0
      return
        (isOdd
        ? pieces.randomElement(using: &random) : pieces.dropLast(5).randomElement(using: &random))
        ?? []
    }
  }

  @Test func onlyFilesAreOpened() {
    let directory = TemporaryDirectory()
    #expect(throws: ContentError.isDirectory(path: directory.root)) {
      try DataDocument(path: directory.root)
    }
    let missing = directory.path("missing.json")
    #expect(throws: ContentError.notFound(path: missing)) { try DataDocument(path: missing) }
    let pipe = directory.path("pipe.json")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: ContentError.notRegularFile(path: pipe)) { try DataDocument(path: pipe) }
  }

  @Test func aFileThatShrinksEndsEarly() throws {
    let directory = TemporaryDirectory()
    let path = directory.write(Array("[1, [2, 3], 4]".utf8), to: "a.json")
    let document = try DataDocument(path: path)
    document.readAll()
    directory.write(Array("[".utf8), to: "a.json")
    check(document.page(at: "".utf8), 0)
    check(document.page(at: "/1".utf8), 0)
    check(document.page(at: "/0".utf8), 0)
  }
}
