import NavText

/// What stands at the end of each slide of a deck: `{current_slide}`, `{total_slides}`, `{title}`, `{author}` and other
/// keys of the front matter in it stand for what they name.
package struct DeckFooter: Hashable, Sendable {
  /// At the left, in the middle and at the right; none is empty where nothing is nil.
  private var parts: [String]

  /// Whether it says which slide it stands below, so that nothing else has to.
  package var saysPlace: Bool { parts.contains { $0.contains(Self.placeName) } }

  private static let placeName = "{current_slide}"

  /// The front matter's `footer`: a text for the left, or `left`, `center` and `right`; else what mdp, lookatme and
  /// slides have at the end of each slide.
  init?(_ matter: FrontMatter, title: String, today: CalendarDate) {
    let style =
      matter.text("footer", "style") ?? matter.text("theme", "override", "footer", "style")
    if style == "empty" { return nil }
    let sides = ["left", "center", "right"].map { side in
      matter.text("footer", side) ?? matter.text("theme", "override", "footer", side)
    }
    let texts: [String?]
    if sides.contains(where: { $0 != nil }) {
      texts = sides
    } else if style == "progress_bar" {
      texts = [nil, nil, "{current_slide} / {total_slides}"]
    } else if let footer = matter.text("footer") {
      texts = [footer, nil, nil]
    } else {
      texts = Self.bar(matter, today: today)
    }
    let names = Self.names(matter, title: title)
    parts = texts.map { text in
      Self.filled(String((text ?? "").prefix(Self.characterLimit)), names)
    }
    guard parts.contains(where: { !$0.isEmpty }) else { return nil }
  }

  private static let characterLimit = 200

  /// The bar of mdp, lookatme and slides, which have the author, the date and the number of the slide in it.
  private static func bar(_ matter: FrontMatter, today: CalendarDate) -> [String?] {
    let author = matter.texts("author").joined(separator: ", ")
    let date = matter.text("date").map { today.written(as: $0) ?? $0 }
    let number = "{current_slide} / {total_slides}"
    if matter.dialect == .mdp { return [author, matter.text("title"), number] }
    if matter.has("styles") { return [author, date, "slide " + number] }
    guard matter.text("title") == nil, !SlidevText.isMeant(by: matter) else {
      return [nil, nil, nil]
    }
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

  /// A text with values for names in braces, without Markdown; two braces stand for one.
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

  /// The footer of a slide, from 1: at the left, in the middle, at the right, and the first of these that says which
  /// slide it is, empty where none does.
  package func texts(
    slide: Int,
    of count: Int
  ) -> (left: String, center: String, right: String, place: String) {
    let texts = parts.map { part in
      part.replacing(Self.placeName, with: "\(slide)")
        .replacing("{total_slides}", with: "\(count)")
    }
    let place = parts.firstIndex { $0.contains(Self.placeName) }
    return (texts[0], texts[1], texts[2], place.map { texts[$0] } ?? "")
  }
}
