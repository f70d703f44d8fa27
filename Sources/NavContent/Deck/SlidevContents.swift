/// The table of contents of a slidev deck: the first heading of each slide, each a link to it.
struct SlidevContents {
  private var entries: [(level: Int, title: String)] = []

  private static let entryLimit = 200

  init() {}

  /// - Parameter body: the deck behind its front matter.
  init(of body: String) {
    var cursor = LineCursor(body)
    var isOpen = true
    var fence: String?
    while let line = cursor.next(), entries.count < Self.entryLimit {
      let content = line.trimmingBlanks()
      if let mark = fence {
        if content.hasPrefix(mark) { fence = nil }
      } else if content.hasPrefix("```") || content.hasPrefix("~~~") {
        fence = String(content.prefix { $0 == content.first })
      } else if content == "---" {
        isOpen = true
        if let block = SlidevBlock(after: cursor) { cursor = block.rest }
      } else if isOpen, content.hasPrefix("#") {
        let level = content.prefix { $0 == "#" }.count
        let title = content.dropFirst(level)
        guard level <= 6, title.first == " " else { continue }
        entries.append((level, title.trimmingBlanks()))
        isOpen = false
      }
    }
  }

  /// The list that a line `<Toc minDepth="1" maxDepth="2" />` stands for; nil for any other line.
  func list(for line: String) -> String? {
    guard line.hasPrefix("<Toc"), line.dropFirst(4).first?.isLetter != true else { return nil }
    let least = Self.number("minDepth", in: line) ?? 1
    let most = Self.number("maxDepth", in: line) ?? 6
    let shown = entries.filter { (least...max(least, most)).contains($0.level) }
    let top = shown.map(\.level).min() ?? 1
    return shown.map { entry in
      let indent = String(repeating: "   ", count: entry.level - top)
      let slug = BookChapter.slug(of: entry.title)
      let title = entry.title.replacing("[", with: "\\[").replacing("]", with: "\\]")
      return "\(indent)1. [\(title)](#\(slug))\n"
    }.joined()
  }

  private static func number(_ name: String, in line: String) -> Int? {
    guard let found = line.firstRange(of: name + "=\"") else { return nil }
    return Int(line[found.upperBound...].prefix { $0 != "\"" })
  }
}
