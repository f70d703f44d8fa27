import NavBase

/// The link targets of a deck: slides by the names of HTML anchors, by explicit heading names, and by the slugs of
/// headings as in mdBook.
struct SlideNames {
  private enum Name: Hashable {
    /// An explicit name, case sensitive.
    case own(String)
    /// The slug of a heading.
    case heading(String)
  }

  private var slides: [Name: Int] = [:]
  /// Names in the current slide.
  private var open: [Name] = []
  /// The number of times that each heading slug has occurred.
  private var counts: [String: Int] = [:]

  /// The maximum number of names.
  static let limit = 10_000

  /// Whether a name exists.
  func contains(_ name: String) -> Bool {
    slides[.own(name)] != nil || slides[.heading(name.lowercased())] != nil
  }

  /// The indices of slides by name.
  var all: [String: Int] {
    var all: [String: Int] = [:]
    for case (.heading(let name), let slide) in slides { all[name] = slide }
    for case (.own(let name), let slide) in slides { all[name] = slide }
    return all
  }

  /// Collects the names in a block of the current slide.
  mutating func take(_ node: MarkdownNode) {
    node.walk { node, isEntering in
      guard isEntering, slides.count + open.count < Self.limit else { return }
      open += node.names.map { .own($0) }
      guard node.kind == .heading else { return }
      let heading = HeadingAttributes(node.styledText()).text
      let slug = DocsChapter.slug(of: sanitized(heading.text))
      let count = counts[slug, default: 0]
      counts[slug] = count + 1
      open.append(.heading(count == 0 ? slug : "\(slug)-\(count)"))
    }
  }

  /// Ends the current slide; the first slide with a name keeps it.
  ///
  /// - Parameter slide: the index of the slide; nil if it is left out.
  mutating func end(slide: Int?) {
    if let slide {
      for name in open where slides.count < Self.limit { slides[name] = slides[name] ?? slide }
    }
    open = []
  }

  /// Converts links within the deck into page addresses.
  ///
  /// Page addresses in the source are removed.
  static func lead(_ root: MarkdownNode) {
    var names = SlideNames()
    for node in root.children { names.take(node) }
    names.end(slide: 0)
    root.walk { node, isEntering in
      guard isEntering, node.kind == .link else { return }
      if TextStyle.page(ofAddress: node.url) != nil { node.set(url: "") }
      guard node.url.hasPrefix("#") else { return }
      let name = DocsPath.percentDecoded(node.url.dropFirst())
      let address = TextStyle.pageAddress("#" + name)
      guard names.contains(name), sanitized(name) == name,
        address.utf8.count <= LinkAddress.byteLimit
      else { return }
      node.set(url: address)
    }
  }
}
