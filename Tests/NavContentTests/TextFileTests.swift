import Glibc
import NavBase
import NavTestKit
import Testing

@testable import NavContent

/// Parts of large text files.
@Suite struct TextFileTests {
  private let directory = TemporaryDirectory()

  private struct Part {
    let window: TextWindow
    let lines: [String]
    let start: TextPosition

    /// Where each line begins in the file.
    var starts: [Int] { window.starts.map { window.bytes.lowerBound + Int($0) } }
    /// The wanted line; nil if it is none of these.
    var line: String? { starts.firstIndex(of: start.block).map { lines[$0] } }
  }

  private func part(_ wish: TextWindow.Wish, of path: String) throws -> Part? {
    guard let found = try loadPart(wish, at: Array(path.utf8), while: { _ in true }) else {
      return nil
    }
    guard case .document(_, let document) = found.page, let window = document.window,
      case .preformatted(let lines)? = document.blocks.first
    else { throw NoPart() }
    #expect(lines.count == window.starts.count)
    return Part(window: window, lines: lines.map(\.text), start: found.start)
  }

  private struct NoPart: Error {}

  private static let lines = (0..<20_000).map { number in
    "line \(number) 上海 😀 " + String(repeating: "é", count: number * 7 % 60)
  }

  enum Form: CaseIterable {
    case lineFeeds, carriageReturns, noLastEnd, mark, little, big

    var bytes: [UInt8] {
      let text = lines.joined(separator: self == .carriageReturns ? "\r\n" : "\n")
      return switch self {
      case .lineFeeds, .carriageReturns: Array((text + "\n").utf8)
      case .noLastEnd: Array(text.utf8)
      case .mark: [0xEF, 0xBB, 0xBF] + text.utf8
      case .little: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case .big: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      }
    }
  }

