import NavBase

@testable import NavContent

/// The sections of the page about decks that are generated from the code.
enum DeckManual {
  static let parts: [String: ManualPart] = [
    "commands": { page in
      for names in commandNames {
        page.item(names.map(term).joined(separator: ", "), help(for: names[0]))
      }
    },
    "frontMatter": { page in
      for key in DeckLint.ownKeys {
        guard let help = keys[key] else {
          throw ProseError(description: "the manual has no text for the key \(key) of a deck")
        }
        page.item(key, help)
        guard let inner = DeckLint.innerKeys[key] else { continue }
        for name in inner { try add(name, below: key, to: &page) }
      }
      for name in DeckLint.innerKeys["patat"] ?? [] { try add(name, below: "patat", to: &page) }
    },
    "unused": { page in
      for (table, reasons) in DeckLint.foreignInnerKeys.sorted(by: { $0.key < $1.key }) {
        for (name, reason) in reasons.sorted(by: { $0.key < $1.key }) {
          page.item("\(table).\(name)", reason.prefix(1).uppercased() + reason.dropFirst() + ".")
        }
      }
    },
  ]

  static var values: [String: String] {
    [
      "foreignTransitions": listed(PagerSettings.foreignTransitions.keys.sorted()),
      "notRun": listed(DeckLint.notRun), "drawn": listed(DeckLint.drawn.keys.sorted()),
    ]
  }

  private static func add(_ name: String, below key: String, to page: inout Manual) throws {
    guard let help = innerKeys["\(key).\(name)"] else {
      throw ProseError(description: "the manual has no text for the key \(key).\(name) of a deck")
    }
    page.item("\(key).\(name)", help)
  }

  /// Words in a sentence, each as code.
  static func listed(_ words: [String]) -> String {
    let code = words.map { "`\($0)`" }
    guard let last = code.last, code.count > 1 else { return code.first ?? "" }
    return code.dropLast().joined(separator: ", ") + " and " + last
  }

  /// `1,000,000`.
  static func grouped(_ number: Int) -> String {
    let digits = String(number)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
      result.append(digit)
    }
    return result
  }

  // MARK: Commands

  /// The names of each command; those with the same text are names of one command.
  private static var commandNames: [[DeckCommand.Name]] {
    DeckCommand.Name.allCases.reduce(into: []) { groups, name in
      if let group = groups.firstIndex(where: { help(for: $0[0]) == help(for: name) }) {
        groups[group].append(name)
      } else {
        groups.append([name])
      }
    }
  }

  private static func term(of name: DeckCommand.Name) -> String {
    let value =
      switch name {
      case .columnLayout: "[2, 1]"
      case .column: "0"
      case .incrementalLists: "true"
      case .speakerNote: "text"
      case .newLines, .newlines, .listItemNewlines: "2"
      case .fontSize: "3"
      case .alignment: DeckCommand.alignments.keys.sorted().joined(separator: "|")
      case .snippetOutput: "name"
      case .include: "part.md"
      case .endSlide, .pause, .stop, .resetLayout, .skipSlide, .jumpToMiddle, .noFooter, .newLine,
        .newline:
        ""
      }
    return value.isEmpty ? name.rawValue : "\(name.rawValue): \(value)"
  }

  private static func help(for name: DeckCommand.Name) -> String {
    switch name {
    case .endSlide: "Ends the slide."
    case .pause, .stop:
      "Holds back the rest of the slide until the next `Space`. Nothing moves when the rest "
        + "appears, and the number of the slide stays."
    case .columnLayout:
      "Begins columns, up to \(TextColumn.countLimit), with these relative widths."
    case .column: "Continues in a column, from 0."
    case .resetLayout: "Ends the columns."
    case .incrementalLists:
      "Reveals the entries of the lists below one by one, also on later slides; `false` ends this."
    case .skipSlide: "Leaves the slide out."
    case .speakerNote: "Adds a note, which is not shown."
    case .jumpToMiddle:
      "Places the slide in the middle of its page. It stands before everything else of the slide."
    case .noFooter: "Shows no footer on this slide."
    case .newLine, .newline: "Adds a blank row."
    case .newLines, .newlines: "Adds blank rows, up to \(TextBlock.spaceLimit)."
    case .fontSize:
      "Makes the headings below of this slide titles of level 1, which are large where there is room; `1` makes "
        + "them smaller ones. Other text keeps its size."
    case .alignment: "Places the text below at the left, in the middle or at the right."
    case .listItemNewlines: "Sets the number of line ends between the entries of the lists below."
    case .snippetOutput: "Does nothing: code is never run."
    case .include: "Inserts the text of a file, which may include others."
    }
  }

  // MARK: Front matter

  private static let keys = [
    "title": "The title of the deck. Without it the name of the file is the title.",
    "sub_title": "A second line on the first slide.",
    "subtitle": "The same as `sub_title`.",
    "author": "The author.",
    "authors": "A list of authors.",
    "date": "The date. In a deck without a title, `YYYY-MM-DD` and the like stand for today.",
    "event": "The event at which the talk is given.",
    "location": "The place of the talk.",
    "theme":
      "Settings of presenterm below `override`: `footer`, `slide_title.alignment`, "
      + "`code.background` and `palette`. A name of a theme does nothing.",
    "footer": "A text below each slide, at the left, or a map.",
    "mode":
      "`pager`, or `stack`: a list of the slides, each of which opens as a page of its own.",
    "transition":
      "How one slide follows another: `slide`, `curl` (a leaf is turned) or `none` (at once).",
    "spine":
      "With `curl`: where the leaves are bound, `min` (left), `max` (right), or `mid`, which shows "
      + "two pages.",
    "header":
      "Tabs or arrows above the slides: `buttons`, `arrows`, `segments` or `options`.",
    "double_sided": "With `curl`: whether a leaf has a page on its back.",
    "start": "The slide that a new session shows first, from 1.",
    "dots":
      "Whether dots below the slides show the place: `true`, which is the default without a footer, or `false`.",
    "duration":
      "The length of the talk, up to 24 hours, for the timer of the speaker's view: `20min`, `1h 30m`, `1:30`, or a "
      + "number of minutes.",
    "options": "Settings of presenterm, a map.",
    "incremental_lists": "The same as `options.incremental_lists`.",
    "paging":
      "In a deck without a title: the text at the right below each slide, with `%d` for the "
      + "number of the slide and then for that of all slides.",
  ]

  private static let innerKeys = [
    "options.incremental_lists": "Whether the entries of all lists are revealed one by one.",
    "options.end_slide_shorthand":
      "Whether `---` ends slides in a deck that has `<!-- end_slide -->`.",
    "options.implicit_slide_ends": "Whether an underlined heading begins a slide.",
    "options.list_item_newlines": "The number of line ends between the entries of lists.",
    "footer.left": "The text at the left.",
    "footer.center": "The text in the middle.",
    "footer.right": "The text at the right.",
    "footer.style":
      "`empty` for no footer, `progress_bar` for the number of the slide at the right.",
    "patat.incrementalLists": "The same as `options.incremental_lists`.",
    "patat.slideLevel": "The level of the headings that begin slides in a deck without rules.",
    "patat.wrap": "Is accepted and does nothing: lines are wrapped at the width of the page.",
  ]
}
