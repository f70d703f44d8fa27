/// A deck of the kind that talks are given with, and everything that a screen shows of it, derived from its parts.
struct TalkDeck {
  /// A part of a slide.
  enum Block {
    case text(String)
    case points([String])
    case numbered([String])
    case tasks(done: [String], left: [String])
    case quote(String)
    case code([String])

    var markdown: String {
      switch self {
      case .text(let words): words
      case .points(let points): points.map { "- \($0)" }.joined(separator: "\n")
      case .numbered(let points):
        points.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
      case .tasks(let done, let left):
        (done.map { "- [x] \($0)" } + left.map { "- [ ] \($0)" }).joined(separator: "\n")
      case .quote(let words): "> \(words)"
      case .code(let lines): "```rust\n" + lines.joined(separator: "\n") + "\n```"
      }
    }

    /// Its lines on a screen that is wide enough, without marks at their left that each row repeats.
    var shown: [String] {
      switch self {
      case .text(let words), .quote(let words): [Self.plain(words)]
      case .points(let points): points.map { "• " + Self.plain($0) }
      case .numbered(let points): points.enumerated().map { "\($0 + 1). " + Self.plain($1) }
      case .tasks(let done, let left): done.map { "☑ \($0)" } + left.map { "☐ \($0)" }
      case .code(let lines): lines
      }
    }

    private static func plain(_ words: String) -> String { words.filter { !"*`".contains($0) } }
  }

  /// How a slide is set.
  enum Setting {
    /// The title of the talk.
    case title
    case plain
    /// One line in the middle.
    case middle
  }

  struct Slide {
    var title: String
    var setting = Setting.plain
    /// The blocks of each step; those of the first one are there from the beginning.
    var steps: [[Block]]
    var notes: String

    var markdown: String {
      let mark =
        switch setting {
        case .title: "# "
        case .plain: "## "
        case .middle: "<!-- jump_to_middle -->\n\n# "
        }
      let parts = steps.map { $0.map(\.markdown).joined(separator: "\n\n") }
      let body = parts.joined(separator: "\n\n<!-- pause -->\n\n")
      return "\(mark)\(title)\n\n\(body)\n\n<!-- speaker_note: \(notes) -->"
    }

    /// The lines below the title at a step.
    func lines(at step: Int) -> [String] { steps[...step].joined().flatMap(\.shown) }

    /// Whether a terminal of some rows has room for a title in large letters.
    func hasLargeTitle(inRows rows: Int) -> Bool {
      switch setting {
      case .title: rows >= 40
      case .plain: false
      case .middle: rows >= 20
      }
    }
  }

  /// A slide, counted from 1, and a step of it, counted from 0.
  struct Place: Equatable {
    var slide = 1
    var step = 0
  }

  let slides: [Slide]

  var markdown: String {
    "---\ntitle: Talk\nduration: 10min\n---\n\n"
      + slides.map(\.markdown).joined(separator: "\n\n---\n\n") + "\n"
  }

  // MARK: Screens

  /// Returns whether a screen of the audience has a size, shows a slide there, and nothing else.
  func isShown(_ place: Place, on screen: Screen, columns: Int, rows: Int) -> Bool {
    let slide = slides[place.slide - 1]
    let dots = slides.indices.map { $0 + 1 == place.slide ? "●" : "○" }.joined(separator: " ")
    guard screen.rows.count == rows, screen.body.last == Self.centred(dots, in: columns) else {
      return false
    }
    let body = screen.body.dropLast()
    if slide.hasLargeTitle(inRows: rows) {
      let words = body.filter { !Self.isOfLargeLetters($0) }
      return words.count < body.count
        && Self.squeezed(words) == Self.squeezed(slide.lines(at: place.step))
    }
    let edges: [String]
    if slide.setting == .plain {
      edges = [
        String(repeating: " ", count: (columns - Self.measure(in: columns)) / 2) + slide.title
      ]
    } else {
      let rule = String(repeating: "━", count: slide.title.count)
      edges = [slide.title, rule].map { Self.centred($0, in: columns) }
    }
    return edges.allSatisfy({ body.contains($0) }) && Self.squeezed(body) == text(at: place)
  }