  @Test(
    "parts one after the other contain each line once, in any encoding",
    arguments: Form.allCases
  )
  func walk(form: Form) throws {
    let path = directory.write(form.bytes, to: "big.txt")
    var found: [Int: String] = [:]
    var part = try #require(try part(.start, of: path))
    #expect(part.window.hasStart && part.window.lineCount == Self.lines.count)
    while true {
      for (start, line) in zip(part.starts, part.lines) {
        #expect(found[start] == nil || found[start] == line)
        found[start] = line
      }
      guard !part.window.hasEnd, let last = part.starts.last else { break }
      part = try #require(try self.part(.around(last), of: path))
      try #require(part.window.lastLine > last)
      #expect(part.window.bytes.contains(last) && part.line == found[last])
    }
    #expect(found.sorted { $0.key < $1.key }.map(\.value) == Self.lines)
    let end = try #require(try self.part(.end, of: path))
    #expect(end.window.hasEnd && end.lines.last == Self.lines.last)
    #expect(end.start == TextPosition(block: end.window.lastLine, grapheme: .max))
    for number in [0, 1, 9_999, 19_999, 1_000_000] {
      let part = try #require(try self.part(.line(number), of: path))
      let line = min(number, Self.lines.count - 1)
      #expect(part.line == Self.lines[line])
      #expect(
        part.starts.firstIndex(of: part.start.block).map { part.window.linesBefore + $0 } == line
      )
    }
  }

  @Test("a line that is too long is divided at the same places in all parts")
  func longLine() throws {
    let text = String(repeating: "é", count: 2_000_000) + " the end"
    let path = directory.write(Array(text.utf8), to: "line.txt")
    var part = try #require(try part(.end, of: path))
    #expect(part.lines.last?.hasSuffix(" the end") == true)
    #expect(part.lines.allSatisfy { !$0.contains("\u{FFFD}") })
    var known: [Int: String] = [:]
    while let first = part.starts.first {
      for (start, line) in zip(part.starts, part.lines) { known[start] = line }
      if part.window.hasStart { break }
      part = try #require(try self.part(.around(first), of: path))
      try #require(part.window.bytes.lowerBound < first)
    }
    #expect(known.sorted { $0.key < $1.key }.map(\.value).joined() == text)
    #expect(!part.window.knowsNumbers)
  }

  @Test("of the matches in a very long line the next one is found")
  func searchInLongLine() throws {
    let text = (0..<12).map { "\($0) needle " + String(repeating: "x", count: 100_000) }.joined()
    let path = directory.write(Array(text.utf8), to: "line.txt")
    let query = try #require(TextQuery("needle"))
    for (from, isForward, word) in [
      (0, true, "0 needle"), (2 << 16, true, "2 needle"), (text.utf8.count, false, "11 needle"),
      (7 << 16, false, "4 needle"),
    ] {
      let found = try part(.match(query, from: from, isForward: isForward), of: path)
      #expect(found?.line?.contains(word) == true, "\(word)")
    }
    let short = directory.write(Array(("a\n" + text).utf8), to: "second.txt")
    #expect(try part(.line(1), of: short)?.start.block == 2)
  }

  @Test("a match is found in both directions and past the ends")
  func search() throws {
    let lines = (0..<60_000).map { "line \($0) " + String(repeating: "x", count: $0 % 90) }
    let path = directory.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "big.log")
    let middle = try #require(try part(.line(30_000), of: path)).start.block
    for (words, isForward, line) in [
      ("line 3", true, 30_000), ("LINE 3", true, nil), ("line 3", false, 3_999),
      ("line 12 ", true, 12), ("line 59999", false, 59_999), ("nothing", true, nil),
      ("nothing", false, nil), ("0 line", true, nil),
    ] as [(String, Bool, Int?)] {
      let query = try #require(TextQuery(words))
      let found = try part(.match(query, from: middle, isForward: isForward), of: path)
      #expect(found?.line == line.map { lines[$0] }, "\(words)")
    }
    // A search that nobody wants any more ends.
    let query = try #require(TextQuery("nothing"))
    var asked = 0
    let found = try loadPart(.match(query, from: 0, isForward: true), at: Array(path.utf8)) { _ in
      asked += 1
      return false
    }
    #expect(found == nil && asked == 1)
    // It says how far it is, also past the end.
    for isForward in [true, false] {
      var progress: [SearchProgress] = []
      let wish = TextWindow.Wish.match(query, from: middle, isForward: isForward)
      let found = try loadPart(wish, at: Array(path.utf8)) {
        progress.append($0)
        return true
      }
      let percents = progress.map(\.percent)
      #expect(found == nil && percents.count >= 4 && percents == percents.sorted())
      #expect(percents.first == 0 && percents.allSatisfy { $0 < 100 })
      #expect(progress.allSatisfy { $0.size == lines.reduce(0) { $0 + $1.utf8.count + 1 } })
    }
  }

  @Test("numbers stay right while a file grows, and after it was replaced")
  func growing() throws {
    func check(_ lines: [String]) throws {
      let text = lines.joined(separator: "\n") + "\n"
      let path = directory.write(Array(text.utf8), to: "big.log")
      let part = try #require(try part(.end, of: path))
      #expect(part.lines.last == lines.last && part.window.lineCount == lines.count)
      #expect(part.window.linesBefore + part.lines.count == lines.count)
    }
    let lines = (0..<200_000).map { "entry \($0)" }
    try check(Array(lines[..<120_000]))
    try check(lines)
    // As long, with other lines.
    try check(lines.map { String($0.reversed()) })
    try check(Array(lines[..<3]))
  }

  @Test("who follows a file does not wait until its lines are counted")
  func countedLater() throws {
    let start = String(repeating: "some words\n", count: 10_000)
    let path = directory.write(Array(start.utf8), to: "huge.log")
    // A hole, whose bytes take long to be counted.
    try #require(truncate(path, 64 << 30) == 0)
    let bytes = Array(path.utf8)
    for number in 1...3 {
      let found = try loadPart(.end, at: bytes, isReload: true) { _ in true }
      #expect(found != nil)
      let file = try OpenedPath(bytes)
      let counted = LineIndex.use(of: TextFile(file, path: bytes), file.status, at: bytes) {
        $0.counted
      }
      let most = number * TextFile.piecesOfReload * LineIndex.pieceBytes
      #expect(counted > 0 && counted <= most)
    }
  }

  @Test("a large text opens as its first part, in place of a note that it is cut off")
  func opened() throws {
    var limits = TreeLimits()
    limits.fileBytes = 1_000
    limits.opensParts = true
    let text = String(repeating: "some words\n", count: 1_000)
    for (name, hasPart) in [("t.txt", true), ("t.md", true), ("short.txt", false)] {
      let bytes = Array((hasPart ? text : "short").utf8)
      let path = directory.write(bytes, to: name)
      let page = loadTreePage(path: Array(path.utf8), ancestors: [], limits: limits)
      guard case .document(_, let document) = page else { throw NoPart() }
      #expect((document.window != nil) == hasPart, "\(name)")
    }
    let binary = directory.write([UInt8](repeating: 0, count: 2_000), to: "b.bin")
    let page = loadTreePage(path: Array(binary.utf8), ancestors: [], limits: limits)
    guard case .document(_, let document) = page else { throw NoPart() }
    #expect(document.window == nil && document.isBinary)
  }
}
