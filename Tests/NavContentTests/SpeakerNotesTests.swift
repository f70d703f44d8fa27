import NavBase
import Testing

@testable import NavContent

@Suite("Speaker notes, and the length of a talk (proto/README.md: Speaker's view)")
struct SpeakerNotesTests {
  private static func deck(_ markdown: String, isPreview: Bool = false) -> Deck {
    Deck(markdown: markdown, name: "x", isPreview: isPreview)
  }

  /// Returns the parts of notes, each as its step and its text.
  private static func parts(_ notes: SpeakerNotes) -> [String] {
    notes.parts.map { "\($0.step) \($0.text)" }
  }

  private static func pager(_ deck: Deck) throws -> PagerContent {
    guard case .pager(let pager) = SessionContent.deck(deck) else { throw NoPager() }
    return pager
  }

  private static func stack(_ deck: Deck) throws -> StackContent {
    guard case .stack(let stack) = SessionContent.deck(deck) else { throw NoStack() }
    return stack
  }

  private struct NoPager: Error {}
  private struct NoStack: Error {}

  private static func notes(of content: SessionContent) -> SpeakerNotes? {
    if case .page(let page) = content { page.notes } else { nil }
  }

  // MARK: Steps

  @Test(
    "notes belong to the step in which they are written; those of one step are one part",
    arguments: [
      ("# A\n<!-- speaker_note: one -->\n", ["0 one"]),
      ("<!-- speaker_note: one -->\n\n# A\n\n<!-- speaker_note: two -->", ["0 one\ntwo"]),
      (
        "# A\n\n<!-- speaker_note: one -->\n\na\n\n<!-- pause -->\n\nb\n\n<!-- speaker_note: two -->",
        ["0 one", "1 two"]
      ),
      // Behind the pause, before what it reveals.
      ("a\n\n<!-- pause -->\n\n<!-- speaker_note: one -->\n\nb", ["1 one"]),
      ("a\n\n. . .\n\n<!-- speaker_note: one -->\n\nb\n\n. . .\n\nc", ["1 one"]),
      (
        "# A\n\n<!-- speaker_note: one -->\n<!-- speaker_note: two -->\n\n<!-- pause -->\n\nb\n\n"
          + "<!-- pause -->\n\nc\n\n<!-- speaker_note: three -->\n\nd\n\n<!-- speaker_note: four -->",
        ["0 one\ntwo", "2 three\nfour"]
      ),
      (
        "a\n\n<!-- pause -->\n\n<!-- speaker_note: |\n  one\n\n  two\n-->\n\nb",
        ["1 one\n\ntwo"]
      ),
      (
        "a\n\n<!-- speaker_note: -->\n\n<!-- pause -->\n\nb\n\n<!-- speaker_note: one -->",
        ["1 one"]
      ),
      ("a\n\n<!-- pause -->\n\nb\n\n<!-- speaker_note: \u{1B}[2J -->", ["1 \u{FFFD}[2J"]),
    ]
  )
  func steps(markdown: String, expected: [String]) {
    let slides = Self.deck(markdown).slides
    #expect(slides.count == 1)
    #expect(Self.parts(slides[0].notes) == expected, "\(markdown)")
  }

  @Test(
    "lists that are revealed by entries, columns and highlighted lines have steps, too",
    arguments: [
      (
        "<!-- incremental_lists: true -->\n\n<!-- speaker_note: none -->\n\n- a\n- b\n\n"
          + "<!-- speaker_note: all -->",
        ["0 none", "2 all"]
      ),
      (
        "---\noptions:\n  incremental_lists: true\n---\n\n- a\n\n<!-- speaker_note: one -->\n\n"
          + "1. b\n2. c\n\n<!-- speaker_note: three -->",
        ["1 one", "3 three"]
      ),
      (
        "<!-- column_layout: [1, 1] -->\n<!-- column: 0 -->\n\na\n\n<!-- pause -->\n\n"
          + "<!-- speaker_note: one -->\n\nb\n\n<!-- column: 1 -->\n\nc\n\n<!-- speaker_note: two -->"
          + "\n\n<!-- pause -->\n\nd\n\n<!-- speaker_note: three -->\n\n<!-- reset_layout -->\n\n"
          + "<!-- pause -->\n\ne\n\n<!-- speaker_note: four -->",
        ["1 one\ntwo", "2 three", "3 four"]
      ),
      ("```c {1|2|all}\na\nb\n```\n\n<!-- speaker_note: two -->", ["2 two"]),
    ]
  )
  func stepsOfBlocks(markdown: String, expected: [String]) {
    let slide = Self.deck(markdown).slides[0]
    #expect(Self.parts(slide.notes) == expected, "\(markdown)")
    #expect(slide.notes.parts.allSatisfy { $0.step <= slide.document.stepCount })
  }

