import NavBase
import NavEngine
import NavScene
import Testing

@testable import NavContent

@Suite("Scene files: every node, every key")
struct SceneFileTests {
  private func read(_ text: String) throws -> SessionContent {
    try content(of: SceneFile.parse(text, path: "/scenes/app.yaml"))
  }

  /// Returns the content of a scene that refers to nothing outside of its file.
  private func content(of scene: ParsedScene) throws -> SessionContent {
    try scene.content { content throws(ContentFailure) in
      throw ContentFailure("the scene refers to \(content)")
    }
  }

  private func pager(_ text: String) throws -> PagerContent {
    guard case .pager(let pager) = try read(text) else {
      throw WrongNode(text: text)
    }
    return pager
  }

  private struct WrongNode: Error {
    let text: String
  }

  @Test(
    "a page's title is its own, its first heading, or the file's name",
    arguments: [
      ("text: plain", "app"), ("text: '# Heading'", "Heading"),
      ("{title: Mine, text: '# Heading'}", "Mine"), ("{title: '', text: plain}", "app"),
      ("text: ''", "app"), ("{title: \"a\\e[1mb\", text: x}", "a\u{FFFD}[1mb"),
    ]
  )
  func pages(text: String, title: String) throws {
    guard case .page(let page) = try read(text), page.title == title else {
      Issue.record("\(text) is not called '\(title)': \(try read(text))")
      return
    }
  }

  @Test(
    "insets are one number for all sides, or a map of some",
    arguments: [
      ("{text: a, insets: 2}", ContentInsets(all: 2)),
      ("{text: a, insets: {top: 3}}", ContentInsets(top: 3)),
      (
        "{list: {}, insets: {left: 1, right: 100, bottom: 2}}",
        ContentInsets(left: 1, bottom: 2, right: 100)
      ),
      ("{board: {boxes: [{name: a}]}, insets: {}}", ContentInsets()),
    ]
  )
  func insets(text: String, insets: ContentInsets) throws {
    var content = try read(text)
    if case .stack(let stack) = content { content = stack.root }
    guard case .page(let page) = content else { throw WrongNode(text: text) }
    #expect(page.insets == insets)
  }

  @Test("only nodes with rows have insets, and the error lists these nodes")
  func wrongInsets() {
    for text in ["{tree: /, insets: 2}", "{stack: {root: {text: a}}, insets: 2}"] {
      let faults = SceneFile.faults(in: text, path: "/no/app.yaml")
      #expect(faults.count == 1, "\(text)")
      #expect(faults.first?.problem.contains("text, file, deck, list, board") == true)
    }
  }

  @Test("rules and block scalars are Markdown of one page")
  func markdown() throws {
    let node = try read("text: |\n  # A\n\n  * one\n  * two\n\n  ---\n\n  *end*\n")
    guard case .page(let page) = node, page.title == "A" else {
      throw WrongNode(text: "\(node)")
    }
    #expect(page.document.blocks.count == 4)
  }

  @Test("a list has entries, consecutive sections, and notes")
  func lists() throws {
    let text = """
      list:
        title: Cities
        entries: [Rome, {label: Oslo, detail: 2, selectable: false, open: {text: Norway}}]
        sections:
          - {title: Asia, entries: [Delhi, Hanoi]}
          - {title: Empty}
          - {title: Africa, entries: [Cairo]}
        notes: [that was all]
      """
    guard case .stack(let stack) = try read(text), case .page(let page) = stack.root,
      let list = page.list
    else { throw WrongNode(text: text) }
    #expect(page.title == "Cities")
    #expect(list.entries.map(\.label) == ["Rome", "Oslo", "Delhi", "Hanoi", "Cairo"])
    #expect(list.entries.map(\.detail) == ["", "2", "", "", ""])
    #expect(list.entries.map(\.isSelectable) == [true, false, true, true, true])
    #expect(list.entries.map { $0.opens == .text } == [false, true, false, false, false])
    #expect(list.sections.map(\.title) == ["Asia", "Empty", "Africa"])
    #expect(list.sections.map(\.entries) == [2..<4, 4..<4, 4..<5])
    #expect(list.notes == ["that was all"])
    #expect(stack.pages.values.map(\.title) == ["Oslo"])
  }

