import NavBase
import NavContent
import NavTestKit
import Testing

@Suite("Scene files: mistakes and their locations")
struct SceneFileErrorTests {
  private func failure(
    _ text: String,
    _ limits: SceneFile.Limits = SceneFile.Limits()
  ) -> ContentError? {
    do throws(ContentError) {
      _ = try SceneFile.parse(text, path: "/no/app.yaml", limits: limits)
      return nil
    } catch {
      return error
    }
  }

  private func fault(_ text: String, _ limits: SceneFile.Limits = SceneFile.Limits()) -> SceneFault?
  {
    guard case .malformed(_, let fault) = failure(text, limits) else { return nil }
    return fault
  }

  @Test(
    "an error contains the location, the line and what to do",
    arguments: [
      ("", 1, 1, "begin with"), ("# only a comment", 1, 1, "begin with"),
      ("a", 1, 1, "is a map"), ("[1]", 1, 1, "is a map"), ("title: a", 1, 1, "without content"),
      ("\n\nnope: a", 3, 1, "has no key 'nope'"), ("{text: a, list: b}", 1, 1, "keep one of"),
      ("text: [a]", 1, 7, "is a text"), ("? [a]\n: b", 1, 3, "has no key"),
      ("text: a\n---\ntext: b", 2, 1, "document"), ("text: 'a", 1, 9, "YAML"),
      ("text: a\ntext: b", 1, 1, "twice"), ("text: a\n\tb: c", 2, 1, "YAML"),
      ("text: a\u{0}b", 1, 8, "control characters"), ("text: a\n  x: \u{1}", 2, 6, "control"),
      ("pager: {}", 1, 8, "'pages' or 'numbered'"), ("pager: {pages: []}", 1, 16, "no page"),
      ("pager: {pages: {}}", 1, 16, "is a list"), ("pager: {pages: [a]}", 1, 17, "is a map"),
      ("pager: {numbered: {count: 0}}", 1, 27, "1 to 1000000"),
      ("pager: {numbered: {count: 1000001}}", 1, 27, "1 to 1000000"),
      ("pager: {numbered: {count: many}}", 1, 27, "1 to 1000000"),
      ("pager: {numbered: {}}", 1, 19, "need a 'count'"),
      ("pager: {numbered: {count: 1}, pages: [{text: a}]}", 1, 8, "one of them"),
      ("pager: {numbered: {count: 1}, transition: fade}", 1, 43, "slide, curl, none"),
      ("pager: {numbered: {count: 1}, spacing: 101}", 1, 40, "0 to 100"),
      ("pager: {numbered: {count: 1}, spacing: -1}", 1, 40, "0 to 100"),
      ("pager: {numbered: {count: 1}, spine: mid}", 1, 38, "transition: curl"),
      (
        "pager: {numbered: {count: 1}, transition: curl, axis: vertical}", 1, 55,
        "transition: slide"
      ),
      ("pager: {numbered: {count: 1}, transition: none, spacing: 1}", 1, 58, "transition: slide"),
      ("pager: {numbered: {count: 3}, start: 4}", 1, 38, "3 pages: start with one"),
      ("book: {pages: [{text: a}], start: 2}", 1, 35, "is 1 page"),
      ("options: {count: 3, start: 0}", 1, 28, "1 to 1000000"),
      ("pager: {numbered: {count: 3}, transition: curl, dots: true}", 1, 55, "transition: slide"),
      ("{text: a, size: half}", 1, 17, "only a page of a stack"),
      ("{tree: /, bounces: false}", 1, 20, "only some nodes have 'bounces' (text, file"),
      ("{pager: {numbered: {count: 1}}, shows_indicators: no}", 1, 51, "take it away"),
      (
        "pager: {numbered: {count: 1}, transition: curl, flick_pages: 2}", 1, 62,
        "transition: slide"
      ),
      ("stack: {root: {text: a, size: small}}", 1, 31, "half, full"),
      ("list: {entries: [{label: a, activate: false}]}", 1, 39, "add 'open'"),
      ("list: {entries: [{label: a, size: half}]}", 1, 35, "add 'open'"),
      ("book: {pages: [{text: a}], double_sided: maybe}", 1, 42, "true or false"),
      ("book: {pages: [{text: a}], spine: mid, double_sided: false}", 1, 54, "double-sided"),
      ("book: {spine: mid}", 1, 7, "'pages' or a 'deck'"), ("options: {name: a}", 1, 10, "'count'"),
      ("stack: {}", 1, 8, "needs 'root'"), ("stack: {root: a}", 1, 15, "is a map"),
      ("tabs: {items: []}", 1, 15, "0 tabs"), ("tabs: {}", 1, 7, "0 tabs"),
      ("tabs: {items: [{title: a}]}", 1, 16, "needs 'content'"),
      ("tabs: {items: [{badge_role: red, content: {text: a}}]}", 1, 29, "neutral, notice"),
      ("tabs: {items: [{content: {text: a}}], attachment_shown: true}", 1, 57, "no 'attachment'"),
      ("list: {entries: [{detail: a}]}", 1, 18, "needs 'label'"),
      ("list: {entries: ['']}", 1, 18, "says nothing"),
      ("list: {entries: [[a]]}", 1, 18, "is a map"),
      ("list: {notes: [{a: b}]}", 1, 16, "is a text"),
      ("list: {sections: [{entries: [a]}]}", 1, 19, "needs 'title'"),
      ("file: gone.md", 1, 7, "/no/gone.md: no such file"), ("deck: ''", 1, 7, "names nothing"),
      ("board: {}", 1, 8, "no box"), ("board: {boxes: []}", 1, 16, "no box"),
      ("board: {boxes: [{}]}", 1, 17, "needs 'name'"),
      ("board: {boxes: [{name: page}]}", 1, 24, "not 'page'"),
      ("board: {boxes: [{name: 1a}]}", 1, 24, "a letter"),
      ("board: {boxes: [{name: a, border: 1}]}", 1, 35, "true or false"),
      ("board: {boxes: [{name: a}], constraints: [b.left = 1]}", 1, 43, "no box 'b'"),
      ("board: {boxes: [{name: a}], constraints: [a.left = b]}", 1, 43, "no box 'b'"),
      ("board: {boxes: [{name: a}], constraints: [page.left = a]}", 1, 43, "begins with a box"),
      ("board: {boxes: [{name: a}], constraints: [a.left]}", 1, 43, "one of =, >= and <="),
      ("text: &a b", 0, 0, ""), ("text: *a", 1, 7, "undefined alias"),
      ("list: {entries: [&a x, *a]}", 1, 18, "anchors"), ("text: a\n# a & b\n# * c", 0, 0, ""),
    ] as [(String, Int, Int, String)]
  )
  func places(text: String, line: Int, column: Int, problem: String) throws {
    guard line > 0 else {
      #expect(failure(text) == nil)
      return
    }
    let fault = try #require(self.fault(text))
    #expect("\(fault.line):\(fault.column)" == "\(line):\(column)", "\(text): \(fault)")
    #expect(fault.problem.contains(problem), "\(fault)")
    #expect(!fault.problem.contains("\n") && sanitized("\(fault)") == "\(fault)")
    let shown = failure(text)?.description ?? ""
    #expect(shown.hasPrefix("/no/app.yaml:\(line):\(column): "))
  }

