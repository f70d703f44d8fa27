import NavText

/// What stands at the end of each slide of a deck: `{current_slide}`, `{total_slides}`, `{title}` and
/// `{author}` in it stand for what they name.
package struct DeckFooter: Hashable, Sendable {
  /// At the left, in the middle and at the right; none is empty where nothing is nil.
  private var parts: [String]

  /// The front matter's `footer`: a text for the left, or `left`, `center` and `right`.
  init?(_ matter: FrontMatter, title: String) {
    let sides = ["left", "center", "right"].map { side in
      matter.text("footer", side) ?? matter.text("theme", "override", "footer", side)
    }
    let texts = sides.allSatisfy { $0 == nil } ? [matter.text("footer"), nil, nil] : sides
    let author = (matter.texts("authors") + matter.texts("author")).joined(separator: ", ")
    parts = texts.map { text in
      let known = (text ?? "").replacing("{title}", with: title).replacing("{author}", with: author)
      return sanitized(String(known.prefix(Self.characterLimit)))
    }
    guard parts.contains(where: { !$0.isEmpty }) else { return nil }
  }

  private static let characterLimit = 200

  /// The footer of a slide, from 1.
  package func texts(slide: Int, of count: Int) -> (left: String, center: String, right: String) {
    let texts = parts.map { part in
      part.replacing("{current_slide}", with: "\(slide)")
        .replacing("{total_slides}", with: "\(count)")
    }
    return (texts[0], texts[1], texts[2])
  }
}