  @Test("the settings of a pager; missing ones have defaults")
  func pagers() throws {
    let plain = try pager("pager: {pages: [{text: a}, {text: b}]}")
    #expect(plain.style == .sliding && plain.header == nil && plain.start == 0 && plain.hasDots)
    guard case .listed(let pages) = plain.pages else { throw WrongNode(text: "pages") }
    #expect(pages.count == 2)
    let slide = try pager(
      "pager: {numbered: {count: 1_000_000}, transition: slide, axis: vertical, spacing: 100}"
    )
    #expect(slide.pages == .numbered("app", count: 1_000_000))
    #expect(slide.style == .slide(.vertical, spacing: 100))
    let none = try pager("pager: {numbered: {name: x, count: 1}, transition: none, header: arrows}")
    #expect(none.style == PagerStyle.none)
    #expect(none.header == .arrows)
  }

  @Test(
    "a book is a pager that curls",
    arguments: [("book", ""), ("pager", ", transition: curl")]
  )
  func books(key: String, transition: String) throws {
    let pages = "pages: [{text: a}]\(transition)"
    let book = try pager("\(key): {\(pages), spine: max, double_sided: true}")
    #expect(book.style == .curl(.max, isDoubleSided: true))
    #expect(try pager("\(key): {\(pages)}").style == .curl(.min, isDoubleSided: false))
    // A book that opens in the middle is double-sided.
    #expect(try pager("\(key): {\(pages), spine: mid}").style == .curl(.mid, isDoubleSided: true))
  }

  @Test("options are a pager below an option bar")
  func options() throws {
    let bar = try pager("options: {title: Years, name: Year, count: 3}")
    #expect(bar.title == "Years")
    #expect(bar.pages == .numbered("Year", count: 3))
    #expect(bar.header == .options)
    // The bar moves with its pages, unless they change at once.
    #expect(bar.style == .sliding)
    let still = try pager("options: {count: 3, transition: none, start: 3}")
    #expect(still.style == PagerStyle.none && still.start == 2)
    let listed = try pager("options: {pages: [{title: a, text: b}]}")
    #expect(listed.style == bar.style && listed.header == bar.header)
  }

  @Test("pagers, books and options name their first page; a pager may have no dots")
  func starts() throws {
    let pages = "pages: [{text: a}, {text: b}]"
    for text in ["pager: {\(pages), start: 2}", "book: {\(pages), start: 2}"] {
      #expect(try pager(text).start == 1)
    }
    #expect(try !pager("pager: {\(pages), dots: false}").hasDots)
    #expect(try pager("pager: {\(pages)}").start == 0)
  }

  @Test("SV-1: switches of scrolling are those of the node that has them")
  func scrolling() throws {
    var switches = ScrollSwitches()
    (switches.bounces, switches.isEnabled) = (false, false)
    let given = "bounces: false\nscroll_enabled: false\n"
    let pager = try pager(given + "pager: {pages: [{text: a}], flick_pages: 4}")
    #expect(pager.scrolling == switches && pager.flickPages == 4)
    guard case .page(let inner) = pager.pages[0],
      case .stack(let list) = try read(given + "list: {}"), case .page(let page) = list.root,
      case .stack(let stack) = try read(given + "stack: {root: {text: a}}"),
      case .page(let root) = stack.root
    else { throw WrongNode(text: given) }
    #expect(inner.scrolling == ScrollSwitches())
    #expect(page.scrolling == switches && list.scrolling == ScrollSwitches())
    #expect(root.scrolling == ScrollSwitches() && stack.scrolling == switches)
  }

  @Test("NC-1, NC-2: pages of a stack have a size, and may open without becoming active")
  func pagesOfStacks() throws {
    let text = """
      stack:
        root:
          size: half
          list:
            entries:
              - {label: a, open: {text: x, size: half}}
              - {label: b, size: full, activate: false, open: {list: {}}}
              - c
      """
    guard case .stack(let stack) = try read(text), case .page(let page) = stack.root,
      let list = page.list
    else { throw WrongNode(text: text) }
    let paths = list.entries.map { stack.path + [UInt8(ascii: "/")] + $0.key }
    #expect(stack.rootSize == .half)
    #expect(list.entries.map(\.opens) == [.text, .list, .nothing])
    #expect(paths.map { stack.sizes[$0] } == [.half, .full, nil])
    #expect(paths.map { stack.pages[$0] != nil } == [true, true, false])
    #expect(paths.map { !stack.pagesBehind.contains($0) } == [true, false, true])
  }

