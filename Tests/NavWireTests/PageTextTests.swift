import NavBase
import NavWire
import Testing

@Suite("The text of a page, in parts")
struct PageTextTests {
  private static func part(
    from line: Int,
    _ passages: [Passage],
    of count: Int = 5,
    version: UInt64 = 1,
    top: String = "3"
  ) -> PageText {
    PageText(
      title: "a",
      version: version,
      top: top,
      passages: passages,
      firstLine: line,
      lineCount: count
    )
  }

  private static func code(_ lines: [String], isContinued: Bool = false) -> Passage {
    Passage(.code("c"), lines: lines, isContinued: isContinued)
  }

  @Test("the parts add up to the original")
  func whole() {
    var text = Self.part(from: 0, [Passage(.text, lines: ["1"]), Self.code(["2", "3"])])
    #expect(!text.isEnd && text.endLine == 3)
    let isNext = text.append(Self.part(from: 3, [Self.code(["4", "5"], isContinued: true)]))
    #expect(isNext && text.isEnd)
    #expect(text.passages.map(\.lines) == [["1"], ["2", "3", "4", "5"]])
  }

  @Test("a part of another page, or of a changed page, is not added")
  func others() {
    let first = Self.part(from: 0, [Self.code(["1", "2"])])
    let rest = [Self.code(["3"])]
    for part in [
      Self.part(from: 1, rest), Self.part(from: 3, rest), Self.part(from: 2, rest, of: 6),
      Self.part(from: 2, rest, version: 2), Self.part(from: 2, rest, top: "4"),
      Self.part(from: 2, []),
    ] {
      var text = first
      let isNext = text.append(part)
      #expect(!isNext && text == first)
    }
  }

  @Test("text from any daemon contains no control characters")
  func safe() throws {
    let escape = "\u{1B}[2J\u{9}\r\nx"
    let page = PageText(
      title: escape,
      version: 1,
      top: "",
      selected: escape,
      passages: [
        Passage(.code(escape), lines: [escape], lead: escape, margin: escape),
        Passage(.table, cells: [[escape]]),
      ],
      lineCount: 2
    )
    let reply = Reply(id: 1, client: nil, seq: 0, body: .page(page))
    guard case .page(let read) = try Reply(decoding: reply.encoded()).body else {
      Issue.record("no page")
      return
    }
    let passages = read.passages
    var texts = [read.title, read.selected ?? "", passages[0].lead, passages[0].margin]
    if case .code(let language) = passages[0].kind { texts.append(language) }
    #expect(texts.allSatisfy { $0 == "\u{FFFD}[2J  x" })
    #expect(passages[0].lines == ["\u{FFFD}[2J\t x"])
    #expect(passages[1].cells == [["\u{FFFD}[2J \nx"]])
  }
}
