import NavCommands
import NavLayout
import NavModel
import NavScene
import NavText
import Testing

@testable import NavContent

@Suite("Scene files: every node, every key")
struct SceneFileTests {
  private func read(_ text: String) throws -> SceneNode {
    try SceneFile.parse(text, path: "/scenes/app.yaml")
  }

  private func pager(_ text: String) throws -> ScenePager {
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
    guard case .page(title, _) = try read(text) else {
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
    guard case .inset(_, insets) = try read(text) else { throw WrongNode(text: text) }
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
    guard case .page("A", let document) = node else { throw WrongNode(text: "\(node)") }
    #expect(document.blocks.count == 4)
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
    guard case .list(let list) = try read(text) else { throw WrongNode(text: text) }
    #expect(list.title == "Cities")
    #expect(list.entries.map(\.label) == ["Rome", "Oslo", "Delhi", "Hanoi", "Cairo"])
    #expect(list.entries.map(\.detail) == ["", "2", "", "", ""])
    #expect(list.entries.map(\.isSelectable) == [true, false, true, true, true])
    #expect(list.entries.map { $0.page != nil } == [false, true, false, false, false])
    #expect(list.sections.map(\.title) == ["Asia", "Empty", "Africa"])
    #expect(list.sections.map(\.entries) == [2..<4, 4..<4, 4..<5])
    #expect(list.notes == ["that was all"])
  }

  @Test("the settings of a pager; missing ones are nil")
  func pagers() throws {
    let plain = try pager("pager: {pages: [{text: a}, {text: b}]}")
    #expect(plain.settings == PagerSettings())
    guard case .listed(let pages) = plain.pages else { throw WrongNode(text: "pages") }
    #expect(pages.count == 2)
    let slide = try pager(
      "pager: {numbered: {count: 1_000_000}, transition: slide, axis: vertical, spacing: 100}"
    )
    #expect(slide.pages == .numbered(name: "app", count: 1_000_000))
    #expect(slide.settings.transition == .slide)
    #expect(slide.settings.axis == .vertical)
    #expect(slide.settings.spacing == 100)
    let none = try pager("pager: {numbered: {name: x, count: 1}, transition: none, header: arrows}")
    #expect(none.settings.transition == .immediate)
    #expect(none.settings.header == .arrows)
  }

  @Test(
    "a book is a pager that curls",
    arguments: [("book", ""), ("pager", ", transition: curl")]
  )
  func books(key: String, transition: String) throws {
    let pages = "pages: [{text: a}]\(transition)"
    let book = try pager("\(key): {\(pages), spine: max, double_sided: true}")
    #expect(book.settings.transition == .curl)
    #expect(book.settings.spine == .max)
    #expect(book.settings.isDoubleSided == true)
    #expect(try pager("\(key): {\(pages), spine: mid}").settings.spine == .mid)
  }

  @Test("options are a pager below an option bar")
  func options() throws {
    let bar = try pager("options: {title: Years, name: Year, count: 3}")
    #expect(bar.title == "Years")
    #expect(bar.pages == .numbered(name: "Year", count: 3))
    #expect(bar.settings.header == .options)
    // The bar moves with its pages, unless they change at once.
    #expect(bar.settings.transition == .slide)
    let still = try pager("options: {count: 3, transition: none, start: 3}")
    #expect(still.settings.transition == .immediate && still.settings.start == 3)
    let listed = try pager("options: {pages: [{title: a, text: b}]}")
    #expect(listed.settings == bar.settings)
  }

  @Test("pagers, books and options name their first page; a pager may have no dots")
  func starts() throws {
    let pages = "pages: [{text: a}, {text: b}]"
    for text in ["pager: {\(pages), start: 2}", "book: {\(pages), start: 2}"] {
      #expect(try pager(text).settings.start == 2)
    }
    #expect(try pager("pager: {\(pages), dots: false}").settings.hasDots == false)
    #expect(try pager("pager: {\(pages)}").settings.start == nil)
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
    guard
      case .stack(root: .list(let list), size: let size) = try SceneFile.parse(
        text,
        path: "/x/a.yaml"
      )
    else {
      Issue.record("no list")
      return
    }
    #expect(size == .half)
    #expect(list.entries.map(\.size) == [.half, .full, nil])
    #expect(list.entries.map(\.activates) == [true, false, true])
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
    #expect(tabs.items.map(\.title) == ["One", "Tab 2"])
    #expect(tabs.items[0].icon == "o")
    #expect(tabs.items[0].badge == "3")
    #expect(tabs.items[0].badgeRole == .alert)
    #expect(tabs.items[1].badge == nil)
    #expect(tabs.attachment?.isShown == true)
    guard case .stack(root: .list(let list), size: _) = tabs.items[1].content else {
      throw WrongNode(text: text)
    }
    #expect(list.title == "Tab 2")
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
    guard case .tabs(let tabs) = try SceneFile.load(path: path) else { throw WrongNode(text: path) }
    guard case .page("One", let page) = tabs.items[0].content,
      case .pager(let deck) = tabs.items[1].content, case .listed(let slides) = deck.pages,
      case .tree(nil, directory.path("sub"), .standard) = tabs.items[2].content,
      case .pager(let book) = tabs.items[3].content
    else { throw WrongNode(text: "\(tabs)") }
    // One page has both headings and the rule; a deck would be split there.
    #expect(page.blocks.count == 3)
    #expect(slides.count == 2)
    #expect(deck.settings.spine == .max)
    #expect(deck.settings.header == .segments)
    #expect(book.pages == deck.pages)
    #expect(book.settings.transition == .curl)
    #expect(book.settings.spine == .max)
    #expect(book.settings.header == .arrows)
  }

  @Test("a file that is not Markdown shows its lines as they are; code in its language")
  func plainFiles() throws {
    let directory = TemporaryDirectory()
    directory.write(Array("# no *heading*\n\n  - as it is\n".utf8), to: "notes.txt")
    directory.write(Array("def f():\n    return 1\n".utf8), to: "f.py")
    directory.write([0, 1, 2], to: "data.bin")
    let notes = try SceneFile.parse("file: notes.txt", path: directory.path("app.yaml"))
    guard case .page("notes.txt", let document) = notes else { throw WrongNode(text: "\(notes)") }
    #expect(
      document.blocks == [.preformatted(lines: ["# no *heading*", "", "  - as it is"])]
    )
    let code = try SceneFile.parse("{title: F, file: f.py}", path: directory.path("app.yaml"))
    guard case .page("F", let source) = code, case .code(let block)? = source.blocks.first else {
      throw WrongNode(text: "\(code)")
    }
    #expect(block.language == "py")
    #expect(block.lines.map(\.text) == ["def f():", "    return 1"])
    let error = #expect(throws: ContentError.self) {
      try SceneFile.parse("file: data.bin", path: directory.path("app.yaml"))
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
    let node = try SceneFile.parse(text, path: "/x/app.yaml")
    #expect(node == .tree(title: nil, path: "/x/sub", order: order))
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
    guard case .board(let board) = try read(scene) else { throw WrongNode(text: scene) }
    #expect(board.title == "Plan")
    #expect(board.boxes.map(\.name) == ["a", "b-2"])
    var text = StyledText("one ")
    text.append("two", style: TextStyle(attributes: .bold))
    #expect(board.boxes[0].document == TextDocument(blocks: [.paragraph(text)]))
    #expect(board.boxes[0].title == "First")
    #expect(board.boxes.map(\.hasBorder) == [true, false])
    #expect(board.rules.map(\.box) == ["a", "b-2"])
    #expect("\(board.origin.error("x"))".hasPrefix("/scenes/app.yaml:2:3: x"))
  }
}

@Suite("The content of a scene file")
struct SceneContentTests {
  @Test("a program behind a list entry opens as a page of the list's stack, with one title")
  func programInList() throws {
    let text = "list: {title: Tools, entries: [{label: Disk, open: {command: df -h}}]}"
    let node = try SceneFile.parse(text, path: "/x/app.yaml")
    let content = try SessionContent(node) { _ in
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
