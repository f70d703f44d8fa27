import NavBase
import NavContent
import NavSystem
import Testing

/// JSON as lists and texts.
@Suite struct JSONOutlineTests {
  @Test func listsDescribeTheirContent() {
    let document = DataDocument(
      #"{"name": "a\nb", "n": -1.50e+3, "ok": true, "no": null, "list": [1, [], {}], "": {"x": 1}}"#
    )
    #expect(
      document.lines() == [
        "name: \"a b\"", "n: -1.50e+3", "ok: true", "no: null", "list [3]", "\"\" {1}",
      ]
    )
    #expect(document.lines(at: "/list") == ["0: 1", "1 [0]", "2 {0}"])
    #expect(document.lines(at: "/list/1") == ["-- empty"])
    #expect(document.lines(at: "/name") == ["/name", "a", "b"])
    #expect(document.lines(at: "/~e") == ["x: 1"])
    #expect(document.lines(at: "/~e/x") == ["//x", "1"])
    #expect(
      document.entries().map { $0.opens == .list } == [false, false, false, false, true, true]
    )
  }

  @Test(arguments: [
    (#""a\u00e4\ud83d\ude00""#, "aä😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"),
    (#""\ud83dA""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
    (#""\"\\\/\b\f\r\t""#, "\"\\/\u{FFFD}\u{FFFD}"), (#""\u001b[31m""#, "\u{FFFD}[31m"),
    ("0.10", "0.10"), ("1E400", "1E400"), ("-0", "-0"), ("false", "false"),
  ])
  func scalarsAreDecoded(json: String, text: String) {
    #expect(DataDocument(json).lines().first?.hasPrefix(text) == true, "\(json)")
    let inside = DataDocument("[\(json)]").lines(at: "/0")
    #expect(inside.first == "/0")
    #expect(inside.dropFirst().first?.hasPrefix(text) == true, "\(json)")
  }

  @Test(
    "the place of a value in the text is where its key begins",
    arguments: [
      ("", 0, 0), ("/a", 1, 2), ("/b", 2, 2), ("/b/x/1", 3, 13), ("/b/y", 4, 4), ("/b/y/z", 4, 10),
      ("/b/y/ü", 4, 20), ("/c", nil, 0), ("/a/c", nil, 0), ("/long/~r4-7/5", 7, 15),
    ] as [(String, Int?, Int)]
  )
  func places(path: String, line: Int?, column: Int) {
    let text =
      "{\n  \"a\": 1,\n  \"b\": {\n    \"x\": [1, 2],\n    \"y\": {\"z\": \"ä\", \"ü\": true}\n"
      + "  },\n  \"long\": [\n1, 2, 3, 4, 5, 6, 7, 8, 9]\n}\n"
    var limits = DataLimits()
    limits.entries = 4
    let place = DataDocument(text, .json, limits).place(of: path.utf8)
    #expect(place?.line == line && place?.column ?? 0 == column)
  }

  @Test func aPageIsKnownWhenItIsReadOrCannotAppear() {
    let document = DataDocument(Array(#"{"a": [1], "b": 2}"#.utf8), format: .json)
    let pages = ["", "/a", "/none"].map(\.utf8)
    #expect(pages.allSatisfy { !document.isKnown(at: $0) })
    document.readAll()
    #expect(pages.allSatisfy { document.isKnown(at: $0) })
  }

  @Test func invalidUTF8IsReplaced() {
    let document = DataDocument([0x5B, 0x22, 0x61, 0xFF, 0x62, 0x22, 0x5D], format: .json)
    document.readAll()
    #expect(document.progress.fault == nil)
    #expect(document.lines() == ["0: \"a\u{FFFD}b\""])
  }

  @Test func duplicateKeysAreKept() {
    let document = DataDocument(#"{"a": 1, "a": {"b": 2}, "a/b": 3, "m~n": 4, "a~1b": 5}"#)
    #expect(
      document.entries().map { String(decoding: $0.key, as: UTF8.self) }
        == ["a", "a~:2", "a~1b", "m~0n", "a~01b"]
    )
    #expect(document.lines(at: "/a") == ["/a", "1"])
    #expect(document.lines(at: "/a~:2") == ["b: 2"])
    #expect(document.lines(at: "/a~:2/b") == ["/a/b", "2"])
    #expect(document.lines(at: "/a~1b") == ["/a~1b", "3"])
    #expect(document.lines(at: "/m~0n") == ["/m~0n", "4"])
    #expect(document.lines(at: "/a~01b") == ["/a~01b", "5"])
    #expect(DataDocument.pointer(of: "/a~:2/~e/x".utf8) == "/a//x")
  }

  @Test func missingEntriesAreReported() {
    let document = DataDocument(#"{"a": 1}"#)
    for path in ["/b", "/a/b", "/0", "/~r0-5"] {
      #expect(document.lines(at: path).first?.hasPrefix("Nothing is at ") == true, "\(path)")
    }
  }

  @Test func longKeysAreNamedByTheirNumber() {
    let key = String(repeating: "k", count: 300)
    let document = DataDocument("{\"a\": 0, \"\(key)\": {\"x\": 1}}")
    #expect(document.entries().last?.key == Array("~i1".utf8))
    #expect(document.lines(at: "/~i1") == ["x: 1"])
    #expect(document.lines(at: "/~i1/x") == ["/…/x", "1"])
    let just = DataDocument("{\"\(key.prefix(256))\": 1}")
    #expect(just.entries().first?.key.count == 256)
  }

  // MARK: Faults

  @Test(arguments: [
    ("", 1, 1, "empty"), ("  \n ", 2, 2, "empty"), ("[1,]", 1, 4, "expected a value"),
    ("[1 2]", 1, 4, "expected , or ]"), ("{\"a\" 1}", 1, 6, "expected :"),
    ("{\"a\": 1,\n}", 2, 1, "expected a key"), ("{a: 1}", 1, 2, "expected a key"),
    ("[1\n, 2", 2, 4, "ends here: expected , or ]"), ("[\"a", 1, 4, "at the end of the string"),
    ("1 2", 1, 3, "nothing more"), ("[tru]", 1, 5, "expected true"),
    ("[01]", 1, 3, "expected , or ]"),
    ("[1.]", 1, 4, "expected a digit"), ("-", 1, 2, "expected a digit"),
    ("[\"ä\\x\"]", 1, 5, "unknown escape"), ("[\"\\u12g4\"]", 1, 7, "four hexadecimal"),
    ("[\"a\tb\"]", 1, 4, "control character"), ("'a'", 1, 1, "expected a value"),
    ("// c\n1", 1, 1, "expected a value"), ("]", 1, 1, "expected a value"),
    ("{", 1, 2, "ends here"),
  ])
  func faultsSayWhereAndWhat(json: String, line: Int, column: Int, problem: String) throws {
    let document = DataDocument(json)
    let fault = try #require(document.progress.fault)
    #expect((fault.line, fault.column) == (line, column), "\(json): \(fault)")
    #expect(fault.problem.contains(problem), "\(json): \(fault)")
    #expect(document.lines().contains { $0.contains("outline:\(line):\(column): ") }, "\(json)")
  }

  @Test func contentBeforeAFaultIsShown() {
    let document = DataDocument(#"{"a": [1, {"b": 2, "c": [3, nul"#)
    #expect(document.lines().first == "a [1…]")
    #expect(Array(document.lines(at: "/a").prefix(2)) == ["0: 1", "1 {1…}"])
    #expect(Array(document.lines(at: "/a/1").prefix(2)) == ["b: 2", "c [1…]"])
    #expect(document.lines(at: "/a/1/c").first == "0: 3")
    for path in ["", "/a", "/a/1", "/a/1/c"] {
      #expect(document.lines(at: path).contains("-- shown as far as it can be read"), "\(path)")
    }
  }

  @Test func aFaultInALongLineShowsItsSurroundings() throws {
    let document = DataDocument("[" + String(repeating: "1, ", count: 50_000) + "oops]")
    let fault = try #require(document.progress.fault)
    #expect(fault.column == 150_002)
    #expect(fault.excerpt.hasPrefix("…") && fault.excerpt.contains("oops"))
  }

  // MARK: Lines

  @Test func eachLineIsAValue() {
    let document = DataDocument("{\"a\": 1}\n\n[2]\r\n3\n\"x\"", .lines)
    #expect(document.lines() == ["0 {1}", "1 [1]", "2: 3", "3: \"x\""])
    #expect(document.lines(at: "/0") == ["a: 1"])
    #expect(document.lines(at: "/3") == ["/3", "x"])
  }

  /// Texts with faults: what can be read is shown, and each fault in its place.
  @Test(
    arguments: [
      (
        "{\"t\":1}\nServer starts\n{\"t\":2}\n{\"t\":3}\n",
        ["0 {1}", "1: ⚠ line 2: Server starts", "2 {1}", "3 {1}"]
      ),
      ("2026-11-28 start\n[]", ["0: ⚠ line 1: 2026-11-28 start", "1 [0]"]),
      ("oops\n\n{}\nlast", ["0: ⚠ line 1: oops", "1 {0}", "2: ⚠ line 4: last"]),
      ("{\"a\": 1\n{\"b\": [2]}", ["0: ⚠ line 1: {\"a\": 1", "1 {1}"]),
      ("{\"a\":\n{\"b\": 2}\n[3]", ["0: ⚠ line 1: {\"a\":", "1 {1}", "2 [1]"]),
      ("[\"a\nb\"]\r\n[1]", ["0: ⚠ line 1: [\"a", "1: ⚠ line 2: b\"]", "2 [1]"]),
      ("{\n \"a\": 1,\n oops,\n \"b\": [\n{\n}\n", ["0: ⚠ line 1: {", "1 {0}"]),
      (
        "[[[1, 2x]]]\ntrux\n-\n4",
        ["0: ⚠ line 1: [[[1, 2x]]]", "1: ⚠ line 2: trux", "2: ⚠ line 3: -", "3: 4"]
      ),
    ] as [(String, [String])]
  )
  func faultsAreShownInTheirPlaces(text: String, lines: [String]) {
    let document = DataDocument(text, .lines)
    #expect(document.progress.fault != nil)
    #expect(Array(document.lines().prefix(lines.count)) == lines)
    #expect(document.entries().count == lines.count)
    // The same where each range is read again.
    var limits = DataLimits()
    limits.entries = 2
    let ranges = DataDocument(text, .lines, limits)
    guard lines.count > 2 else { return }
    let shown = ranges.entries().flatMap { range in
      ranges.lines(at: "/" + String(decoding: range.key, as: UTF8.self))
        .filter { !$0.hasPrefix("-- ") }
    }
    // A range that is read from its start doesn't know the numbers of its lines.
    let expected = lines.enumerated().map { index, line in
      guard index > 1, let number = line.firstRange(of: "line "),
        let colon = line[number.upperBound...].firstIndex(of: ":")
      else { return line }
      return String(line[..<number.lowerBound] + line[colon...].dropFirst(2))
    }
    #expect(shown == expected)
  }

  /// Values one behind the other are a sequence in any file.
  @Test func severalValuesAreASequence() {
    for text in ["{\"a\": 1}\n{\"b\": 2}\n", "{\n \"a\": 1\n}{\"b\": 2}"] {
      let document = DataDocument(text)
      #expect(Array(document.lines().prefix(2)) == ["0 {1}", "1 {1}"])
      #expect(document.lines(at: "/1") == ["b: 2"])
      #expect(document.progress.fault?.problem.contains("nothing more") == true)
    }
  }

  @Test func aTruncatedLineEndsTheDocuments() {
    let document = DataDocument("{\"a\": 1}\n{\"a\": 2", .lines)
    #expect(document.progress.fault?.line == 2)
    #expect(Array(document.lines().prefix(2)) == ["0 {1}", "1 {1…}"])
  }

  // MARK: Sizes

  @Test func aLongListIsDividedIntoRanges() {
    var limits = DataLimits()
    limits.entries = 10
    let values = (0..<25).map { "{\"k\": \($0)}" }
    let document = DataDocument("[" + values.joined(separator: ",\n") + "]", .json, limits)
    #expect(document.lines() == ["0 … 9 10", "10 … 19 10", "20 … 24 5"])
    #expect(document.lines(at: "/~r20-29") == (20..<25).map { "\($0) {1}" })
    #expect(document.lines(at: "/~r10-19/13/k") == ["/13/k", "13"])
    for count in [10, 11] {
      let text = "[" + values.prefix(count).joined(separator: ",") + "]"
      let lists = DataDocument(text, .json, limits).entries().count
      #expect(lists == (count == 10 ? 10 : 2), "a list of \(count)")
    }
    var few = limits
    few.entries = 3
    for count in [9, 10] {
      let text = "[" + values.prefix(count).joined(separator: ",") + "]"
      let lines = DataDocument(text, .json, few).lines()
      #expect(lines.count == (count == 9 ? 3 : 4), "\(lines)")
    }
    let inner = DataDocument("{\"a\": [" + values.joined(separator: ",") + "]}", .json, limits)
    #expect(inner.lines(at: "/a") == ["0 … 9 10", "10 … 19 10", "20 … 24 5"])
    #expect(inner.lines(at: "/a/~r10-19/13/k") == ["/a/13/k", "13"])
    let keys = (0..<25).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
    let map = DataDocument("{\(keys)}", .json, limits)
    #expect(map.lines(at: "/~r20-29").first == "k20: 20")
    let lines = DataDocument(values.joined(separator: "\n"), .lines, limits)
    #expect(lines.lines(at: "/~r20-29/24") == ["k: 24"])
  }

  @Test func deepDocumentsNeedNoStack() {
    let depth = 100_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let document = DataDocument(text)
    #expect(document.progress.fault == nil)
    #expect(document.lines(at: String(repeating: "/0", count: 200)) == ["0 [1]"])
    let note = document.lines(at: String(repeating: "/0", count: 251)).last
    #expect(note?.contains("256 pages") == true)
  }

  @Test func deeperThanTheLimitIsAFault() {
    var limits = DataLimits()
    limits.depth = 20
    for depth in [20, 21] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let fault = DataDocument(text, .json, limits).progress.fault
      #expect((fault == nil) == (depth == 20))
    }
  }

  @Test func aHugeStringIsCut() {
    var limits = DataLimits()
    limits.textBytes = 100
    for length in [100, 101] {
      let text = String(repeating: "x", count: length)
      let lines = DataDocument("[\"\(text)\"]", .json, limits).lines(at: "/0")
      #expect((lines.count == 3) == (length == 101), "\(lines)")
    }
  }

  @Test func pagesArriveDuringReading() throws {
    let values = (0..<400_000).map { "{\"k\": \($0)}" }.joined(separator: ",")
    let document = DataDocument(Array("[\(values)]".utf8), format: .json)
    #expect(document.lines() == ["reading … 0 %"])
    #expect(document.readOn())
    let last = try #require(document.lines().last)
    #expect(last.hasPrefix("-- reading … "))
    let first = document.lines(at: "/5/k")
    #expect(first == ["/5/k", "5"] || document.lines(at: "/~r0-99999/5/k") == ["/5/k", "5"])
    document.readAll()
    #expect(
      document.lines() == [
        "0 … 99,999 100,000", "100,000 … 199,999 100,000",
        "200,000 … 299,999 100,000", "300,000 … 399,999 100,000",
      ]
    )
  }

  @Test("the time of a page does not grow with its siblings or with the pages shown before")
  func pagesOfManyValues() {
    func time(_ count: Int) -> Duration {
      let document = DataDocument(
        "{\((0..<count).map { "\"key \($0)\":[\($0)]" }.joined(separator: ","))}"
      )
      let start = threadProcessorTime()
      for index in 0..<count { _ = document.page(at: "/key \(index)/0".utf8) }
      return threadProcessorTime() - start
    }
    // Twelve times the values would take 144 times as long if each looked at all others.
    let ratio = time(24_000) / max(time(2_000), .milliseconds(1))
    #expect(ratio < 50, "\(ratio) times as long")
  }
}
