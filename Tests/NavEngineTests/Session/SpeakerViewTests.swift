import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("The speaker's view of a session (proto/README.md: Speaker's view)")
struct SpeakerViewTests {
  private static let wide = CellSize.standardTerminal
  private static let narrow = CellSize(columns: 40, rows: 12)

  // MARK: Contents

  /// A page of so many parts, with pauses between them, and notes by the steps where they begin.
  private static func page(
    _ title: String,
    parts: Int = 1,
    notes: [(step: Int, text: String)] = []
  ) -> PageContent {
    let blocks = (0..<parts).flatMap { part -> [TextBlock] in
      (part > 0 ? [.pause] : []) + [.paragraph(StyledText("\(title)-\(part)"))]
    }
    var page = PageContent(title, blocks)
    for note in notes { page.notes.append(note.text, fromStep: note.step) }
    return page
  }

  /// Notes of so many lines: `name 1`, `name 2` and so on.
  private static func lines(_ name: String, _ count: Int = 40) -> String {
    (1...count).map { "\(name) \($0)" }.joined(separator: "\n")
  }

  private static var deck: Session {
    Session(pages: [
      page("a", notes: [(0, "say a")]), page("b", parts: 3, notes: [(0, "say b\nand wait")]),
      page("c"),
    ])
  }

  private static func forward(_ session: inout Session, times: Int = 1) throws {
    for _ in 0..<times { try session.perform(.forward, seenIn: wide, at: .zero) }
  }

  // MARK: Scenes

  private static func facts(_ focus: KeyFocus = .pager) -> SessionFacts {
    var facts = SessionFacts(name: "talk", viewers: 1)
    facts.speaker = SpeakerFacts(focus: focus)
    return facts
  }

  private static func scene(
    _ session: Session,
    _ questions: [SpeakerQuestion] = [],
    in size: CellSize = wide
  ) -> Scene {
    var speaker = SpeakerView(of: session, questions: questions).session(replacing: nil, in: nil)
    return speaker.rest(in: size, facts: facts())
  }

  /// Returns the page of rows whose title begins with a word; nil if it is not shown.
  private static func shown(_ title: String, in scene: Scene) -> Container? {
    scene.containers.first {
      $0.kind == .page && $0.title.hasPrefix(title) && !$0.isHidden && !$0.rows.isEmpty
    }
  }

  private static func rows(_ title: String, in scene: Scene) throws -> [TextRow] {
    let page = try #require(shown(title, in: scene), "\(scene.outline)")
    let end = min(page.content.height, page.scroll.y + page.visibleRows)
    return (page.scroll.y..<max(page.scroll.y, end)).compactMap { page.rows[$0] }
  }

  private static func texts(_ title: String, in scene: Scene) throws -> [String] {
    try rows(title, in: scene).map(\.text)
  }

  /// Returns the first visible row of the notes.
  private static func top(_ speaker: Session, in size: CellSize = wide) throws -> String? {
    var speaker = speaker
    return try texts("notes", in: speaker.rest(in: size, facts: facts())).first
  }

  // MARK: Pages

