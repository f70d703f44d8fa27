/// Converts a deck of reveal-md to Markdown with commands.
///
/// Slides end at the separators of the front matter, by default `---`, and `----` or `--` for vertical
/// ones. From `Note:` to the
/// end of a slide are its notes. `<!-- .element: class="fragment" -->` is a pause before its block, and
/// `<!-- .slide: data-background-image="a.png" -->` sets the slide's background.
struct RevealText {
  let text: String

  init(_ matter: FrontMatter) {
    let ends = [("separator", "---"), ("verticalseparator", "----")].map { key, standard in
      Self.line(matter.values[key] ?? standard)
    }
    let opening = matter.values["notesseparator"].map { Self.line($0).lowercased() }
    var parts = SlideParts()
    var isBehindBlank = true
    for line in LineCursor(matter.body) {
      defer { isBehindBlank = line.allSatisfy(\.isWhitespace) }
      let isCode = parts.isCode(line)
      let content = line.trimmingBlanks()
      if isCode {
        parts.add(line)
      } else if parts.passBlock(content) {
        continue
      } else if !content.isEmpty, ends.contains(content) || content == "--" && isBehindBlank {
        parts.endNote()
        parts.add("\n---\n")
      } else if isBehindBlank, content.count >= 3, content.allSatisfy({ $0 == "-" }) {
        parts.add("***")
      } else if let note = Self.note(content, opening) {
        parts.beginNote()
        parts.add(note)
      } else if content.hasPrefix("<!-- .slide:"), content.hasSuffix("-->") {
        parts.add(Self.background(content))
      } else {
        if content.contains("<!-- .element:"), content.contains("fragment") {
          let isItem = ["- ", "* ", "+ "].contains(where: content.hasPrefix)
          let blanks = line.prefix { $0 == " " }
          parts.add(isItem ? blanks + "<!-- pause -->" : "\n<!-- pause -->\n")
        }
        parts.add(Self.withoutComments(line))
      }
    }
    text = parts.finish()
  }

  /// The text behind a note's opening; nil for any other line.
  private static func note(_ content: String, _ opening: String?) -> Substring? {
    let lower = content.lowercased()
    // An expression that is no plain word is read as the standard one.
    for word in [opening ?? ""] + ["notes:", "note:"] where !word.isEmpty && lower.hasPrefix(word) {
      return content.dropFirst(word.count)
    }
    return nil
  }

  /// The picture behind a slide in the comment with its attributes; empty for none.
  private static func background(_ comment: String) -> String {
    for name in ["data-background-image=", "data-background="] {
      guard let value = comment.firstRange(of: name).map({ comment[$0.upperBound...] }),
        let quote = value.first, quote == "\"" || quote == "'"
      else { continue }
      return DeckCommand.comment(background: value.dropFirst().prefix { $0 != quote })
    }
    return ""
  }

  /// The line that a separator's expression matches.
  private static func line(_ expression: String) -> String {
    var line = expression
    for mark in ["\\r?\\n", "\\r\\n", "\\n", "\\s*", "^", "$"] {
      line = line.replacing(mark, with: "")
    }
    return line.replacing("\\", with: "").trimmingBlanks()
  }

  /// Removes the comments that set attributes of elements in a line.
  private static func withoutComments(_ line: Substring) -> String {
    var text = ""
    var rest = line
    while let start = rest.firstRange(of: "<!-- .element:"),
      let end = rest[start.upperBound...].firstRange(of: "-->")
    {
      text += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return text + rest
  }
}