  @Test("the error contains the line, sanitised and cut")
  func excerpts() throws {
    let long = String(repeating: "x", count: 10_000)
    #expect(fault("text: a\n  nope: \u{202E}b\u{1F600}")?.excerpt == "nope: \u{FFFD}b\u{1F600}")
    let excerpt = try #require(self.fault("nope: \(long)")?.excerpt)
    #expect(columnWidth(of: excerpt) <= 60)
    #expect(excerpt.hasPrefix("nope: xxx"))
  }

  @Test("limits hold at their value and are an error one past it")
  func limits() {
    var limits = SceneFile.Limits()
    limits.depth = 3
    let nested = { (depth: Int) in
      (1..<depth).reduce("text: a") { inner, _ in "stack: {root: {\(inner)}}" }
    }
    #expect(failure(nested(3), limits) == nil)
    #expect(fault(nested(4), limits)?.problem.contains("3 deep") == true)
    limits = SceneFile.Limits()
    limits.bytes = 10
    #expect(failure("text: abcd", limits) == nil)
    #expect(failure("text: abcde", limits) == .tooLarge(path: "/no/app.yaml", limit: 10))
    limits = SceneFile.Limits()
    limits.values = 6
    #expect(failure("list: {entries: [a]}", limits) == nil)
    #expect(fault("list: {entries: [a, b]}", limits)?.problem.contains("6 values") == true)
    limits = SceneFile.Limits()
    limits.tabs = 1
    let item = "{content: {text: a}}"
    #expect(failure("tabs: {items: [\(item)]}", limits) == nil)
    #expect(fault("tabs: {items: [\(item), \(item)]}", limits)?.problem.contains("1 to 1") == true)
  }

