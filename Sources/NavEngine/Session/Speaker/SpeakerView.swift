package import NavBase

/// The content of a speaker's view: the page in front, its successor, the notes and the questions of the audience, laid
/// out like any other content (proto/README.md: Speaker's view).
package struct SpeakerView: Hashable, Sendable {
  package var pages: SpeakerPages?
  /// In the order in which they were asked.
  package var questions: [SpeakerQuestion]
  /// The numbers of viewers at each page, as a phrase; empty if all are at the shared place.
  package var places: String
  /// Whether long lines are wrapped, and lines of files are numbered.
  package var wrapsLines: Bool
  package var numbers: NavigationState.Numbers

  package init(of session: Session, questions: [SpeakerQuestion], places: String = "") {
    pages = session.speakerPages
    self.questions = questions
    self.places = places
    wrapsLines = session.wrapsLines
    numbers = NavigationState.Numbers(session.bodies.numbers)
  }

  /// Returns a session that shows it.
  ///
  /// - Parameters:
  ///   - before: what was shown before; nil for nothing.
  ///   - old: the session that shows `before`, of which it keeps the shares and the focus of the parts, and the place in
  ///     the notes while they stay the same.
  /// - Returns: the session, at version 0.
  package func session(replacing before: SpeakerView?, in old: Session?) -> Session {
    var place = NavigationState(wrapsLines: wrapsLines, numbers: numbers)
    let former = old?.navigationState.nodes ?? [:]
    let focus = NavigationState.Split(shares: Self.shares, focused: 1)
    place.nodes[[]] = old == nil ? .split(focus) : former[[]]
    place.nodes[Self.slides] = former[Self.slides]
    if let current = pages?.current {
      place.nodes[Self.slides + [0]] = .pager(NavigationState.Pager(current: 0, step: current.step))
      place.nodes[Self.slides + [0, 0]] = current.rows.map { .rows($0) }
    }
    if let next = pages?.next {
      place.nodes[Self.slides + [1]] = .pager(NavigationState.Pager(current: 0, step: next.step))
      place.nodes[Self.slides + [1, 0]] = next.rows.map { .rows($0) }
    }
    let text = NotesText(self)
    let isSame = before.map { NotesText($0).notes == text.notes } ?? false
    place.nodes[Self.notes] =
      isSame
      ? former[Self.notes]
      : .rows(NavigationState.Rows(selection: nil, anchor: text.anchor))
    return Session(content(text), at: place, version: 0) { _, _ in
      preconditionFailure("cannot read a page of a speaker's view")
    }
  }

  // MARK: Content

  /// The equal shares of the slides and the notes.
  private static let shares = [500, 500]
  /// The paths of the slides' part and of the page of notes.
  private static let slides = [0]
  private static let notes = [1, 0]
  /// The size from which on the slides are shown above the notes; in a smaller one, the notes have all of it.
  private static let leastSize = (columns: 60, rows: 14)

  private func content(_ text: NotesText) -> SessionContent {
    let slides = SplitContent(
      title: "slides",
      parts: [
        Self.part(
          pages?.current,
          titled: pages.map { "now \($0.current.place)" } ?? "now",
          else: "Nothing is shown."
        ),
        Self.part(pages?.next, titled: nextTitle, else: missingNext),
      ]
    )
    let title = places.isEmpty ? "notes" : "notes  (viewers: \(places))"
    let notes = PageContent(title: title, document: TextDocument(blocks: text.blocks))
    var whole = SplitContent(title: "notes", parts: [.split(slides), Self.pager(notes)])
    whole.arrangement = .stacked(columns: Self.leastSize.columns, rows: Self.leastSize.rows)
    return .split(whole)
  }

  /// The most entries of a list that is shown: it is laid out anew for each change.
  private static let longestList = 5_000

  private var nextTitle: String {
    guard let next = pages?.next else { return "next" }
    guard next.step > 0 else { return "next \(next.place)" }
    return "next: step \(next.step) of \(next.content.stepCount)"
  }

  /// The reason for the lack of a next page.
  private var missingNext: String {
    guard let pages, pages.isOrdered else { return "Only slides have a next one." }
    return pages.isLast
      ? "Nothing follows." : "The next page has parts of its own, which are not shown here."
  }

  private static func part(
    _ shown: SpeakerPages.Shown?,
    titled title: String,
    else reason: String
  ) -> SessionContent {
    guard var page = shown?.content else { return pager(notice(title, reason)) }
    guard page.weight < LongText.leastWeight,
      (page.list?.entries.count ?? 0) <= longestList
    else {
      return pager(notice(title, "This page is too long to be shown here."))
    }
    page.title = title
    return pager(page)
  }

  private static func notice(_ title: String, _ text: String) -> PageContent {
    let text = StyledText(text, style: TextStyle(role: .muted))
    return PageContent(title: title, document: TextDocument(blocks: [.paragraph(text)]))
  }

  private static func pager(_ page: PageContent) -> SessionContent {
    var pager = PagerContent(
      title: page.title,
      pages: .listed([.page(page)]),
      style: .none,
      header: .options
    )
    pager.hasDots = false
    return .pager(pager)
  }
}