  @Test(
    "notes behind a last pause, which reveals nothing, belong to the last step",
    arguments: [
      (
        "a\n\n<!-- speaker_note: one -->\n\n<!-- pause -->\n\nb\n\n<!-- speaker_note: two -->\n\n"
          + "<!-- pause -->\n\n<!-- speaker_note: three -->",
        ["0 one", "1 two\nthree"]
      ),
      (
        "a\n\n<!-- speaker_note: one -->\n\n<!-- pause -->\n<!-- pause -->\n"
          + "<!-- speaker_note: two -->",
        ["0 one\ntwo"]
      ),
      ("a\n\n<!-- pause -->\n\n<!-- speaker_note: one -->", ["0 one"]),
    ]
  )
  func lastPause(markdown: String, expected: [String]) {
    let slide = Self.deck(markdown).slides[0]
    #expect(Self.parts(slide.notes) == expected, "\(markdown)")
  }

  @Test(
    "the last comment of a slide without notes is one for all steps",
    arguments: [
      ("a\n\n<!-- pause -->\n\nb\n\n<!-- say -->", ["0 say"]),
      ("a\n\n<!-- say -->\n\n<!-- pause -->\n\nb", []),
      ("a\n\n<!-- pause -->\n\nb\n\n<!-- speaker_note: one -->\n\n<!-- say -->", ["1 one"]),
      ("a\n\n<!-- say -->\n\n---\n\nb", ["0 say"]),
      ("a\n\n<!-- // say -->", []),
    ] as [(String, [String])]
  )
  func comments(markdown: String, expected: [String]) {
    #expect(Self.parts(Self.deck(markdown).slides[0].notes) == expected, "\(markdown)")
  }

  @Test("a step has the notes that began last")
  func indices() {
    var notes = SpeakerNotes()
    #expect(notes.isEmpty && notes.text == "" && notes.index(atStep: 0) == nil)
    notes.append("", fromStep: 0)
    #expect(notes.isEmpty && SpeakerNotes("").isEmpty)
    notes.append("one", fromStep: 1)
    notes.append("three", fromStep: 3)
    #expect((0...4).map { notes.index(atStep: $0) } == [nil, 0, 0, 1, 1])
    #expect(notes.index(atStep: .max) == 1)
    #expect(notes.text == "one\nthree" && !notes.isEmpty)
    // Steps do not fall.
    notes.append("more", fromStep: 2)
    #expect(Self.parts(notes) == ["1 one", "3 three\nmore"])
    var limited = notes
    limited.limitSteps(to: 2)
    #expect(Self.parts(limited) == ["1 one", "2 three\nmore"])
    limited.limitSteps(to: 0)
    #expect(Self.parts(limited) == ["0 one\nthree\nmore"])
    #expect(Self.parts(SpeakerNotes("all")) == ["0 all"])
  }

  // MARK: Pages

  private static let mixed = """
    # None

    ---

    # One

    <!-- speaker_note: all\u{301} of it 中文 -->

    ---

    # Several

    <!-- speaker_note: |
      one

      two
    -->

    <!-- pause -->

    b

    <!-- speaker_note: three -->

    <!-- pause -->

    c

    <!-- speaker_note: four -->

    ---

    ```c
    a
    ```

    <!-- the last comment -->
    """

  private static let mixedParts: [[String]] = [
    [], ["0 all\u{301} of it 中文"], ["0 one\n\ntwo", "1 three", "2 four"], ["0 the last comment"],
  ]

  @Test("the pages of a deck keep the notes of their slides, in one buffer")
  func packed() throws {
    let deck = Self.deck(Self.mixed)
    #expect(deck.slides.map { Self.parts($0.notes) } == Self.mixedParts)
    let pages = try Self.pager(deck).pages
    guard case .packed = pages else {
      Issue.record("the pages are not packed")
      return
    }
    let found = pages.indices.map { Self.notes(of: pages[$0]) }
    #expect(found == deck.slides.map(\.notes))
    #expect(pages.indices.map { pages.title($0) } == deck.slides.map(\.title))
  }