  @Test("named files are counted, and their bytes")
  func fileLimits() throws {
    let directory = TemporaryDirectory()
    directory.write(Array("12345".utf8), to: "a.md")
    let node = "{file: a.md}"
    let one = directory.write(Array("pager: {pages: [\(node)]}".utf8), to: "one.yaml")
    let two = directory.write(Array("pager: {pages: [\(node), \(node)]}".utf8), to: "two.yaml")
    var limits = SceneFile.Limits()
    limits.files = 1
    #expect(throws: Never.self) { try SceneFile.load(path: one, limits: limits) }
    #expect(throws: ContentError.self) { try SceneFile.load(path: two, limits: limits) }
    limits = SceneFile.Limits()
    limits.fileBytes = 9
    #expect(throws: Never.self) { try SceneFile.load(path: one, limits: limits) }
    #expect(throws: ContentError.self) { try SceneFile.load(path: two, limits: limits) }
    limits.fileBytes = 10
    #expect(throws: Never.self) { try SceneFile.load(path: two, limits: limits) }
  }

  @Test("bombs, long lines and deep nesting end in an error at once")
  func hostile() {
    let bomb = (1...40).reduce("a0: &a0 [x, x]") {
      "\($0)\na\($1): &a\($1) [*a\($1 - 1), *a\($1 - 1)]"
    }
    #expect(fault(bomb)?.problem.contains("anchors") == true)
    #expect(fault(bomb + "\n? *a40\n: x")?.problem.contains("anchors") == true)
    #expect(fault(bomb + "\n{*a40 : x}") != nil)
    for open in ["[", "{", "- ", "? ", "{a: ", "[["] {
      #expect(failure(String(repeating: open, count: 100_000)) != nil, "\(open)")
    }
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(fault("text: \(deep)")?.problem.contains("deep") == true)
    #expect(failure("text: " + String(repeating: "x", count: 3 << 20)) == nil)
    #expect(failure("text: " + String(repeating: "x", count: 10 << 20)) != nil)
    #expect(failure("list: {entries: [" + String(repeating: "a,", count: 150_000) + "]}") == nil)
    #expect(fault("list: {entries: [" + String(repeating: "a,", count: 250_000) + "]}") != nil)
  }

  private static let good = """
    title: Everything
    tabs:
      title: App
      items:
        - title: Talk
          badge: 3
          badge_role: alert
          content:
            pager: {transition: curl, spine: mid, pages: [{text: "# One"}, {text: two}]}
        - title: List
          content:
            stack: {root: {list: {entries: [a, {label: b, open: {text: c}}], notes: [d]}}}
        - content: {options: {name: Year, count: 2000}}
      attachment: |
        # Below
        * everything
      attachment_shown: false
    """

  @Test(
    "a valid file with damage is a scene or an error with a location",
    arguments: wanted(0..<400)
  )
  func mutations(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = Array(Self.good.utf8)
    let pieces =
      [
        "&a ", "*a", "{", "}", "[", "]", ":", "- ", "\n", "  ", "\t", "|", ">", "'", "\"", "#", "%",
        "!", "!!binary ",
        "<<: ", "? ", "---\n", "...\n", "\u{0}", "\u{1B}", "\u{85}", "\u{2028}", "\r", "\u{FEFF}",
        "null", "~", "9999999999999999999",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80]]
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
      case 1:
        bytes.removeSubrange(
          place..<min(bytes.count, place + Int.random(in: 0...12, using: &random))
        )
      default:
        let from = Int.random(in: 0...bytes.count, using: &random)
        bytes.insert(contentsOf: bytes[from..<min(bytes.count, from + 30)], at: place)
      }
    }
    guard let error = failure(String(decoding: bytes, as: UTF8.self)) else { return }
    guard case .malformed(_, let fault) = error else {
      Issue.record("seed \(seed): \(error)")
      return
    }
    #expect(fault.line >= 1 && fault.column >= 1 && !fault.problem.isEmpty, "seed \(seed)")
    #expect(sanitized("\(error)") == "\(error)", "seed \(seed)")
  }

  @Test("the undamaged file is a scene")
  func undamaged() {
    #expect(failure(Self.good) == nil)
  }
}
