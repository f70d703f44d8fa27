import NavBase

/// The named colours in a deck's front matter (`theme.override.palette` of presenterm).
struct DeckPalette {
  let matter: FrontMatter

  /// Replaces palette names in the HTML tags below a node by their colours: `class="hot"`, `color: palette:red`.
  func resolve(_ root: MarkdownNode) {
    root.walk { node, isEntering in
      guard isEntering, node.kind == .inlineHTML, let style = style(of: node.literal) else {
        return
      }
      node.set(literal: "<span style=\"\(style)\">")
    }
  }

  /// Returns the style of a tag with its names resolved; nil if the tag has no colours.
  private func style(of html: String) -> String? {
    guard let tag = HTMLTag(html), tag.name == "span", !tag.isClosing else { return nil }
    let name = tag.attributes["class"] ?? ""
    let declarations = cssDeclarations(in: tag.attributes["style"] ?? "")
    var style = ""
    for (property, side) in [("color", "foreground"), ("background-color", "background")] {
      let written =
        declarations[property]
        ?? (name.isEmpty
          ? nil : matter.text("theme", "override", "palette", "classes", name, side))
      guard let value = written.map(color), TextColor(css: value) != nil else { continue }
      style += "\(property): \(value);"
    }
    return style.isEmpty ? nil : style
  }

  /// Returns the colour named after `palette:` or `p:`; follows up to four references.
  private func color(_ text: String) -> String {
    var text = text.trimmingBlanks()
    for _ in 0..<4 {
      let prefix = ["palette:", "p:"].first { text.hasPrefix($0) }
      guard let prefix else { return text }
      let name = String(text.dropFirst(prefix.count))
      text = matter.text("theme", "override", "palette", "colors", name) ?? name
    }
    return text
  }
}