  @Test("notes with any number of parts and any step are unpacked as they were packed")
  func unpacked() {
    let all = [[], [0], [7], [0, 1], [1, 127, 128, TextDocument.stepLimit]].map { steps in
      var notes = SpeakerNotes()
      for step in steps { notes.append("notes of \(step)\n", fromStep: step) }
      return notes
    }
    let pages = PagerPages(
      texts: all.map { notes in
        var page = PageContent(
          title: "t",
          document: TextDocument(blocks: [.paragraph(StyledText("text"))])
        )
        page.notes = notes
        page.footer = PageFooter(left: "l", center: "", right: "r", place: "1")
        return page
      }
    )
    #expect(pages.indices.map { Self.notes(of: pages[$0]) } == all)
    let footers = pages.indices.map { index -> String? in
      guard case .page(let page) = pages[index] else { return nil }
      return page.footer?.right
    }
    #expect(footers == Array(repeating: "r", count: all.count))
  }

  @Test("the slides of a deck that is a stack keep their notes")
  func stacked() throws {
    let stack = try Self.stack(Self.deck("---\nmode: stack\n---\n" + Self.mixed))
    let found = stack.pages.values.compactMap { Self.notes(of: $0) }.map { Self.parts($0) }
    #expect(Set(found) == Set(Self.mixedParts) && found.count == Self.mixedParts.count)
  }

  @Test("highlighted pages keep their notes", arguments: ["", "---\nmode: stack\n---\n"])
  func highlighted(matter: String) throws {
    let deck = Self.deck(matter + Self.mixed)
    let plain = SessionContent.deck(deck)
    let highlighter = CodeHighlighter { _, _ in Array("<span class=\"hl kwa\">a</span>\n".utf8) }
    let content = plain.highlighted(by: highlighter)
    #expect(content != plain)
    var found: [[String]] = []
    switch content {
    case .pager(let pager):
      found = pager.pages.indices.compactMap { Self.notes(of: pager.pages[$0]) }
        .map { Self.parts($0) }
      #expect(found == Self.mixedParts)
    case .stack(let stack):
      found = stack.pages.values.compactMap { Self.notes(of: $0) }.map { Self.parts($0) }
      #expect(Set(found) == Set(Self.mixedParts))
    case .page, .tabs, .split: Issue.record("no deck: \(content)")
    }
  }

  // MARK: Length of a talk

  @Test(
    "a length is minutes, hours and minutes, or numbers with units",
    arguments: [
      ("20", 1_200), ("1", 60), ("000020", 1_200), ("  20\t", 1_200), ("1440", 86_400),
      ("20m", 1_200), ("45 min", 2_700), ("1 minute", 60), ("2 MINS", 120), ("90 s", 90),
      ("1s", 1), ("90 seconds", 90), ("1 sec", 1), ("1h", 3_600), ("1 Hour", 3_600),
      ("24h", 86_400), ("24 hours", 86_400), ("86400 s", 86_400), ("1h 30m", 5_400),
      ("1H30M", 5_400), ("1h30", 5_400), ("0h 10m", 600), ("2 hours 5 minutes 7 seconds", 7_507),
      ("1:30", 5_400), ("0:05", 300), ("01:00", 3_600), ("24:00", 86_400), ("0:59", 3_540),
    ]
  )
  func lengths(text: String, seconds: Int) {
    #expect(TalkLength.duration(text) == .seconds(seconds), "\(text)")
  }

  @Test(
    "no length: nothing, no time, more than 24 hours, and anything else",
    arguments: [
      "", " ", "0", "0000", "0m", "0h 0m 0s", "0:00", "25h", "24h 1s", "24:01", "25:00", "1441",
      "86401 s", "999999h", "0000020", "99999999999999999999", "99999999999999999999h",
      "99999999999999999999:00", "1:99999999999999999999", "9223372036854775807", "1:75", "1:60",
      ":30", "1:", ":", "1:2:3", "1:30 h", "1:30m", "-20", "-1:30", "+20", "1.5h", "1,5h", "0x10",
      "1e3", "h", "min", "m20", "20 x", "20 days", "twenty", "20 min!", "1h 30q", "1h - 30m",
      "20/30", "²", "½h", "1 ⁄ 2", "٢٠", "２０", "२०m", "1:٣٠", "１:30", "2\u{301}0", "20\u{0}",
      "20 ｍ", "\u{1B}[2J",
    ]
  )
  func noLengths(text: String) {
    #expect(TalkLength.duration(text) == nil, "\(text)")
  }

  @Test(
    "hours and minutes have no signs",
    arguments: ["+1:30", "1:+30", "+1:+30", "2:-30", "1:-0", "-0:30"]
  )
  func signs(text: String) {
    #expect(TalkLength.duration(text) == nil, "\(text)")
  }

