import NavBase
import NavContent
import NavSystem
import NavTestKit
import Testing

/// The outline of JSON compared with a simple parse of the whole.
@Suite struct JSONTwinTests {
  private indirect enum Value {
    case word(String), string(String), array([Value]), object([(String, Value)])
  }

  @Test(arguments: wanted(0..<150))
  func everyValueIsWhereItBelongs(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let value = value(depth: 0, using: &random)
    var limits = DataLimits()
    limits.entries = .random(in: 3...6, using: &random)
    limits.landmarkBytes = .random(in: 1...40, using: &random)
    let document = DataDocument(text(of: value, using: &random), .json, limits)
    #expect(document.progress.fault == nil, "seed \(seed)")
    check(value, at: "", of: document, limits, seed)
  }

  private func check(
    _ value: Value,
    at path: String,
    of document: DataDocument,
    _ limits: DataLimits,
    _ seed: UInt64
  ) {
    let children: [(String?, Value)]
    switch value {
    case .word(let text), .string(let text):
      guard case .text(let page) = document.page(at: path.utf8).body else {
        Issue.record("seed \(seed): \(path) is no text")
        return
      }
      let lines = page.blocks.compactMap { block -> [String]? in
        if case .code(let code) = block { code.lines.map(\.text) } else { nil }
      }
      var expected = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if expected.last == "" { expected.removeLast() }
      #expect(lines == [expected], "seed \(seed): \(path)")
      return
    case .array(let values): children = values.map { (nil, $0) }
    case .object(let values): children = values.map { ($0.0, $0.1) }
    }
    var paths: [String] = []
    if children.count > limits.entries {
      for entry in document.entries(at: path) {
        let range = path + "/" + String(decoding: entry.key, as: UTF8.self)
        paths += document.entries(at: range).map {
          range + "/" + String(decoding: $0.key, as: UTF8.self)
        }
      }
    } else {
      paths = document.entries(at: path).map {
        path + "/" + String(decoding: $0.key, as: UTF8.self)
      }
    }
    #expect(paths.count == children.count, "seed \(seed): \(path)")
    for (path, child) in zip(paths, children) {
      check(child.1, at: path, of: document, limits, seed)
    }
  }

  // MARK: Search

  @Test("a search finds what a walk through all pages finds", arguments: wanted(0..<200))
  func searchesFindWhatIsShown(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let long = (0..<600).map { _ in
      ["a", "ä", "\\n", "x y ", "\\\""].randomElement(using: &random) ?? ""
    }
    let inner = text(of: value(depth: 0, using: &random), using: &random)
    let text = "{\"long\":[\"\(long.joined())b😀\"],\"a/~\":\(inner)}"
    var limits = DataLimits()
    limits.entries = .random(in: 3...6, using: &random)
    limits.landmarkBytes = .random(in: 1...40, using: &random)
    limits.keptEntries = .random(in: 1...50, using: &random)
    let words = [
      "a", "B", "ä", "😀", "x y", "b😀", ": ", "1", "null", "~1", "\"", "\\", "a: ", "] ", "long",
      "a/~", "a b",
    ]
    let query = try #require(TextQuery(words.randomElement(using: &random) ?? "a"))
    for format in [DataDocument.Format.json, .lines, .yaml] {
      let document = DataDocument(
        format == .lines ? text.replacing("\n", with: " ") : text,
        format,
        limits
      )
      var found: [[[UInt8]]] = []
      document.search(for: query) { place, _ in
        if let place { found.append(place.visit.keys) }
        return true
      }
      let shown = walk(document, at: [], for: query)
      #expect(found == shown, "seed \(seed), \(format): \(query.text) in \(text)")
      var first: [[[UInt8]]] = []
      document.search(for: query) { place, _ in
        if let place { first.append(place.visit.keys) }
        return first.isEmpty
      }
      #expect(first == Array(shown.prefix(1)), "seed \(seed), \(format)")
    }
  }

  @Test(
    "a sequence is searched as it is shown, also with a fault",
    arguments: [
      ("{\"a\": \"x\"}\nbad x\n{\"b\": [1, \"x\"]}\nx\n\"x\"\n", .lines),
      ("{\"a\": \"x\"}\n{\"b\": [1, \"x\"]}\n", .json),
      ("{\n\"a\": \"x\"\n}\n{\"b\": [1, \"x\"]}", .json),
    ] as [(String, DataDocument.Format)]
  )
  func sequences(text: String, format: DataDocument.Format) throws {
    var limits = DataLimits()
    limits.entries = 3
    let document = DataDocument(text, format, limits)
    let query = try #require(TextQuery("x"))
    var found: [[[UInt8]]] = []
    document.search(for: query) { place, _ in
      if let place { found.append(place.visit.keys) }
      return true
    }
    #expect(found.count >= 2 && found == walk(document, at: [], for: query), "\(found)")
  }

  private func walk(
    _ document: DataDocument,
    at keys: [[UInt8]],
    for query: TextQuery
  ) -> [[[UInt8]]] {
    func page(_ keys: [[UInt8]]) -> PageContent { document.page(at: keys.flatMap { [0x2F] + $0 }) }
    var found: [[[UInt8]]] = []
    for entry in page(keys).list?.entries ?? [] {
      let here = keys + [entry.key]
      let isRange = entry.key.starts(with: "~r".utf8)
      if !isRange, query.isFound(in: entry.label) {
        found.append(here)
      } else if entry.opens == .text, entry.label.hasSuffix("…") {
        let isFound = page(here).document.blocks.contains { block in
          guard case .code(let code) = block else { return false }
          return query.isFound(in: code.lines.map(\.text).joined(separator: "\n"))
        }
        if isFound { found.append(here) }
      }
      if entry.opens == .list { found += walk(document, at: here, for: query) }
    }
    return found
  }

