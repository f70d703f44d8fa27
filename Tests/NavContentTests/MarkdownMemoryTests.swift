import NavBase
import NavSystem
import NavTestKit
import Synchronization
import Testing

@testable import NavContent

/// Reads something with a number of bytes.
func inMemory<Result, Failure: Error>(
  of bytes: Int,
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try ReadingAccount(ReadingMemory(bytes: bytes)).use(body)
}

@Suite("Memory of Markdown") struct MarkdownMemoryTests {
  /// Texts that are hard to parse or to keep.
  private static let hostile: [(name: String, text: String)] = [
    ("nested quotes", String(repeating: ">", count: 50_000) + " a"),
    ("nested lists", (0..<500).map { String(repeating: " ", count: $0) + "- a\n" }.joined()),
    ("nested brackets", String(repeating: "[", count: 50_000)),
    ("nested emphasis", String(repeating: "*a_", count: 30_000)),
    ("one long line", String(repeating: "word ", count: 200_000)),
    ("links", String(repeating: "[a](b) ", count: 20_000)),
    ("references", (0..<5_000).map { "[\($0)]: /a\n" }.joined() + "[1] [2] [3]"),
    ("footnotes", (0..<2_000).map { "[^\($0)]: a\n\n[^\($0)]\n\n" }.joined()),
    (
      "a wide table",
      String(repeating: "|a", count: 500) + "|\n" + String(repeating: "|-", count: 500) + "|\n"
    ),
    ("empty items", String(repeating: "- a\n", count: 100_000)),
    ("short slides", String(repeating: "a\n\n---\n\n", count: 20_000)),
    (
      "NULs and broken UTF-8",
      String(decoding: [0, 0x80, 0xFF, 0xE4] + Array("a\n".utf8), as: UTF8.self)
    ),
  ]

  @Test("hostile texts are read, or given up as too large; texts after them are read as ever")
  func hostileTexts() throws {
    let plain = "# A\n\n~~gone~~ www.example.com\n\n|a|\n|-|\n|b|\n"
    let expected = Deck(markdown: plain, name: "plain")
    for (name, text) in Self.hostile {
      for budget in [256 << 10, 1 << 20, 4 << 20, 16 << 20, 256 << 20] {
        let deck = inMemory(of: budget) { Deck(markdown: text, name: name) }
        #expect(!deck.slides.isEmpty, "\(name)")
        #expect(deck.isComplete || deck.slides.count == 1, "\(name)")
        #expect(deck.isComplete || budget < 256 << 20, "\(name)")
        #expect(Deck(markdown: plain, name: "plain") == expected, "after \(name)")
      }
    }
  }