  @Test(
    "the front matter of a deck states the length, which the pager and the stack have",
    arguments: [
      ("duration: 20", 1_200), ("duration: 1:30", 5_400), ("Duration: 45 min", 2_700),
      ("duration: \"1h 30m\"", 5_400), ("duration: 25h", nil), ("duration: soon", nil),
      ("duration:", nil), ("duration: [20]", nil), ("title: t", nil),
    ] as [(String, Int?)]
  )
  func durations(matter: String, seconds: Int?) throws {
    let expected = seconds.map { Duration.seconds($0) }
    for mode in ["pager", "stack"] {
      let markdown = "---\nmode: \(mode)\n\(matter)\n---\n# A\n\n---\n\n# B\n"
      let deck = Self.deck(markdown)
      #expect(deck.duration == expected, "\(matter)")
      let found = try mode == "stack" ? Self.stack(deck).duration : Self.pager(deck).duration
      #expect(found == expected, "\(matter) \(mode)")
      // A preview among other files is no talk.
      let preview = Self.deck(markdown, isPreview: true)
      #expect(preview.duration == nil)
      #expect(try Self.pager(preview).duration == nil)
    }
  }

  @Test(
    "a deck in a scene has the notes, the steps and the length that it has alone",
    arguments: [
      "deck: talk.md", "tabs: {items: [{content: {text: a}}, {content: {deck: talk.md}}]}",
      "split: {parts: [{text: a}, {deck: talk.md}]}", "book: {deck: talk.md}",
      "pager: {pages: [{text: a}, {deck: talk.md}]}", "stack: {root: {deck: talk.md}}",
      "list: {entries: [a, {label: b, open: {deck: talk.md}}]}",
    ]
  )
  func scenes(scene: String) throws {
    let directory = TemporaryDirectory()
    let deck = directory.write(
      Array(
        """
        ---
        duration: 20
        ---
        # One

        <!-- speaker_note: first -->

        <!-- pause -->

        two

        <!-- speaker_note: second -->
        """.utf8
      ),
      to: "talk.md"
    )
    let path = directory.write(Array(scene.utf8), to: "app.yaml")
    let content = try ContentReader().read(.scene(path: path), for: 1)
    let alone = try ContentReader().read(.deck(path: deck), for: 1)
    #expect(alone.duration == .seconds(1_200) && content.duration == alone.duration)
    #expect(Self.slides(of: content) == Self.slides(of: alone))
    #expect(Self.slides(of: content).map { Self.parts($0.notes) } == [["0 first", "1 second"]])
    #expect(Self.slides(of: content).map(\.stepCount) == [1])
  }

  /// Files with notes, and whether those are notes in a book, too.
  private static let notedFiles: [(text: String, isInBooks: Bool)] = [
    ("class: center, middle\n\n# SEEN\n\n???\nSECRET\n\n---\n\nb", true),
    ("<!-- .slide: x -->\n# SEEN\n\nNote: SECRET\n\n---\n\nb", true),
    ("# SEEN\n\n???\nSECRET\n\n---\n\nb", true),
    // May be for the reader of a book.
    ("# SEEN\n\nNote:\nSECRET\n\n---\n\nb", false),
    ("# SEEN\n\n<div class=\"notes\">\nSECRET\n</div>", false),
    ("# A\n\n::: notes\nSECRET\n:::\n\nSEEN", true),
    ("# A\n\n::: {.notes}\n::: tip\na\n:::\nSECRET\n:::\n\nSEEN", true),
    ("# A\n\n:::: notes\nSECRET\n::::\n\nSEEN", true),
    ("# A\n\n<aside class=\"notes\">\nSECRET\n</aside>SEEN", true),
    ("---\ntitle: T\n---\n# A\n\n::: notes\nSECRET\n:::\n\n---\n\nSEEN", true),
    ("% T\n% U\n% V\n\n# A\n\n::: notes\nSECRET\n:::\n\nSEEN", true),
    ("% T\n% U\n% V\n\n# A\n\n::: {.notes}\nSECRET\n:::\n\nSEEN", true),
    ("% T\n\n# A\n\n<div class=\"notes\"><div>\na</div>\nSECRET\n</div>\n\nSEEN", false),
  ]