  @Test("the page in front and what forward shows, step by step; nothing behind the last one")
  func pages() throws {
    var session = Self.deck
    var seen: [String] = []
    for _ in 0..<6 {
      let pages = try #require(session.speakerPages)
      #expect(pages.isOrdered && pages.current.count == 3 && pages.current.rows == nil)
      let (now, next) = (pages.current, pages.next)
      #expect(next.map { $0.count == 3 } ?? true)
      seen.append(
        "\(now.content.title) \(now.number).\(now.step)"
          + (next.map { " \($0.content.title) \($0.number).\($0.step)" } ?? " nil")
      )
      try Self.forward(&session)
    }
    #expect(
      seen == [
        "a 1.0 b 2.0", "b 2.0 b 2.1", "b 2.1 b 2.2", "b 2.2 c 3.0", "c 3.0 nil", "c 3.0 nil",
      ]
    )
    #expect(session.speakerPages?.current.content.notes.isEmpty == true)
  }

  @Test("a list in front is shown with its selection, and nothing follows it")
  func list() throws {
    var session = Tree.session
    let before = try #require(session.speakerPages)
    #expect(before.current.rows == nil && before.next == nil && !before.isOrdered)
    #expect(before.current.content.title == "root" && before.current.number == 1)
    try session.type("j", "j")
    #expect(session.speakerPages?.current.rows?.selection?.index == 2)
    #expect(Self.shown("now", in: Self.scene(session))?.selection == 2)
    // Far below what the part of the view can show.
    try session.type("G")
    #expect(session.speakerPages?.current.rows?.selection?.index == Tree.entries - 1)
    let scene = Self.scene(session)
    #expect(Self.shown("now", in: scene)?.selection == Tree.entries - 1)
    let last = "f\(Tree.entries - 1)"
    #expect(try Self.texts("now", in: scene).contains { $0.contains(last) })
    #expect(try Self.texts("next", in: scene) == ["Only slides have a next one."])
  }

  @Test("an opened page of a stack is shown whole, as the stack shows it")
  func opened() throws {
    let notes = [(step: 0, text: "first"), (step: 2, text: "last")]
    let stack = StackContent(
      root: .page(PageContent(list: ["t"])),
      path: Array("/a".utf8),
      source: .nowhere,
      pages: [Array("/a/t".utf8): .page(Self.page("t", parts: 3, notes: notes))]
    )
    var session = Session(.stack(stack))
    try Self.forward(&session)
    #expect(session.position.title == "t")
    #expect(session.speakerPages?.isOrdered == false && session.speakerPages?.next == nil)
    let scene = Self.scene(session)
    let texts = try Self.texts("now", in: scene).filter { !$0.isEmpty }
    #expect(texts == ["t-0", "t-1", "t-2"])
    #expect(try Self.texts("notes", in: scene).contains("last"))
  }

  // MARK: Layout

  @Test("in 80x24 the current slide and the next one are above the notes")
  func slides() throws {
    let scene = Self.scene(Self.deck)
    #expect(try Self.texts("now", in: scene) == ["a-0"])
    #expect(try Self.texts("next", in: scene) == ["b-0"])
    #expect(try Self.texts("notes", in: scene) == ["say a"])
    let titles = ["now", "next", "notes"].map { Self.shown($0, in: scene)?.title }
    #expect(titles == ["now 1/3", "next 2/3", "notes"])
    #expect(scene.isSpeakers)
    let borders = scene.containers.filter { $0.kind == .splitBorder }
    #expect(borders.contains { $0.frame == CellRect(x: 0, y: 11, width: 80, height: 1) })
  }

  @Test("within a slide, what the next step reveals is shown")
  func steps() throws {
    var session = Self.deck
    try Self.forward(&session, times: 2)
    var scene = Self.scene(session)
    #expect(try Self.texts("now", in: scene).filter { !$0.isEmpty } == ["b-0", "b-1"])
    #expect(try Self.texts("next", in: scene).filter { !$0.isEmpty } == ["b-0", "b-1", "b-2"])
    #expect(Self.shown("next", in: scene)?.title == "next: step 2 of 2")
    #expect(try Self.texts("notes", in: scene) == ["say b", "and wait"])
    // The last page has no successor, and no notes.
    try Self.forward(&session, times: 2)
    scene = Self.scene(session)
    #expect(try Self.texts("now", in: scene) == ["c-0"])
    #expect(try Self.texts("next", in: scene) == ["Nothing follows."])
    #expect(try Self.texts("notes", in: scene).first == "No notes for this page.")
    #expect(try Self.texts("notes", in: scene).last?.contains("<!-- text -->") == true)
  }

  @Test("behind the last slide of a deck in a pager, the pager's next page is shown")
  func nested() throws {
    func pager(_ title: String, _ pages: [SessionContent]) -> SessionContent {
      .pager(PagerContent(title: title, pages: .listed(pages)))
    }
    let deck = pager("deck", [.page(Self.page("a")), .page(Self.page("b", parts: 2))])
    let other = pager("other", [.page(Self.page("d"))])
    var session = Session(pager("all", [deck, .page(Self.page("c")), other]))
    let steps: [(now: String, next: [String], title: String)] = [
      ("a-0", ["b-0"], "next 2/2"), ("b-0", ["b-0", "b-1"], "next: step 1 of 1"),
      ("b-0", ["c-0"], "next 2/3"),
      ("c-0", ["The next page has parts of its own,", "which are not shown here."], "next"),
      ("d-0", ["Nothing follows."], "next"),
    ]
    for (index, step) in steps.enumerated() {
      if index > 0 { try Self.forward(&session) }
      let scene = Self.scene(session)
      #expect(try Self.texts("now", in: scene).first == step.now)
      let next = try Self.texts("next", in: scene).filter { !$0.isEmpty }
      #expect(next == step.next, "\(index)")
      #expect(Self.shown("next", in: scene)?.title == step.title, "\(index)")
    }
  }

  @Test("in 40x12 there are only the notes; slides are there from 60 columns and 14 rows on")
  func small() throws {
    let scene = Self.scene(Self.deck, in: Self.narrow)
    #expect(try Self.texts("notes", in: scene) == ["say a"])
    let others = scene.containers.flatMap { page in
      page.title == "notes" ? [] : page.rows.segments.flatMap(\.rows).map(\.text)
    }
    #expect(others == [])
    for (columns, rows, hasSlides) in [(60, 15, true), (59, 15, false), (60, 14, false)] {
      let scene = Self.scene(Self.deck, in: CellSize(columns: columns, rows: rows))
      #expect((Self.shown("now", in: scene) != nil) == hasSlides, "\(columns)x\(rows)")
      #expect((Self.shown("next", in: scene) != nil) == hasSlides, "\(columns)x\(rows)")
      #expect(try Self.texts("notes", in: scene) == ["say a"])
    }
  }

  @Test("a long page is replaced by a notice; its notes stay")
  func longPages() throws {
    func page(_ title: String, bytes: Int) -> PageContent {
      let text = String(repeating: "word ", count: bytes / 5)
      return PageContent(title, [.paragraph(StyledText("begin " + text))])
    }
    var pages = [
      page("a", bytes: LongText.leastWeight), page("b", bytes: LongText.leastWeight - 100),
    ]
    pages[0].notes.append("say a", fromStep: 0)
    #expect(pages[0].weight >= LongText.leastWeight && pages[1].weight < LongText.leastWeight)
    var session = Session(pages: pages)
    let notice = "This page is too long to be shown here."
    let scene = Self.scene(session)
    #expect(try Self.texts("now", in: scene).joined(separator: " ") == notice)
    #expect(Self.shown("now", in: scene)?.title == "now 1/2")
    #expect(try Self.texts("next", in: scene).first?.hasPrefix("begin word") == true)
    #expect(try Self.texts("notes", in: scene) == ["say a"])
    try Self.forward(&session)
    #expect(try Self.texts("now", in: Self.scene(session)).first?.hasPrefix("begin") == true)
  }

  @Test("keys mean what they mean in the session", arguments: KeyFocus.allCases)
  func focus(kind: KeyFocus) throws {
    var speaker = SpeakerView(of: Self.deck, questions: []).session(replacing: nil, in: nil)
    let scene = speaker.rest(in: Self.wide, facts: Self.facts(kind))
    #expect(scene.focusKind == kind)
    let id = try #require(scene.focus)
    let focused = try #require(scene[id])
    let wanted: ContainerKind = kind == .pager ? .pager : .page
    #expect(focused.kind == wanted)
    let own = speaker.rest(in: Self.wide, facts: SessionFacts(name: "talk", viewers: 1))
    #expect(own.focusKind == .pager && !own.isSpeakers)
  }

  // MARK: Notes

  @Test("of several notes, those of the current step are bright")
  func brightness() throws {
    let notes = [(step: 0, text: "zero"), (step: 1, text: "one"), (step: 3, text: "three")]
    var session = Session(pages: [Self.page("a", parts: 5, notes: notes)])
    for bright in ["zero", "one", "one", "three", "three"] {
      let rows = try Self.rows("notes", in: Self.scene(session)).filter { !$0.text.isEmpty }
      #expect(rows.map(\.text) == ["zero", "one", "three"])
      let found = rows.filter { row in
        !row.runs.contains { $0.style.attributes.contains(.dim) }
      }
      #expect(found.map(\.text) == [bright])
      try Self.forward(&session)
    }
  }

  @Test("notes in one part are always bright; before the first ones, all of several are dim")
  func otherBrightness() throws {
    for (notes, isDim) in [
      ([(step: 0, text: "zero")], false), ([(step: 1, text: "one")], false),
      ([(step: 1, text: "one"), (step: 2, text: "two")], true),
    ] {
      let session = Session(pages: [Self.page("a", parts: 3, notes: notes)])
      let rows = try Self.rows("notes", in: Self.scene(session)).filter { !$0.text.isEmpty }
      #expect(rows.map(\.text) == notes.map { $0.text })
      let areDim = rows.map { row in
        row.runs.contains { $0.style.attributes.contains(.dim) }
      }
      #expect(areDim == Array(repeating: isDim, count: notes.count))
    }
  }

  @Test("the notes of a step begin at the top, if all are longer than their part")
  func scrolled() throws {
    let notes = [
      (step: 0, text: Self.lines("zero")), (step: 1, text: Self.lines("one")),
      (step: 2, text: "first\n\n" + Self.lines("two")),
    ]
    var session = Session(pages: [Self.page("a", parts: 3, notes: notes), Self.page("b")])
    var view = SpeakerView(of: session, questions: [])
    var speaker = view.session(replacing: nil, in: nil)
    for expected in ["zero 1", "one 1", "first", "No notes for this page."] {
      for size in [Self.wide, Self.narrow, CellSize(columns: 200, rows: 60)] {
        #expect(try Self.top(speaker, in: size) == expected, "\(size)")
      }
      try Self.forward(&session)
      let next = SpeakerView(of: session, questions: [])
      speaker = next.session(replacing: view, in: speaker)
      view = next
    }
  }

  @Test("questions are below the notes, with their numbers")
  func questions() throws {
    let questions = [
      SpeakerQuestion(number: 3, text: "ada: why?"), SpeakerQuestion(number: 7, text: "bob: how?"),
    ]
    let scene = Self.scene(Self.deck, questions, in: CellSize(columns: 80, rows: 40))
    let texts = try Self.texts("notes", in: scene).filter { !$0.isEmpty }
    #expect(texts == ["say a", "Questions", "3. ada: why?", "7. bob: how?"])
    let without = try Self.texts("notes", in: Self.scene(Self.deck))
    #expect(without == ["say a"])
    // The daemon compares views to know whether there is anything new to lay out.
    let views = [[], [questions[0]], questions].map { SpeakerView(of: Self.deck, questions: $0) }
    #expect(Set(views).count == 3)
    #expect(views[2] == SpeakerView(of: Self.deck, questions: questions))
  }

  // MARK: Replacement

  @Test("the shares and the focused part stay when the session moves")
  func shares() throws {
    var session = Self.deck
    let before = SpeakerView(of: session, questions: [])
    var speaker = before.session(replacing: nil, in: nil)
    func border() throws -> CellRect {
      try #require(
        speaker.rest(in: Self.wide, facts: Self.facts()).containers.first {
          $0.kind == .splitBorder && $0.frame.width == Self.wide.columns
        }
      ).frame
    }
    #expect(speaker.position.title == "notes")
    #expect(try border().y == 11)
    let scene = speaker.rest(in: Self.wide, facts: Self.facts())
    let moved = try #require(
      scene.containers.first { $0.kind == .splitBorder && $0.frame.height == 1 }
    )
    let pan = Pan(gesture: 1, container: moved.id, axis: .vertical, translation: 4)
    try speaker.perform(.release(PanEnd(pan)), seenIn: Self.wide, at: .zero)
    #expect(try border().y == 15)
    try speaker.perform(.nextPart, seenIn: Self.wide, at: .zero)
    #expect(speaker.position.title == "now 1/3")
    try Self.forward(&session)
    let after = SpeakerView(of: session, questions: [])
    speaker = after.session(replacing: before, in: speaker)
    #expect(try border().y == 15)
    #expect(speaker.position.title == "now 2/3")
    // The part that is alone in a small terminal is the focused one.
    let small = speaker.rest(in: Self.narrow, facts: Self.facts())
    #expect(try Self.texts("now", in: small) == ["b-0"])
    #expect(Self.shown("notes", in: small) == nil)
  }

  @Test("the place in the notes stays while they are the same, and no longer")
  func place() throws {
    let pages = [
      Self.page("a", parts: 2, notes: [(0, Self.lines("a"))]),
      Self.page("b", notes: [(0, Self.lines("b"))]),
    ]
    var session = Session(pages: pages)
    var view = SpeakerView(of: session, questions: [])
    var speaker = view.session(replacing: nil, in: nil)
    #expect(try Self.top(speaker) == "a 1")
    try speaker.perform(.screenDown, seenIn: Self.wide, at: .zero)
    let top = try Self.top(speaker)
    #expect(top != "a 1")
    for (page, expected) in [("a", top), ("b", "b 1")] as [(String, String?)] {
      try Self.forward(&session)
      #expect(session.position.title == page)
      let next = SpeakerView(of: session, questions: [])
      speaker = next.session(replacing: view, in: speaker)
      view = next
      #expect(try Self.top(speaker) == expected)
    }
  }

  @Test("the title of the notes tells where viewers are; a change of that moves nothing")
  func places() throws {
    let session = Session(pages: [Self.page("a", notes: [(0, Self.lines("a"))])])
    let before = SpeakerView(of: session, questions: [])
    var speaker = before.session(replacing: nil, in: nil)
    try speaker.perform(.screenDown, seenIn: Self.wide, at: .zero)
    let top = try Self.top(speaker)
    #expect(top != "a 1")
    let after = SpeakerView(of: session, questions: [], places: "2 here, 1 on 3")
    #expect(after != before)
    speaker = after.session(replacing: before, in: speaker)
    #expect(try Self.top(speaker) == top)
    let scene = speaker.rest(in: Self.wide, facts: Self.facts())
    #expect(Self.shown("notes", in: scene)?.title == "notes  (viewers: 2 here, 1 on 3)")
  }

  @Test("long lines are wrapped as in the session")
  func wrapping() throws {
    let line = String(repeating: "long ", count: 20)
    var session = Session(pages: [PageContent("a", [.code(language: "", lines: [line])])])
    let isWrapped = { (session: Session) in
      SpeakerView(of: session, questions: []).session(replacing: nil, in: nil).wrapsLines
    }
    #expect(!isWrapped(session))
    try session.perform(.toggleWrap, seenIn: Self.wide, at: .zero)
    #expect(isWrapped(session))
  }

  @Test("notes that are too long are cut, and the view says so")
  func longNotes() throws {
    var page = PageContent("a", [.paragraph(StyledText("a"))])
    page.notes = SpeakerNotes(String(repeating: "é\n", count: LongText.leastWeight))
    let session = Session(pages: [page])
    let speaker = SpeakerView(of: session, questions: []).session(replacing: nil, in: nil)
    let reading = try #require(speaker.reading)
    #expect("\(reading.passages)".contains("too long to be shown"))
  }
}