  @Test("a text that needs more memory than there is says so")
  func tooLarge() throws {
    let directory = TemporaryDirectory()
    let text = String(repeating: "- a\n", count: 50_000)
    let path = directory.write(Array(text.utf8), to: "list.md")
    #expect(throws: ContentError.needsMemory(path: path)) {
      try inMemory(of: 4 << 20) { () throws(ContentError) in try loadDeck(path: path) }
    }
    #expect(throws: ContentError.needsMemory(path: path)) {
      try inMemory(of: 100_000) { () throws(ContentError) in try loadDeck(path: path) }
    }
    #expect(try loadDeck(path: path).isComplete)
  }

  /// A deck that includes another file, has footnotes, code that moves, a footer and links.
  private static func mixture(in directory: TemporaryDirectory) -> (path: String, text: String) {
    let slide =
      "# Title\n\nSee [that](#title), <b>bold</b> `code` and[^1] *more*.\n\n- one\n- two\n\n"
      + "````md magic-move\n```swift\na\n```\n```swift\nb\n```\n````\n\n---\n\n"
    directory.write(Array(String(repeating: slide, count: 100).utf8), to: "part.md")
    let matter = "---\ntitle: A\nauthor: B\nfooter: '*all* {title}'\n---\n\n"
    let text =
      matter + String(repeating: slide, count: 100) + "<!-- include: part.md -->\n\n"
      + "```file\npath: part.md\nlanguage: md\n```\n\n[^1]: A note.\n"
    return (directory.write(Array(text.utf8), to: "deck.md"), text)
  }

  @Test("a deck is read completely or not at all, whatever part of it memory ends in")
  func completeOrRefused() throws {
    let directory = TemporaryDirectory()
    let (path, text) = Self.mixture(in: directory)
    let whole = try loadDeck(path: path)
    #expect(whole.slides.count > 200 && whole.footer != nil)
    var (read, refused) = (0, 0)
    let least = text.utf8.count * ReadingBudget.textFactor
    for budget in Array(stride(from: least, to: 4 << 20, by: 128 << 10)) + [64 << 20] {
      do throws(ContentError) {
        let deck = try inMemory(of: budget) { () throws(ContentError) in try loadDeck(path: path) }
        #expect(deck == whole, "in \(budget) bytes")
        read += 1
      } catch {
        #expect(error == .needsMemory(path: path))
        refused += 1
      }
    }
    #expect(read > 0 && refused > 10, "\(read) read, \(refused) refused")
  }

  @Test("a text whose tree does not fit is given up, after it was begun")
  func givenUp() {
    for (name, text) in Self.hostile where text.utf8.count > 20_000 {
      let bytes = text.utf8.count
      // Enough for the text, and for the first chunk of its tree.
      let budget = bytes * ReadingBudget.textFactor + 128 << 10
      var isBegun = false
      let result: String? =
        inMemory(of: budget) {
          ReadingBudget.parsing(bytes: bytes) {
            isBegun = true
            return MarkdownTree(parsing: text, hasTables: true).read(\.literal)
          }
        } ?? nil
      #expect(isBegun && result == nil, "\(name)")
    }
  }

  @Test("a text whose parsing takes too long is given up, as one that needs too much memory")
  func tooSlow() throws {
    let directory = TemporaryDirectory()
    // Each blank line is looked at by each of the lists.
    let text =
      String(repeating: "- ", count: 1 << 17) + "a\n" + String(repeating: "\n", count: 1 << 17)
    let path = directory.write(Array(text.utf8), to: "slow.md")
    let error = ContentError.needsMemory(path: path)
    #expect(throws: error) { try loadDeck(path: path) }
    #expect(error.cause == .limit)
    #expect(Deck(markdown: "# A", name: "plain").isComplete)
  }

  @Test("there is memory for a text of 10 MiB that has only short list items")
  func items() {
    let text = String(repeating: "- point 12345\n", count: 20_000)
    let bytes = text.utf8.count
    let treeFactor = 60
    // Of the memory, an eighth is left for others.
    let memory = bytes * (ReadingBudget.textFactor + treeFactor) * 8 / 7
    #expect(inMemory(of: memory) { Deck(markdown: text, name: "items").isComplete })
    #expect(ReadingBudget.treeLimit(ofBytes: 10 << 20) >= 10 << 20 * treeFactor)
  }

  /// Whether any address in a text is a link.
  private func hasLinks(_ text: String) -> Bool? {
    ReadingBudget.parsing(bytes: text.utf8.count) {
      MarkdownTree(parsing: text, hasTables: false).read { root in
        var hasLinks = false
        root.walk { node, _ in if node.kind == .link { hasLinks = true } }
        return hasLinks
      }
    } ?? nil
  }

  @Test(
    "addresses are links, but not in a text that is full of their beginnings, which takes long to search"
  )
  func addresses() {
    #expect(
      hasLinks(
        String(
          repeating: "write to me@example.com or to somebody else\n",
          count: 3_000
        )
      ) == true
    )
    for piece in ["a@", "a&#64;", "a\\@", "a@a.b_c", "_www.", "))"] {
      let text = String(repeating: piece, count: 100_000)
      #expect(hasLinks("www.example.com www.a" + text) == false, "\(piece)")
      #expect(hasLinks("www.example.com ~~a~~\n" + text.prefix(1_000)) == true, "\(piece)")
    }
  }

  @Test("texts that are parsed at the same time take turns, and their owners share them")
  func turns() throws {
    // The search for addresses takes a time that grows with the square of the length.
    let text = String(repeating: "_www.", count: 3_000)
    let ended = Mutex<[UInt64]>([])
    for owner: UInt64 in [1, 1, 1, 1, 2] {
      let isStarted = startThread {
        ReadingAccount(ReadingMemory(), owner: owner).use {
          let isRead = ReadingBudget.parsing(bytes: text.utf8.count) {
            MarkdownTree(parsing: text, hasTables: false).read { _ in true }
          }
          ended.withLock { $0.append(isRead == true ? owner : 0) }
        }
      }
      #expect(isStarted)
    }
    try eventually("all have read") { ended.withLock(\.count) == 5 }
    let order = ended.withLock(\.self)
    #expect(order.sorted() == [1, 1, 1, 1, 2])
    #expect(order.last == 1, "\(order)")
  }

  @Test("short texts of many owners that come and go never wait for each other without end")
  func manyTurns() throws {
    let text = "# A *text* of `some` words\n"
    let (threads, texts) = (16, 300)
    let ended = Mutex(0)
    for number in 0..<threads {
      let isStarted = startThread {
        for _ in 0..<texts {
          ReadingAccount(ReadingMemory(), owner: UInt64(number % 5)).use {
            // The second one has used time already when it comes.
            let areRead = ReadingBudget.parsing(bytes: text.utf8.count) {
              (0..<2).allSatisfy { _ in
                MarkdownTree(parsing: text, hasTables: false).read { _ in true } == true
              }
            }
            ended.withLock { $0 += areRead == true ? 1 : 0 }
          }
        }
      }
      #expect(isStarted)
    }
    try eventually("all have read") { ended.withLock(\.self) == threads * texts }
  }

  @Test("texts of nodes count, and end the reading of a tree when they do not fit")
  func literals() {
    let text = String(repeating: String(repeating: "tale ", count: 1_000) + "\n\n", count: 100)
    let bytes = text.utf8.count
    var whole = 0
    var refusedAfterParsing = 0
    for budget in stride(from: bytes * ReadingBudget.textFactor, to: bytes * 14, by: 64 << 10) {
      var isParsed = false
      let length = inMemory(of: budget) {
        ReadingBudget.parsing(bytes: bytes) {
          MarkdownTree(parsing: text, hasTables: false).read { root in
            isParsed = true
            return root.children.reduce(0) { $0 + $1.styledText().text.utf8.count }
          }
        }
      }
      switch length {
      case let length??:
        #expect(length == bytes - 300)
        whole += 1
      case nil, .some(nil): if isParsed { refusedAfterParsing += 1 }
      }
    }
    #expect(whole > 0 && refusedAfterParsing > 0, "\(whole), \(refusedAfterParsing)")
  }

  @Test("what a scene or a book can't read for lack of memory is refused too, or says so")
  func scenesAndBooks() throws {
    let directory = TemporaryDirectory()
    let text = Array(String(repeating: "- [a](b.md)\n", count: 20_000).utf8)
    let deck = directory.write(text, to: "deck.md")
    for node in ["deck: deck.md", "book: {deck: deck.md}", "pager: {pages: [{deck: deck.md}]}"] {
      let scene = directory.write(Array(node.utf8), to: "scene.yaml")
      #expect(throws: ContentError.needsMemory(path: deck), "\(node)") {
        try inMemory(of: 2 << 20) { () throws(ContentError) in try SceneFile.load(path: scene) }
      }
      #expect(throws: Never.self) { try SceneFile.load(path: scene) }
    }
    directory.makeDirectory("book")
    directory.makeDirectory("other")
    let summary = directory.write(text, to: "book/SUMMARY.md")
    #expect(throws: ContentError.needsMemory(path: summary)) {
      try inMemory(of: 2 << 20) { () throws(ContentError) in try Docs(path: summary) }
    }
    directory.write(text, to: "other/a.md")
    let book = try Docs(path: directory.path("other"))
    let chapter = inMemory(of: 2 << 20) { book.page(at: "/a.md".utf8) }
    guard case .page(let page) = chapter.content else { throw Unexpected() }
    #expect(page.document.blocks == TextDocument.problem(MarkdownTree.problem).blocks)
    let values = Array(("text: x\nlist: [" + String(repeating: "a,", count: 100_000) + "]").utf8)
    let large = directory.write(values, to: "large.yaml")
    #expect(throws: ContentError.needsMemory(path: large)) {
      try inMemory(of: 4 << 20) { () throws(ContentError) in try SceneFile.load(path: large) }
    }
  }

  private struct Unexpected: Error {}

  @Test("held content takes at most 10 times its bytes")
  func held() throws {
    let prose = "The quick *brown* fox `jumps` over [a](http://example.com) lazy dog. "
    let code = "```swift\nlet a = 1\nprint(a)\n```\n\n"
    let slide = "# Title\n\n" + prose + "\n\n- one\n- two\n- three\n\n" + code + "---\n\n"
    let texts = Self.hostile.map(\.text) + [String(repeating: slide, count: 500)]
    for text in texts where text.utf8.count > 100_000 {
      let reader = ContentReader()
      let given = GivenText(
        name: "deck",
        bytes: Array(text.utf8.prefix(GivenText.byteLimit)),
        form: .deck
      )
      let content = try reader.read(.text(given), for: 1)
      #expect(content.memorySize < 10 * given.bytes.count)
    }
    let lines = Array(String(repeating: "a\n", count: 50_000).utf8)
    let printed = GivenText(name: "lines", bytes: lines, form: .printed)
    let content = try ContentReader().read(.text(printed), for: 2)
    #expect(content.memorySize < 10 * lines.count)
  }

  @Test("the size of a list is known without a look at its entries, since the loop asks for it")
  func lists() {
    let entries = (0..<50_000).map {
      ListEntry(key: Array("\($0)".utf8), label: "entry \($0)", detail: "1 KB", opens: .text)
    }
    func size(_ entries: [ListEntry]) -> Int {
      PageContent(title: "", list: ListContent(entries: entries)).memorySize
    }
    let one = size([entries[7]]) - size([])
    #expect(size(Array(entries[0...9])) - size([]) == 10 * one)
    let page = PageContent(title: "", list: ListContent(entries: entries))
    let start = threadProcessorTime()
    #expect((0..<1_000).reduce(0) { sum, _ in sum + page.memorySize } > 0)
    #expect(threadProcessorTime() - start < .seconds(2))
  }
}
