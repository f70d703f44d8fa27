import NavText

/// A file of HTML that is written from its begin to its end.
struct HTMLPage {
  private var html: String

  init(title: String) {
    html = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title.htmlEscaped)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>

      """
  }

  consuming func finish() -> String { html + "</body>\n</html>\n" }

  /// Adds a slide as a section, with an anchor of its number.
  mutating func add(_ slide: Slide, number: Int, of count: Int, footer: [String]) {
    html += "<section id=\"slide-\(number)\" aria-label=\"\(slide.title.htmlEscaped)\">\n"
    add(slide.document.blocks)
    if !slide.notes.isEmpty {
      html += "<details><summary>Notes</summary>\n<p>\(slide.notes.htmlLines)</p>\n</details>\n"
    }
    let texts = footer.filter { !$0.isEmpty }.map { "<span>\($0.htmlEscaped)</span>" }.joined()
    html += "<footer>\(texts)<a href=\"#slide-\(number)\">\(number)/\(count)</a></footer>\n"
    html += "</section>\n"
  }

  // MARK: Blocks

  private mutating func add(_ blocks: [TextBlock]) {
    for block in blocks { add(block) }
  }

  private mutating func add(_ block: TextBlock) {
    switch block {
    case .heading(let level, let text):
      let name = "h\(min(max(1, level), 6))"
      html += "<\(name)>\(text.html)</\(name)>\n"
    case .paragraph(let text): html += "<p>\(text.html)</p>\n"
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
    html += lines.map { $0.html(keepingTabs: true) }.joined(separator: "\n")
    html += "</code></pre>\n"
  }

  private mutating func add(_ list: TextList) {
    html += list.start.map { "<ol start=\"\($0)\">\n" } ?? "<ul>\n"
    for item in list.items {
      let box = item.isDone.map { $0 ? "☑ " : "☐ " } ?? ""
      html += item.isDone == nil ? "<li>" : "<li class=\"task\">\(box)"
      if case .paragraph(let text)? = item.blocks.first, list.isTight {
        html += text.html
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
      html += "<\(name) style=\"text-align: \(side)\">\(cell.html)</\(name)>"
    }
    html += "</tr>\n"
  }
}
