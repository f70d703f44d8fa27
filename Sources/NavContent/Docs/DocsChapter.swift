import NavBase

/// A chapter of a book: its text and its links.
struct DocsChapter {
  struct Link: Hashable {
    /// The token of the target page.
    var token: String
    /// The text of the link.
    var label: String
  }

  private(set) var document = TextDocument()
  /// Links to pages of the book, without duplicates.
  private(set) var links: [Link] = []
  /// The includes that failed, with their lines: one sanitised line each.
  var faults: [String] = []
  /// The positions of explicitly named anchors.
  private var anchors: [String: TextPosition] = [:]

  /// - Parameters:
  ///   - markdown: the text, with its includes expanded.
  ///   - file: the path in the book; links are relative to it.
  ///   - limit: the maximum number of links that are listed.
  init(markdown: String, file: String, limit: Int) {
    let read = ReadingBudget.parsing(bytes: markdown.utf8.count) {
      let matter = FrontMatter(of: markdown)
      let body = DeckDialect(matter).markdown(of: matter, as: .chapter)
      let hasTables = TableEstimate(of: body).cells <= Deck.Limits().tableCells
      return MarkdownTree(parsing: body, hasTables: hasTables).read { root in
        let links = Self.lead(root, file: file, limit: limit)
        var anchors = AnchorWalk()
        var blocks: [TextBlock] = []
        for node in root.children {
          let more = node.blocks(depth: 0, hasCommands: false)
          anchors.pass(node, more)
          blocks += more
        }
        return (links, blocks, anchors.places)
      }
    }
    guard let (links, blocks, anchors) = read.flatMap(\.self) else {
      document = .problem(MarkdownTree.problem)
      return
    }
    self.links = links
    self.anchors = anchors
    document = TextDocument(blocks: blocks.isEmpty ? [.note("This page is empty.")] : blocks)
  }

  /// Replaces links to pages of the book by page addresses, and returns them.
  private static func lead(_ root: MarkdownNode, file: String, limit: Int) -> [Link] {
    var links: [Link] = []
    var seen: Set<String> = []
    root.walk { node, isEntering in
      guard isEntering, node.kind == .link else { return }
      guard let token = DocsPath.token(of: node.url, in: file) else {
        if TextStyle.page(ofAddress: node.url) != nil { node.set(url: "") }
        return
      }
      let safe = sanitized(token)
      let address = TextStyle.pageAddress(safe)
      // A path with control characters can't be part of an address.
      guard safe == token, address.utf8.count <= LinkAddress.byteLimit else {
        return node.set(url: "")
      }
      node.set(url: address)
      guard links.count < limit, seen.insert(token).inserted else { return }
      let label = Slide.titleLine(of: sanitized(node.styledText().text))
      links.append(Link(token: token, label: label ?? safe))
    }
    return links
  }

  /// Returns the position of a fragment: an anchor with that name, else the heading with that slug in mdBook; nil if
  /// there is neither.
  func position(of fragment: String) -> TextPosition? {
    guard !fragment.isEmpty else { return nil }
    if let anchor = anchors[fragment] { return anchor }
    var counts: [String: Int] = [:]
    for heading in document.headings(limit: 10_000) {
      let slug = Self.slug(of: heading.title)
      let count = counts[slug, default: 0]
      counts[slug] = count + 1
      if (count == 0 ? slug : "\(slug)-\(count)") == fragment.lowercased() {
        return heading.position
      }
    }
    return nil
  }

  /// Returns a heading's name in addresses: lower-case letters and digits, with `-` instead of blanks.
  static func slug(of title: String) -> String {
    var slug = ""
    for character in title.lowercased() {
      if character.isLetter || character.isNumber || character == "_" || character == "-" {
        slug.append(character)
      } else if character.isWhitespace {
        slug.append("-")
      }
    }
    return slug
  }
}
