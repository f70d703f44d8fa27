import NavBase
import NavTestKit
import Testing

@testable import NavContent

/// Sequences of JSON texts to which a program appends.
@Suite struct DataGrowthTests {
  private let directory = TemporaryDirectory()

  private static var limits: DataLimits {
    var limits = DataLimits()
    limits.entries = 20
    return limits
  }

  private func write(_ text: some Sequence<UInt8>) -> String {
    directory.write(Array(text), to: "log.jsonl")
  }

  @Test(
    "a sequence that grows, in pieces of any length, is as one that is read anew",
    arguments: wanted(0..<8)
  )
  func twin(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let values = (0..<90).map { number in
      generator.pick([
        "{\"a\": [\(number), {}]}", "[\(number)]", "\(number)", "\"w\"", "{\"cut\": ",
      ])
    }
    let text = Array((values.joined(separator: "\n") + "\n").utf8)
    var end = generator.int(in: 1...100)
    let path = write(text[..<end])
    let document = try DataDocument(path: path, limits: Self.limits)
    document.readAll()
    while end < text.count {
      end = min(text.count, end + generator.int(in: 1...200))
      _ = write(text[..<end])
      #expect(document.grow(to: end) == .hasMore)
      document.readAll()
      let fresh = try DataDocument(path: path, limits: Self.limits)
      fresh.readAll()
      let keys = fresh.entries().map { "/" + String(decoding: $0.key, as: UTF8.self) }
      for page in [""] + keys {
        #expect(document.lines(at: page) == fresh.lines(at: page), "\(page) of \(end) bytes")
      }
    }
  }

  @Test("of a sequence that grows only what was appended is read")
  func appended() throws {
    let lines = (0..<200).map { "\"line \(1_000 + $0)\"" }
    let document = try DataDocument(path: write((lines.joined(separator: "\n") + "\n").utf8))
    document.readAll()
    #expect(document.lines().count == lines.count)
    // A reader of the whole file would find other lines in the middle.
    let other = lines.indices.map { (50..<100).contains($0) ? "\"nobody's\" " : lines[$0] }
    let text = Array((other + ["\"last\""]).joined(separator: "\n").utf8)
    _ = write(text)
    #expect(document.grow(to: text.count) == .hasMore)
    document.readAll()
    #expect(
      document.lines() == lines.indices.map { "\($0): " + lines[$0] } + ["200: \"last\""]
    )
    #expect(document.lines(at: "/200") == ["/200", "last"])
  }

  @Test("a path leads to its value also when its list has become long or short since")
  func paths() throws {
    func text(_ count: Int) -> String { (0..<count).map { "[\($0)]\n" }.joined() }
    let document = try DataDocument(path: write(text(20).utf8), limits: Self.limits)
    document.readAll()
    #expect(document.lines(at: "/19") == ["0: 19"])
    let grown = text(45)
    _ = write(grown.utf8)
    #expect(document.grow(to: grown.utf8.count) == .hasMore)
    document.readAll()
    #expect(document.lines().first == "0 … 19 20")
    #expect(document.lines(at: "/19") == ["0: 19"])
    #expect(document.lines(at: "/19/0") == ["/19/0", "19"])
    #expect(document.lines(at: "/40") == ["0: 40"])
    #expect(document.place(of: "/19".utf8)?.line == 19)
    for path in ["/45", "/-1", "/~r60-79"] {
      #expect(document.lines(at: path).first?.hasPrefix("Nothing is at ") == true, "\(path)")
      #expect(document.place(of: path.utf8) == nil, "\(path)")
    }
    let short = DataDocument(text(5), .lines, Self.limits)
    #expect(short.lines(at: "/~r0-19/3") == ["0: 3"])
    let map = "{" + (0..<30).map { "\"k\($0)\": [\($0)]" }.joined(separator: ", ") + "}"
    #expect(DataDocument(map, .json, Self.limits).lines(at: "/k25") == ["0: 25"])
  }

  @Test("a document is kept while it grows, and opened again when it was written anew")
  func cache() throws {
    let cache = DocumentCache(changed: { _ in })
    let path = write("1\n2\n".utf8)
    let document = try cache.document(at: path, for: 1)
    #expect(document.lines() == ["0: 1", "1: 2"])
    _ = write("1\n2\n3\n".utf8)
    #expect(try cache.document(at: path, for: 1) === document)
    #expect(document.lines() == ["0: 1", "1: 2", "2: 3"])
    _ = write("{\"other\": 1}\n2\n".utf8)
    let other = try cache.document(at: path, for: 1)
    #expect(other !== document && other.lines() == ["0 {1}", "1: 2"])
    let text = "{\"a\": 1}"
    let whole = try DataDocument(path: directory.write(Array(text.utf8), to: "whole.json"))
    whole.readAll()
    directory.write(Array((text + " ").utf8), to: "whole.json")
    #expect(whole.grow(to: text.utf8.count + 1) == .reopened)
  }
}
