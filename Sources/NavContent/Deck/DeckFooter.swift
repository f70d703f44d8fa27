package import NavBase

/// The footer of each slide of a deck.
///
/// Placeholders in it, such as `{current_slide}`, `{total_slides}`, `{title}`, `{author}` and other keys of the front
/// matter, are replaced.
package struct DeckFooter: Hashable, Sendable {
  /// The left, middle and right parts; at least one is not empty.
  private var parts: [String]

  /// Whether the footer shows the slide number, so that no other part of the screen has to.
  package var saysPlace: Bool { parts.contains { $0.contains(Self.placeName) } }

  static let placeName = "{current_slide}"

  /// Reads `footer` from the front matter: a text for the left part, or `left`, `center` and `right`.
  ///
  /// Without that key the footer is that of mdp, lookatme, slides or Marp (`paginate`), if the deck is written for them. Parses within
  /// `ReadingBudget.parsing`.
  init?(_ matter: FrontMatter, _ dialect: DeckDialect, title: String, today: CalendarDate) {
    let style =
      matter.text("footer", "style") ?? matter.text("theme", "override", "footer", "style")
    if style == "empty" { return nil }
    let sides = ["left", "center", "right"].map { side in
      matter.text("footer", side) ?? matter.text("theme", "override", "footer", side)
    }
    let hasNumber = dialect == .marp && MarpText.Paging(matter.text("paginate")).showsNumber
    let place = hasNumber ? Self.placeName : nil
    let texts: [String?]
    if sides.contains(where: { $0 != nil }) {
      texts = sides
    } else if style == "progress_bar" {
      texts = [nil, nil, "{current_slide} / {total_slides}"]
    } else if let footer = matter.text("footer") {
      texts = [footer, nil, place]
    } else if let place {
      texts = [nil, nil, place]
    } else {
      texts = Self.bar(matter, dialect, today: today)
    }
    self.init(texts, Self.names(matter, title: title))
  }

  /// Makes the footer of one slide of Marp, of a text and a number; nil if both are empty.
  ///
  /// Parses within `ReadingBudget.parsing`.
  init?(_ text: String, number: String) {
    self.init([text, nil, number], [:])
  }

  private init?(_ texts: [String?], _ names: [String: String]) {
    parts = texts.map { text in
      Self.filled(String((text ?? "").prefix(Self.characterLimit)), names)
    }
    guard parts.contains(where: { !$0.isEmpty }) else { return nil }
  }

  private static let characterLimit = 200

  /// Returns the footer of mdp, lookatme or slides, which shows the author, the date and the slide number.
  private static func bar(
    _ matter: FrontMatter,
    _ dialect: DeckDialect,
    today: CalendarDate
  ) -> [String?] {
    let author = matter.texts("author").joined(separator: ", ")
    let date = matter.text("date").map { today.written(as: $0) ?? $0 }
    let number = "{current_slide} / {total_slides}"
    if dialect == .mdp { return [author, matter.text("title"), number] }
    if matter.has("styles") { return [author, date, "slide " + number] }
    guard matter.text("title") == nil, dialect.hasCover else { return [nil, nil, nil] }
    let people = [author.isEmpty ? nil : author, date].compactMap(\.self).joined(separator: " · ")
    let numbers = ["{current_slide}", "{total_slides}"]
    let paging = matter.text("paging").map { text in
      numbers.reduce(text) { $0.replacing("%d", with: $1, maxReplacements: 1) }
    }
    return [people, nil, paging]
  }

  private static func names(_ matter: FrontMatter, title: String) -> [String: String] {
    var names = ["title": title]
    for key in ["sub_title", "event", "location", "date"] { names[key] = matter.text(key) ?? "" }
    names["author"] = (matter.texts("authors") + matter.texts("author")).joined(separator: ", ")
    return names
  }

  /// Replaces names in braces by their values and removes Markdown; doubled braces become single ones.
  private static func filled(_ text: String, _ names: [String: String]) -> String {
    var result = text
    for (name, value) in names { result = result.replacing("{\(name)}", with: value) }
    let tree = MarkdownTree(parsing: result, hasTables: false)
    let plain = tree.read { root in
      root.children.map { $0.styledText().text }.joined(separator: " ")
    }
    let line = (plain ?? "").replacing("{{", with: "{").replacing("}}", with: "}")
    return sanitized(line)
  }

  /// Returns the left, middle and right parts for a slide, from 1, and the first of them that shows the slide number,
  /// empty if none does.
  package func texts(slide: Int, of count: Int) -> PageFooter {
    let texts = parts.map { part in
      part.replacing(Self.placeName, with: "\(slide)")
        .replacing("{total_slides}", with: "\(count)")
    }
    let place = parts.firstIndex { $0.contains(Self.placeName) }
    return PageFooter(
      left: texts[0],
      center: texts[1],
      right: texts[2],
      place: place.map { texts[$0] } ?? ""
    )
  }
}