  @Test("pages that entries of inner lists open are pages of the outermost list's stack")
  func innerLists() throws {
    let text = """
      list:
        entries:
          - label: a/b
            open: {list: {entries: [x, {label: y, size: half, activate: no, open: {text: z}}]}}
          - {label: c, open: {stack: {root: {list: {entries: [{label: d, open: {text: e}}]}}}}}
      """
    guard case .stack(let stack) = try read(text) else { throw WrongNode(text: text) }
    let keys = stack.pages.keys.map {
      String(decoding: $0.dropFirst(stack.path.count), as: UTF8.self)
    }
    #expect(keys.sorted() == ["/a~1b", "/a~1b/y", "/c"])
    let inner = stack.path + Array("/a~1b/y".utf8)
    #expect(stack.sizes == [inner: .half] && stack.pagesBehind == [inner])
    guard case .stack(let other)? = stack.pages[stack.path + Array("/c".utf8)] else {
      throw WrongNode(text: text)
    }
    #expect(other.pages.count == 1)
  }

  @Test("tabs have faces, contents and an attachment")
  func tabs() throws {
    let text = """
      title: App
      tabs:
        items:
          - {title: One, icon: o, badge: 3, badge_role: alert, content: {text: a}}
          - content: {stack: {root: {list: {entries: [x]}}}}
        attachment: '# Below'
        attachment_shown: yes
      """
    guard case .tabs(let tabs) = try read(text) else { throw WrongNode(text: text) }
    #expect(tabs.title == "App")
    let faces = [
      TabButton(title: "One", icon: "o", badge: TabBadge("3", role: .alert)),
      TabButton(title: "Tab 2"),
    ]
    #expect(tabs.items.map(\.face) == faces.map { .button($0) })
    #expect(tabs.isAttachmentShown && tabs.attachment?.title == "Below")
    #expect(tabs.additionalItems.map(\.command) == [.toggleAttachment])
    guard case .stack(let stack) = tabs.items[1].content else { throw WrongNode(text: text) }
    #expect(stack.title == "Tab 2")
  }

  @Test("paths are relative to the scene file")
  func files() throws {
    let directory = TemporaryDirectory()
    directory.makeDirectory("sub")
    directory.write(
      Array("---\nspine: max\nheader: segments\n---\n# One\n\n---\n\n# Two\n".utf8),
      to: "sub/talk.md"
    )
    let path = directory.write(
      Array(
        """
        tabs:
          items:
            - content: {file: sub/talk.md}
            - content: {deck: sub/talk.md}
            - content: {tree: sub}
            - content: {book: {deck: sub/talk.md, header: arrows}}
        """.utf8
      ),
      to: "app.yaml"
    )
    var references: [ContentSpec] = []
    let content = try SceneFile.load(path: path).content { reference throws(ContentFailure) in
      references.append(reference)
      return .page(PageContent(title: "sub", document: TextDocument()))
    }
    #expect(references == [.tree(path: directory.path("sub"), order: .standard)])
    guard case .tabs(let tabs) = content,
      case .page(let page) = tabs.items[0].content, page.title == "One",
      case .pager(let deck) = tabs.items[1].content,
      case .pager(let book) = tabs.items[3].content
    else { throw WrongNode(text: "\(content)") }
    #expect(tabs.items[2].content.title == "sub")
    // One page has both headings and the rule; a deck would be split there.
    #expect(page.document.blocks.count == 3)
    #expect(deck.pages.count == 2)
    // A deck of a scene slides, whatever its spine; the front matter's spine is used by a book.
    #expect(deck.style == .sliding && deck.header == .segments)
    #expect(book.pages == deck.pages)
    #expect(book.style == .curl(.max, isDoubleSided: false))
    #expect(book.header == .arrows)
  }

