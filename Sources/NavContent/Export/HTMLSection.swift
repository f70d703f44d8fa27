import NavText

/// A page of an export as a section of a file of HTML, with an anchor of its number.
struct HTMLSection {
  private(set) var html = ""
  /// Where links to other pages lead: their numbers by what the links call them.
  private let anchors: [String: Int]
  private let kind: String

  /// - Parameters:
  ///   - page: what stands in it.
  ///   - number: from 1.
  ///   - export: what it is a part of.
  ///   - anchors: the numbers of pages by their keys.
  init(_ page: ExportedPage, _ number: Int, of export: ContentExport, anchors: [String: Int]) {
    self.anchors = anchors
    kind = export.isDeck ? "slide" : "page"
    html = "<section id=\"\(kind)-\(number)\" aria-label=\"\(page.title.htmlEscaped)\">\n"
    if !export.isDeck {
      let place = page.place.map(\.htmlEscaped).joined(separator: " &rsaquo; ")
      html += "<header>\(place)</header>\n"
    }
    add(page.document.blocks)
    if !page.notes.isEmpty {
      html += "<details><summary>Notes</summary>\n<p>\(page.notes.htmlLines)</p>\n</details>\n"
    }
    let texts = page.footer.filter { !$0.isEmpty }.map { "<span>\($0.htmlEscaped)</span>" }.joined()
    let count = export.pages.count
    html += "<footer>\(texts)<a href=\"#\(kind)-\(number)\">\(number)/\(count)</a></footer>\n"
    html += "</section>\n"
  }

  private func html(_ text: StyledText, keepingTabs: Bool = false) -> String {
    text.html(keepingTabs: keepingTabs) { key in
      // What stands behind the sign is a place in that page; with nothing before it, a slide.
      let name = key.hasPrefix("#") ? key : String(key.prefix { $0 != "#" })
      return (anchors[name] ?? anchors[name.lowercased()]).map { "#\(kind)-\($0)" }
    }
  }

  // MARK: Blocks

  private mutating func add(_ blocks: [TextBlock]) {
    for block in blocks { add(block) }
  }

  private mutating func add(_ block: TextBlock) {
    switch block {
    case .heading(let level, let text):
      let name = "h\(min(max(1, level), 6))"
      html += "<\(name)>\(html(text))</\(name)>\n"
    case .paragraph(let text): html += "<p>\(html(text))</p>\n"
    case .list(let list): add(list)
    case .code(let code): addLines(code.lines, language: code.language)
    case .preformatted(let lines): addLines(lines, language: "")
    case .table(let table): add(table)
    case .quote(let blocks):
      html += "<blockquote>\n"
      add(blocks)
      html += "</blockquote>\n"
    case .rule: html += "<hr>\n"
    // All steps are seen at once.
    case .pause: break
    case .columns(let columns):
      let widths = columns.map { "minmax(0, \($0.weight)fr)" }.joined(separator: " ")
      html += "<div class=\"columns\" style=\"grid-template-columns: \(widths)\">\n"
      for column in columns {
        html += "<div>\n"
        add(column.blocks)
        html += "</div>\n"
      }
      html += "</div>\n"
    }
  }

  private mutating func addLines(_ lines: [StyledText], language: String) {
    let name = language.isEmpty ? "" : " data-language=\"\(language.htmlEscaped)\""
    html += "<pre\(name)><code>"
    html += lines.map { html($0, keepingTabs: true) }.joined(separator: "\n")
    html += "</code></pre>\n"
  }

  private mutating func add(_ list: TextList) {
    html += list.start.map { "<ol start=\"\($0)\">\n" } ?? "<ul>\n"
    for item in list.items {
      let box = item.isDone.map { $0 ? "☑ " : "☐ " } ?? ""
      html += item.isDone == nil ? "<li>" : "<li class=\"task\">\(box)"
      if case .paragraph(let text)? = item.blocks.first, list.isTight {
        html += html(text)
        add(Array(item.blocks.dropFirst()))
      } else {
        add(item.blocks)
      }
      html += "</li>\n"
    }
    html += list.start == nil ? "</ul>\n" : "</ol>\n"
  }

  private mutating func add(_ table: TextTable) {
    html += "<table>\n<thead>"
    addRow(table.header, "th", table.alignments)
    html += "</thead>\n<tbody>\n"
    for row in table.rows { addRow(row, "td", table.alignments) }
    html += "</tbody>\n</table>\n"
  }

  private mutating func addRow(
    _ cells: [StyledText],
    _ name: String,
    _ alignments: [TextTable.Alignment]
  ) {
    html += "<tr>"
    for (index, cell) in cells.enumerated() {
      let side =
        switch alignments.indices.contains(index) ? alignments[index] : .left {
        case .left: "left"
        case .center: "center"
        case .right: "right"
        }
      html += "<\(name) style=\"text-align: \(side)\">\(html(cell))</\(name)>"
    }
    html += "</tr>\n"
  }
}
