import NavTestKit
import Testing

@testable import NavSystem

@Suite("The positions of keys in a file")
struct KeyPositionsTests {
  @Test(
    "keys by line and column",
    arguments: [
      ("a = 1\n b=2", ["a": "1:1", "b": "2:2"]),
      (
        "[t]\na = 1\n[u.v]\na = 1",
        ["t": "1:2", "t/a": "2:1", "u": "3:2", "u/v": "3:4", "u/v/a": "4:1"]
      ),
      ("[[t]]\na = 1\n[[t]]\na = 2", ["t": "1:3", "t/a": "2:1"]),
      ("a . \"b c\" . 'd' = 1", ["a": "1:1", "a/b c": "1:5", "a/b c/d": "1:13"]),
      ("a = \"# [x]\\\" y = 1\" # z = 1\nb = 2", ["a": "1:1", "b": "2:1"]),
      ("a = 'x\\' # y\nb = ''\nc = \"\"", ["a": "1:1", "b": "2:1", "c": "3:1"]),
      ("a = \"\"\"\nx = 1\n\\\"\"\" \"\" y\"\"\"\"\"\nb = 1", ["a": "1:1", "b": "4:1"]),
      ("a = '''\nx = 1\\'''\nb = 1", ["a": "1:1", "b": "3:1"]),
      ("a = [ # x ]\n  1, 'y]', [2, {c = 3}],\n]\nb = 1", ["a": "1:1", "a/c": "2:17", "b": "4:1"]),
      (
        "a = { b = {c=1}, d.e = [1] }\nf = 1",
        ["a": "1:1", "a/b": "1:7", "a/b/c": "1:12", "a/d": "1:18", "a/d/e": "1:20", "f": "2:1"]
      ),
      ("\u{FEFF}a = 1\r\nb = 1", ["a": "1:1", "b": "2:1"]),
      (
        "\"\u{1F469}\u{200D}\u{1F680}\" = 1\nx = { \"e\u{301}\" = 1, y = 2 }",
        ["x": "2:1", "x/y": "2:17"]
      ),
      ("when = 2026-01-01 07:30:00 # x\nb = 1", ["when": "1:1", "b": "2:1"]),
    ] as [(String, [String: String])]
  )
  func keys(text: String, places: [String: String]) {
    let positions = KeyPositions(in: text)
    for (path, place) in places {
      let position = positions[path.split(separator: "/").map(String.init)]
      #expect("\(position.line):\(position.column)" == place, "\(path)")
    }
  }

  @Test("without a position of its own, a key has that of its nearest ancestor")
  func nearest() {
    let positions = KeyPositions(in: "\n[a]\nb = 1")
    #expect(positions[["a", "c", "d"]] == KeyPositions.Position(line: 2, column: 2))
    #expect(positions[["x"]] == KeyPositions.Position())
    #expect(positions[[]] == KeyPositions.Position())
  }

  @Test("a generated text with known positions")
  func generated() throws {
    try forSeeds(0..<200) { generator in
      var writer = Writer()
      for _ in 0..<Int.random(in: 1...8, using: &generator) { writer.writeTable(&generator) }
      // The text is TOML.
      _ = try ConfigurationDocument(Array(writer.text.utf8))
      let positions = KeyPositions(in: writer.text)
      for (path, position) in writer.places {
        try demand(positions[path] == position, "\(path): \(positions[path])\n\(writer.text)")
      }
    }
  }

  /// Writes TOML piece by piece, and records the positions of its keys.
  private struct Writer {
    private(set) var text = ""
    private(set) var places: [[String]: KeyPositions.Position] = [:]
    private var count = 0

    private var here: KeyPositions.Position {
      let line = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      return KeyPositions.Position(line: line.count, column: (line.last?.count ?? 0) + 1)
    }

    private mutating func writeKey(in path: [String], _ generator: inout SplitMix64) -> [String] {
      count += 1
      let name = "k\(count)"
      places[path + [name]] = here
      text += [name, "\"\(name)\"", "'\(name)'"].randomElement(using: &generator) ?? name
      text += ["", " ", "\t"].randomElement(using: &generator) ?? ""
      return path + [name]
    }

