/// The table of contents of a slidev deck: the number and title of each slide, as a link to it.
struct SlidevContents {
  private struct Entry {
    var number: Int
    var level: Int
    var title: String
    var slug: String
  }

  private var entries: [Entry] = []

  private static let entryLimit = 200

  init() {}

  /// - Parameters:
  ///   - body: the text of the deck after its front matter.
  ///   - values: the front matter of the first slide.
  init(of body: String, _ values: [String: String] = [:]) {
    // There `title` is the title of the deck.
    var slide = SlidevSlide(values.filter { $0.key != "title" })
    var number = 1
    var fence = OpenFence()
    var cursor = LineCursor(body)
    while let line = cursor.next(), entries.count < Self.entryLimit {
      let isCode = fence.pass(line)
      let content = line.trimmingBlanks()
      guard !isCode, content == "---" else {
        slide.read(content, isCode: isCode)
        continue
      }
      end(slide, &number)
      let block = SlidevBlock.find(after: cursor)
      if let block { cursor = block.rest }
      slide = SlidevSlide(block?.values ?? [:])
    }
    end(slide, &number)
  }

  private mutating func end(_ slide: SlidevSlide, _ number: inout Int) {
    guard slide.isShown else { return }
    if let title = slide.title, let slug = slide.slug, entries.count < Self.entryLimit {
      entries.append(Entry(number: number, level: slide.level, title: title, slug: slug))
    }
    number += 1
  }

  /// Returns the lines that replace `<Toc minDepth="1" maxDepth="2" />`; nil for any other line.
  func list(for line: String) -> String? {
    guard line.hasPrefix("<Toc"), line.dropFirst(4).first?.isLetter != true else { return nil }
    let least = Self.number("minDepth", in: line) ?? 1
    let most = Self.number("maxDepth", in: line) ?? 6
    let shown = entries.filter { (least...max(least, most)).contains($0.level) }
    let top = shown.map(\.level).min() ?? 1
    let digits = String(shown.last?.number ?? 0).count
    return shown.map { entry in
      let number = String(entry.number)
      // Not a Markdown list, which would renumber the entries.
      let blanks = 3 * (entry.level - top) + digits - number.count
      let indent = String(repeating: "\u{A0}", count: blanks)
      let title = entry.title.replacing("[", with: "\\[").replacing("]", with: "\\]")
      return "\(indent)\(number)\\. [\(title)](#\(entry.slug))  \n"
    }.joined()
  }

  private static func number(_ name: String, in line: String) -> Int? {
    guard let found = line.firstRange(of: name + "=\"") else { return nil }
    return Int(line[found.upperBound...].prefix { $0 != "\"" })
  }
}

/// The properties of a slide that its table of contents entry needs.
private struct SlidevSlide {
  private let values: [String: String]
  private let isHidden: Bool
  private let isInContents: Bool
  /// The first heading.
  private var heading: (level: Int, title: String)?
  private var hasContent = false

  init(_ values: [String: String]) {
    self.values = values
    // Keys of the first slide have been converted to lower case.
    isHidden = ["hide", "disabled"].contains { values[$0] == "true" }
    isInContents = !["hideInToc", "hideintoc"].contains { values[$0] == "true" }
    hasContent = values["src"] != nil
  }

  mutating func read(_ content: String, isCode: Bool) {
    hasContent = hasContent || !content.isEmpty
    guard !isCode, heading == nil, content.hasPrefix("#") else { return }
    let level = content.prefix { $0 == "#" }.count
    let title = content.dropFirst(level)
    if level <= 6, title.first == " " { heading = (level, title.trimmingBlanks()) }
  }

  /// Slides that are left out are not numbered.
  var isShown: Bool { hasContent && !isHidden }

  var title: String? {
    isInContents ? values["title"].map(FenceParts.unquoted) ?? heading?.title : nil
  }

  /// The link target of the slide.
  var slug: String? { heading.map { DocsChapter.slug(of: $0.title) } }

  /// The depth in the table of contents, from 1.
  var level: Int { max(1, values["level"].flatMap { Int($0) } ?? heading?.level ?? 1) }
}