  @Test(
    "a deck, a page of a directory, a file in a scene and a chapter hide the notes of a file",
    arguments: notedFiles
  )
  func notesOfFiles(text: String, isInBooks: Bool) throws {
    let directory = TemporaryDirectory()
    let path = directory.write(Array(text.utf8), to: "d.md")
    func scene(_ text: String) throws -> SessionContent {
      let scene = directory.write(Array(text.utf8), to: "app.yaml")
      return try ContentReader().read(.scene(path: scene), for: 1)
    }
    let shown = [
      try ContentReader().read(.deck(path: path), for: 1), SessionContent(TreePage.load(path)),
      try scene("file: d.md"), try scene("list: {entries: [{label: b, open: {file: d.md}}]}"),
    ].map { Self.text(of: $0) }
    for text in shown { #expect(text.contains("SEEN") && !text.contains("SECRET"), "\(text)") }
    let chapter = Self.text(of: try Docs(path: directory.root).page(at: "/d.md".utf8).content)
    #expect(chapter.contains("SEEN") && chapter.contains("SECRET") != isInBooks, "\(chapter)")
  }

  @Test(
    "text that only looks like notes stays",
    arguments: [
      "# A\n\n<div class=\"release-notes\">\nSEEN\n</div>",
      "# A\n\n<aside class=\"footnotes\">SEEN</aside>", "# A\n\n::: tip notes\nSEEN\n:::",
      "% T\n% U\n\n# A\n\nNote:\n\nSEEN",
    ]
  )
  func noNotes(markdown: String) {
    for isPreview in [false, true] {
      let content = SessionContent.deck(Self.deck(markdown, isPreview: isPreview))
      #expect(Self.text(of: content).contains("SEEN"))
    }
  }

  @Test("a file that a deck includes has notes, too")
  func included() throws {
    let directory = TemporaryDirectory()
    directory.write(Array("b\n\n::: notes\nSECRET\n:::\n".utf8), to: "b.md")
    let text = "# A\n\n<!-- include: b.md -->\n\nSEEN"
    let deck = try loadDeck(path: directory.write(Array(text.utf8), to: "d.md"))
    let shown = Self.text(of: .deck(deck))
    #expect(shown.contains("b") && shown.contains("SEEN") && !shown.contains("SECRET"), "\(shown)")
    #expect(deck.slides[0].notes.text.contains("SECRET"))
  }

  /// Returns the rows of all pages, at any depth.
  private static func text(of content: SessionContent) -> String {
    var rows: [String] = []
    var content = content
    content.replacePages { page in
      rows += FlowedText(page.document, columns: 80).rows.map(\.row.text)
      return .page(page)
    }
    return rows.joined(separator: "\n")
  }

  /// Returns the pages with notes, at any depth.
  private static func slides(of content: SessionContent) -> [PageContent] {
    var slides: [PageContent] = []
    var content = content
    content.replacePages { page in
      if !page.notes.isEmpty { slides.append(page) }
      return .page(page)
    }
    return slides
  }

  @Test("the text of a deck is read only as long as the deck has no notes")
  func text() throws {
    let directory = TemporaryDirectory()
    let path = directory.write(Array("# One\n".utf8), to: "talk.md")
    let text = ContentSpec.path(PathContent(.deck, path, isText: true))
    guard case .stack = try ContentReader().read(text, for: 1) else {
      Issue.record("no text")
      return
    }
    for note in [
      "<!-- speaker_note: secret -->\n",
      "---\n\n<!-- skip_slide -->\n# Two\n\n<!-- speaker_note: secret -->\n",
      "---\n\n<!-- speaker_note: secret -->\n",
    ] {
      directory.write(Array("# One\n\n\(note)".utf8), to: "talk.md")
      let shown = try ContentReader().read(text, for: 1)
      #expect(shown == (try ContentReader().read(.deck(path: path), for: 1)), "\(note)")
    }
  }

  // MARK: Export

  @Test("an export has the notes only if they are asked for", arguments: ExportFormat.allCases)
  func exports(format: ExportFormat) {
    let deck = Self.deck(
      "# One\n\n<!-- speaker_note: secret -->\n\n<!-- pause -->\n\nb\n\n"
        + "<!-- speaker_note: withheld -->\n\n---\n\n# Two\n\n<!-- unsaid -->"
    )
    let open = ContentExport(deck)
    let whole = ContentExport(deck, hasNotes: true)
    #expect(open.pages.map(\.notes) == ["", ""])
    #expect(whole.pages.map(\.notes) == ["secret\nwithheld", "unsaid"])
    let words = ["secret", "withheld", "unsaid"]
    let (without, with) = (open.written(as: format), whole.written(as: format))
    for word in words { #expect(!without.contains(word) && with.contains(word), "\(word)") }
    #expect(without.contains("One") && without.contains("Two"))
  }
}