extension SpeakerPages.Shown {
  fileprivate var place: String { "\(number)/\(count)" }
}

/// A question of the audience as the speaker reads it.
package struct SpeakerQuestion: Hashable, Sendable {
  /// The number by which it is called answered.
  package var number: Int
  /// One sanitised line: the name of who asks, and the question.
  package var text: String

  package init(number: Int, text: String) {
    self.number = number
    self.text = text
  }
}

/// The text below the slides: the notes, those of the current step in front, and the questions.
private struct NotesText {
  private(set) var notes: [TextBlock] = []
  private var questions: [TextBlock] = []
  var blocks: [TextBlock] { notes + questions }
  /// The start of the notes of the current step.
  private(set) var anchor = ScrollAnchor.top

  init(_ view: SpeakerView) {
    let written = view.pages?.current.content.notes ?? SpeakerNotes()
    let current = written.index(atStep: view.pages?.current.step ?? 0)
    var left = LongText.leastWeight
    for (index, part) in written.parts.enumerated() where left > 0 {
      let isDim = written.parts.count > 1 && index != current
      if index == current, index > 0 {
        let position = TextPosition(block: notes.count, grapheme: 0)
        anchor = ScrollAnchor(position: position, ratio: 0)
      }
      add(part.text.cut(toBytes: left), TextStyle(attributes: isDim ? .dim : []))
      left -= part.text.utf8.count
    }
    if left < 0 {
      add("The rest of the notes is too long to be shown.", TextStyle(role: .muted))
    }
    if written.isEmpty {
      add("No notes for this page.", TextStyle(role: .muted))
      if view.pages?.isOrdered == true {
        let hint = "In Markdown the last comment of a slide is its note: <!-- text -->"
        add("\n" + hint, TextStyle(role: .muted))
      }
    }
    guard !view.questions.isEmpty else { return }
    questions.append(.heading(level: 3, StyledText("Questions")))
    for question in view.questions {
      // Their numbers may have gaps.
      let item = TextListItem(blocks: [.paragraph(StyledText(question.text))])
      questions.append(.list(TextList(start: question.number, isTight: true, items: [item])))
    }
  }

  /// Adds the paragraphs of a text, whose lines end where the author ended them.
  private mutating func add(_ text: String, _ style: TextStyle) {
    var lines: [Substring] = []
    func paragraph() -> TextBlock? {
      lines.isEmpty ? nil : .paragraph(StyledText(lines.joined(separator: "\n"), style: style))
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) {
        if let block = paragraph() { notes.append(block) }
        lines = []
      } else {
        lines.append(line)
      }
    }
    if let block = paragraph() { notes.append(block) }
  }
}

extension String {
  /// Returns the start of the text, of at most some bytes of UTF-8.
  fileprivate func cut(toBytes count: Int) -> String {
    guard utf8.count > count else { return self }
    var end = utf8.index(startIndex, offsetBy: count)
    // Not within a character.
    while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