    mutating func writeTable(_ generator: inout SplitMix64) {
      text += ["[", "[[", "[ "].randomElement(using: &generator) ?? "["
      let isList = text.hasSuffix("[[")
      let path = writeKey(in: [], &generator)
      text += isList ? "]]" : "]"
      text += ["\n", " # [x] = 1\n", "\n\n"].randomElement(using: &generator) ?? "\n"
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        writeEntry(in: path, depth: 0, &generator)
        text += ["\n", " # y = 'z\n", "\n \t\n"].randomElement(using: &generator) ?? "\n"
      }
    }

    private mutating func writeEntry(
      in path: [String],
      depth: Int,
      _ generator: inout SplitMix64
    ) {
      var path = writeKey(in: path, &generator)
      if Bool.random(using: &generator) {
        text += "."
        path = writeKey(in: path, &generator)
      }
      text += ["=", "= "].randomElement(using: &generator) ?? "="
      writeValue(of: path, depth: depth, &generator)
    }

    private mutating func writeValue(
      of path: [String],
      depth: Int,
      _ generator: inout SplitMix64
    ) {
      switch Int.random(in: 0..<(depth < 3 ? 4 : 2), using: &generator) {
      case 0:
        text +=
          [
            "1", "-2.5e3", "true", "2026-01-01 07:30:00", "0x1F",
          ].randomElement(using: &generator) ?? "1"
      case 1:
        text +=
          [
            "\"\"", "''", "\"a # ] } \\\" = \\\\\"", "'\\'", "\"\"\"\nq = 1 \\\"\"\"\"",
            "\"\"\"a\"\"\"\"\"", "'''\n[t]\n'\n'''", "\"\u{1F680}é\"",
          ].randomElement(using: &generator) ?? "''"
      case 2:
        text += "["
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          writeValue(of: path, depth: depth + 1, &generator)
          text += [",", " ,\n", ", # ]\n"].randomElement(using: &generator) ?? ","
        }
        text += "]"
      default:
        text += "{"
        for index in 0..<Int.random(in: 0...3, using: &generator) {
          if index > 0 { text += ", " }
          writeEntry(in: path, depth: depth + 1, &generator)
        }
        text += "}"
      }
    }
  }

  @Test("any text is read to its end")
  func garbage() throws {
    let pieces = [
      "[", "]", "{", "}", "\"", "'", "\"\"\"", "'''", "\\", "=", ".", ",", "#", "\n", "a", " ",
    ]
    try forSeeds(0..<500) { generator in
      let text = (0..<Int.random(in: 0...40, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let position = KeyPositions(in: text)[["a"]]
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      try demand(position.line <= lines.count, text)
    }
  }
}

@Suite("The tables and keys of the configuration file")
struct SchemaTests {
  @Test("the tables of the file, for all readers")
  func tables() {
    let schema = ConfigurationSchema([.init("viewer", keys: ["theme", "fps"])])
    let tables: [(name: String, problem: String)] = [
      ("theme", "theme stands in no table: write it below [viewer]"),
      ("viewers", "navd has nothing of that name to configure: did you mean [viewer]?"),
      (
        "network",
        "navd has nothing of that name to configure: the tables are [state], [limits], [control], "
          + "[metrics], [log], [viewer]"
      ),
    ]
    for (name, problem) in tables { #expect(schema.problem(ofTable: name) == problem) }
    #expect(schema.isForeign("limits") && schema.isForeign("state") && schema.isForeign("control"))
    #expect(schema.isForeign("metrics"))
    #expect(!schema.isForeign("viewer") && !schema.isForeign("network"))
    #expect(
      schema.problem(ofKey: "thme", in: "viewer") == "[viewer] has no such key: did you mean theme?"
    )
    #expect(
      schema.problem(ofKey: "x", in: "viewer")
        == "[viewer] has no such key: its keys are theme, fps"
    )
  }
}