  @Test("a file that is not Markdown shows its lines as they are; code in its language")
  func plainFiles() throws {
    let directory = TemporaryDirectory()
    directory.write(Array("# no *heading*\n\n  - as it is\n".utf8), to: "notes.txt")
    directory.write(Array("def f():\n    return 1\n".utf8), to: "f.py")
    directory.write([0, 1, 2], to: "data.bin")
    let path = directory.path("app.yaml")
    let notes = try content(of: SceneFile.parse("file: notes.txt", path: path))
    guard case .page(let page) = notes, page.title == "notes.txt" else {
      throw WrongNode(text: "\(notes)")
    }
    #expect(
      page.document.blocks == [.preformatted(lines: ["# no *heading*", "", "  - as it is"])]
    )
    let code = try content(of: SceneFile.parse("{title: F, file: f.py}", path: path))
    guard case .page(let source) = code, source.title == "F",
      case .code(let block)? = source.document.blocks.first
    else { throw WrongNode(text: "\(code)") }
    #expect(block.language == "py")
    #expect(block.lines.map(\.text) == ["def f():", "    return 1"])
    let error = #expect(throws: ContentError.self) {
      try SceneFile.parse("file: data.bin", path: path)
    }
    #expect("\(try #require(error))".contains("no text"))
  }

  @Test(
    "the display settings of a tree's directories",
    arguments: [
      ("{tree: sub}", TreeOrder()),
      ("{tree: sub, hidden: true}", TreeOrder(showsHidden: true)),
      ("{tree: sub, sort: size, hidden: no}", TreeOrder(sort: .size)),
      ("{sort: time, tree: sub, hidden: yes}", TreeOrder(showsHidden: true, sort: .time)),
    ]
  )
  func orders(text: String, order: TreeOrder) throws {
    let content = try SceneFile.parse(text, path: "/x/app.yaml").content {
      reference throws(ContentFailure) in
      #expect(reference == .tree(path: "/x/sub", order: order))
      return .page(PageContent(title: "sub", document: TextDocument()))
    }
    #expect(content.title == "sub")
  }

  @Test(
    "the display settings in a deck's front matter; unknown ones are ignored",
    arguments: [
      (
        "transition: curl\nspine: mid\ndouble_sided: true\nheader: options\nstart: 5\ndots: no",
        true
      ),
      (
        "transition: Curl\nspine: MID\ndouble_sided: YES\nheader: Options\nstart: 5\ndots: False",
        true
      ),
      ("transition: fold\nspine: left\ndouble_sided: 2\nheader: both\nstart: 0\ndots: 3", false),
    ]
  )
  func frontMatter(keys: String, isUnderstood: Bool) {
    let deck = Deck(markdown: "---\n\(keys)\n---\n# A\n", name: "deck")
    var settings = PagerSettings()
    if isUnderstood {
      settings.transition = .curl
      settings.spine = .mid
      settings.isDoubleSided = true
      settings.header = .options
      settings.start = 5
      settings.hasDots = false
    }
    #expect(deck.settings == settings)
    // slidev's names correspond to these.
    let foreign = Deck(markdown: "---\ntransition: slide-up\n---\n# A\n", name: "deck").settings
    #expect(foreign.transition == .slide && foreign.axis == .vertical)
    #expect(deck.slides.map(\.title) == ["A"])
  }

  @Test("a board has boxes and constraints between them")
  func boards() throws {
    let scene = """
      board:
        title: Plan
        boxes:
          - {name: a, title: First, text: "one **two**"}
          - {name: b-2, border: false}
        constraints:
          - a.left = page.left + 2 @high
          - "b-2.top = a.bottom"
      """
    guard case .page(let page) = try read(scene), let board = page.board else {
      throw WrongNode(text: scene)
    }
    #expect(page.title == "Plan")
    #expect(board.boxes.map(\.name) == ["a", "b-2"])
    var text = StyledText("one ")
    text.append("two", style: TextStyle(attributes: .bold))
    #expect(board.boxes[0].document == TextDocument(blocks: [.paragraph(text)]))
    #expect(board.boxes[0].title == "First")
    #expect(board.boxes.map(\.hasBorder) == [true, false])
    #expect(board.constraints.map(\.box) == ["a", "b-2"])
    #expect(board.constraints.map(\.origin) == ["app.yaml:7:7", "app.yaml:8:7"])
  }

  @Test("a board that can't be laid out is an error with its location")
  func impossibleBoard() throws {
    let scene = "board:\n  boxes: [{name: a}, {name: a}]\n"
    let error = #expect(throws: ContentFailure.self) { try read(scene) }
    let text = try #require(error).description
    #expect(text.hasPrefix("/scenes/app.yaml:2:3: box a is there twice"), "\(text)")
    #expect(Lint.findings(in: scene, path: "/scenes/app.yaml", as: .scene).map(\.line) == [2])
  }
}

@Suite("The content of a scene file")
struct SceneContentTests {
  @Test("a program behind a list entry opens as a page of the list's stack, with one title")
  func programInList() throws {
    let text = "list: {title: Tools, entries: [{label: Disk, open: {command: df -h}}]}"
    let scene = try SceneFile.parse(text, path: "/x/app.yaml")
    let content = try scene.content { _ in
      .text(PageContent(title: "df -h", document: TextDocument(blocks: [.rule])))
    }
    guard case .stack(let stack) = content, stack.pages.count == 1,
      case .page(let page)? = stack.pages.values.first
    else {
      Issue.record("a stack in the stack: \(content)")
      return
    }
    #expect(page.title == "df -h")
  }
}
