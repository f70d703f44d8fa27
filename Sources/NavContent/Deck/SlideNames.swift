import CCMark
import NavText

/// Which slides of a deck links within it lead to: by anchors of HTML, by the names that headings give themselves, and by
/// headings as books name them.
struct SlideNames {
  private enum Name: Hashable {
    /// As it is written.
    case own(String)
    /// Of a heading's title.
    case heading(String)
  }

  private var slides: [Name: Int] = [:]
  /// Names of a slide that has not ended.
  private var open: [Name] = []
  /// How often a heading was there.
  private var counts: [String: Int] = [:]

  /// Further names are no targets.
  static let limit = 10_000

  /// Whether anything is called so.
  func contains(_ name: String) -> Bool {
    slides[.own(name)] != nil || slides[.heading(name.lowercased())] != nil
  }

  /// The indices of the slides by their names.
  var all: [String: Int] {
    var all: [String: Int] = [:]
    for case (.heading(let name), let slide) in slides { all[name] = slide }
    for case (.own(let name), let slide) in slides { all[name] = slide }
    return all
  }

  /// Takes the names of a block of the slide that has not ended.
  mutating func take(_ node: MarkdownNode) {
    node.walk { node, isEntering in
      guard isEntering, slides.count + open.count < Self.limit else { return }
      switch node.kind {
      case .html, .inlineHTML: open += HTMLAnchor.names(in: node.literal).map { .own($0) }
      case .heading:
        let heading = HeadingAttributes(node.styledText())
        if let name = heading.name { open.append(.own(name)) }
        let slug = BookChapter.slug(of: sanitized(heading.text.text))
        let count = counts[slug, default: 0]
        counts[slug] = count + 1
        open.append(.heading(count == 0 ? slug : "\(slug)-\(count)"))
      default: break
      }
    }
  }

  /// The slide has ended; of two of one name the first has it.
  ///
  /// - Parameter slide: its index; nil for one that is left out.
  mutating func end(slide: Int?) {
    if let slide {
      for name in open where slides.count < Self.limit { slides[name] = slides[name] ?? slide }
    }
    open = []
  }

  /// Gives links of a deck that lead to one of its slides the address of a page.
  ///
  /// Nobody else makes such addresses.
  static func lead(_ root: MarkdownNode) {
    var names = SlideNames()
    for node in root.children { names.take(node) }
    names.end(slide: 0)
    root.walk { node, isEntering in
      guard isEntering, node.kind == .link else { return }
      if TextStyle.page(ofAddress: node.url) != nil { cmark_node_set_url(node.pointer, "") }
      guard node.url.hasPrefix("#") else { return }
      let name = BookPath.percentDecoded(node.url.dropFirst())
      let address = TextStyle.pageAddress("#" + name)
      guard names.contains(name), sanitized(name) == name,
        address.utf8.count <= LinkAddress.byteLimit
      else { return }
      cmark_node_set_url(node.pointer, address)
    }
  }
}