  /// Returns whether a screen is the speaker's: the slide, what comes next, the notes, and nothing else.
  ///
  /// - Parameters:
  ///   - whereabouts: the words behind the title of the notes.
  ///   - questions: the lines below the notes.
  func isSpeakers(
    _ place: Place,
    on screen: Screen,
    rows: Int,
    whereabouts: String,
    questions: [String]
  ) -> Bool {
    guard screen.rows.count == rows,
      let edge = screen.body.firstIndex(where: { $0.hasPrefix("▄▄▄") })
    else { return false }
    let halves = screen.body[..<edge].map {
      $0.split(separator: "│", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    guard halves.allSatisfy({ $0.count == 2 }) else { return false }
    let slide = slides[place.slide - 1]
    let last = slide.steps.count - 1
    let next: String
    if place.step < last {
      let following = Place(slide: place.slide, step: place.step + 1)
      next = Self.squeezed(["next: step \(following.step) of \(last)"]) + text(at: following)
    } else if place.slide < slides.count {
      let following = Place(slide: place.slide + 1)
      next = Self.squeezed(["next \(following.slide)/\(slides.count)"]) + text(at: following)
    } else {
      next = Self.squeezed(["next", "Nothing follows."])
    }
    return Self.squeezed(halves.map { $0[0] })
      == Self.squeezed(["now \(place.slide)/\(slides.count)"]) + text(at: place)
      && Self.squeezed(halves.map { $0[1] }) == next
      && Self.squeezed(screen.body[(edge + 1)...])
        == Self.squeezed(["notes", whereabouts, slide.notes] + questions)
  }

  /// The characters of a slide at a step, without those that depend on the width.
  private func text(at place: Place) -> String {
    let slide = slides[place.slide - 1]
    return Self.squeezed([slide.title] + slide.lines(at: place.step))
  }

  /// Returns all characters of some rows but blanks, rules and the marks of quotes.
  private static func squeezed(_ rows: some Sequence<String>) -> String {
    rows.joined(separator: "").filter { !$0.isWhitespace && !"━─▎".contains($0) }
  }

  private static func centred(_ words: String, in columns: Int) -> String {
    String(repeating: " ", count: (columns - words.count) / 2) + words
  }

  /// Returns the columns that the text of a slide has in a terminal: it grows from 88 to 110.
  private static func measure(in columns: Int) -> Int {
    let room = columns - 8
    return min(room, 88 + min(max(0, room - 112), 80) * 22 / 80)
  }

  private static func isOfLargeLetters(_ row: String) -> Bool {
    row.contains { "█▀▄".contains($0) } && row.allSatisfy { " █▀▄".contains($0) }
  }
}

extension TalkDeck {
  /// Twelve slides about queues: titles, points, steps, code, wide characters.
  static let queues = TalkDeck(slides: [
    Slide(
      title: "Debugging distributed queues",
      setting: .title,
      steps: [[.text("What 14 months of on-call taught us")]],
      notes: "say-1 smile"
    ),
    Slide(
      title: "Why this talk",
      steps: [
        [
          .points([
            "We run **12 brokers** in 3 regions", "`at-least-once` is a *promise*",
            "日本語のチームと一緒に働いています",
          ])
        ],
        [.quote("The queue is always empty or full.")],
      ],
      notes: "say-2 tell of the pager"
    ),
    Slide(title: "Numbers", steps: [[.text("Lag doubled at 03:12.")]], notes: "say-3 twice"),
    Slide(
      title: "The consumer loop",
      steps: [[.code(["async fn consume(rx: Rx) {", "    handle(rx.recv()).await?;", "}"])]],
      notes: "say-4 point at line 2"
    ),
    Slide(
      title: "Before and after",
      steps: [[.numbered(["Poll", "Handle", "Ack"])]],
      notes: "say-5 both"
    ),
    Slide(title: "It was DNS", setting: .middle, steps: [[]], notes: "say-6 wait"),
    Slide(title: "The graph", steps: [[.code(["lag ▁▂▃▅▇"])]], notes: "say-7 over a day"),
    Slide(
      title: "Checklist",
      steps: [[.tasks(done: ["alarms", "runbook"], left: ["chaos day"])]],
      notes: "say-8 not on a Friday"
    ),
    Slide(title: "Load", steps: [[.text("It is *always* rising.")]], notes: "say-9 as said"),
    Slide(
      title: "Steps",
      steps: [[.points(["First"])], [.points(["Second"])], [.points(["Third 🚀"])]],
      notes: "say-10 slowly"
    ),
    Slide(
      title: "Questions?",
      setting: .middle,
      steps: [[.text("ada@example.org")]],
      notes: "say-11 read them"
    ),
    Slide(title: "Thanks", steps: [[.text("This is the end.")]], notes: "say-12 bow"),
  ])
}