  @Test(
    "the time of a search grows with the length of the document",
    arguments: [DataDocument.Format.json, .yaml]
  )
  func searchesAreLinear(format: DataDocument.Format) throws {
    func time(_ count: Int) throws -> Duration {
      let values = (0..<count).map { "{\"id\": \($0), \"v\": [\"item \($0)\", {\"d\": 1.5}]}" }
      let document = DataDocument("[\(values.joined(separator: ",\n"))]", format)
      let query = try #require(TextQuery("item \(count - 1)"))
      let start = threadProcessorTime()
      var places: [FoundPlaces.Place] = []
      document.search(for: query) { place, _ in
        if let place { places.append(place) }
        return true
      }
      #expect(places.map(\.label) == ["0: \"item \(count - 1)\""])
      return threadProcessorTime() - start
    }
    let ratio = try time(48_000) / max(try time(4_000), .milliseconds(1))
    #expect(ratio < 50, "\(ratio) times as long")
  }

  // MARK: Documents

  private func value(depth: Int, using random: inout SplitMix64) -> Value {
    let count = Int.random(in: 0...9, using: &random)
    switch Int.random(in: 0...(depth > 3 ? 1 : 4), using: &random) {
    case 0:
      return .word(
        ["0", "-1.5e3", "true", "false", "null", "12"].randomElement(using: &random) ?? "0"
      )
    case 1: return .string(string(using: &random))
    case 2: return .array((0..<count).map { _ in value(depth: depth + 1, using: &random) })
    default:
      return .object(
        (0..<count).map { _ in (string(using: &random), value(depth: depth + 1, using: &random)) }
      )
    }
  }

  private func string(using random: inout SplitMix64) -> String {
    let pieces = ["a", "b", "/", "~", "~1", "\"", "\\", "\n", "ä", "😀", "x y", "]", "{", ","]
    return (0..<Int.random(in: 0...4, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private func text(of value: Value, using random: inout SplitMix64) -> String {
    let blank = ["", " ", "\n", "\t "].randomElement(using: &random) ?? ""
    switch value {
    case .word(let text): return blank + text
    case .string(let text): return blank + quoted(text, using: &random)
    case .array(let values):
      return blank + "["
        + values.map { self.text(of: $0, using: &random) }.joined(separator: ",") + blank + "]"
    case .object(let values):
      let fields = values.map { key, value in
        quoted(key, using: &random) + blank + ":" + text(of: value, using: &random)
      }
      return "{" + blank + fields.joined(separator: ",") + "}" + blank
    }
  }

  private func quoted(_ text: String, using random: inout SplitMix64) -> String {
    let units = text.utf16.map { unit -> String in
      let hex = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }
    if Bool.random(using: &random) { return "\"" + units.joined() + "\"" }
    let escaped = text.map { character -> String in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      default: String(character)
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  // MARK: Validity

  @Test(arguments: wanted(0..<400))
  func whatIsJSONIsJSON(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "1", "0", "-", ".5", "e2", "true", "nul", "null", " ",
      "\"", "\\", "\n", "\u{1}", "a",
    ]
    let text = (0..<Int.random(in: 0...12, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    var twin = Twin(rest: Array(text.utf8)[...])
    let isValid = twin.value() && twin.isAtEnd
    let document = DataDocument(text)
    #expect((document.progress.fault == nil) == isValid, "seed \(seed): \(text.debugDescription)")
  }

  /// A reference implementation that decides by the grammar whether bytes are JSON.
  private struct Twin {
    var rest: ArraySlice<UInt8>

    var isAtEnd: Bool {
      mutating get {
        blanks()
        return rest.isEmpty
      }
    }

    mutating func blanks() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }

    mutating func value() -> Bool {
      blanks()
      if take("true") || take("false") || take("null") { return true }
      switch rest.first {
      case UInt8(ascii: "\""): return string()
      case UInt8(ascii: "["): return container("[", "]") { $0.value() }
      case UInt8(ascii: "{"):
        return container("{", "}") { twin in
          twin.blanks()
          guard twin.string() else { return false }
          twin.blanks()
          return twin.take(":") && twin.value()
        }
      default: return number()
      }
    }

    mutating func container(_ open: String, _ close: String, _ item: (inout Twin) -> Bool) -> Bool {
      guard take(open) else { return false }
      blanks()
      if take(close) { return true }
      while true {
        guard item(&self) else { return false }
        blanks()
        if take(close) { return true }
        guard take(",") else { return false }
      }
    }

    mutating func string() -> Bool {
      guard take("\"") else { return false }
      while let byte = rest.popFirst() {
        if byte == 0x22 { return true }
        if byte < 0x20 { return false }
        guard byte == 0x5C else { continue }
        guard let letter = rest.popFirst() else { return false }
        if letter == UInt8(ascii: "u") {
          let digits = rest.prefix(4)
          guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
          else {
            return false
          }
          rest = rest.dropFirst(4)
        } else if !Array("\"\\/bfnrt".utf8).contains(letter) {
          return false
        }
      }
      return false
    }

    mutating func digits() -> Bool {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count > 0
    }

    mutating func number() -> Bool {
      _ = take("-")
      if !take("0") {
        guard digits() else { return false }
      }
      if take(".") { guard digits() else { return false } }
      if take("e") || take("E") {
        _ = take("+") || take("-")
        return digits()
      }
      return true
    }
  }
}
