import NavBase

/// A page of an export as a section of an HTML file, with an anchor for its number.
///
/// A slide is in a frame with an anchor of its own; while that is the target of the address, the slide fills the
/// window. Content of later steps has the number of its step as an attribute, for the script of the slide show; so have
/// highlighted lines the numbers of theirs.
struct HTMLSection {
  private(set) var html = ""
  var resources: HTMLResources
  let kind: String
  let group: Int
  /// The number of steps so far.
  private var step = 0

  /// - Parameters:
  ///   - page: the page.
  ///   - number: the page's number, from 1.
  ///   - export: the export that contains the page.
  ///   - resources: the resources shared with the sections before it.
  init(_ page: ExportedPage, _ number: Int, of export: ContentExport, _ resources: HTMLResources) {
    self.resources = resources
    kind = export.isDeck ? "slide" : "page"
    group = page.group
    let count = export.pages.count
    if export.isDeck { html += "<div class=\"frame\" id=\"show-\(number)\" tabindex=\"-1\">\n" }
    let isTitle = export.isDeck && page.document.isTitle ? " class=\"title\"" : ""
    html +=
      "<section id=\"\(kind)-\(number)\"\(isTitle) aria-label=\"\(page.title.htmlEscaped)\">\n"
    if !export.isDeck {
      let place = page.place.map(\.htmlEscaped).joined(separator: " &rsaquo; ")
      html += "<header>\(place)</header>\n"
    }
    html += "<div class=\"body\">\n"
    add(page.document.blocks)
    html += "</div>\n"
    if !page.notes.isEmpty {
      html += "<details><summary>Notes</summary>\n<p>\(page.notes.htmlLines)</p>\n</details>\n"
    }
    addFooter(of: page, number, count)
    html += "</section>\n"
    if export.isDeck { html += turns(number, count) + "</div>\n" }
  }

  /// Adds the parts of the footer; without any, the page number.
  private mutating func addFooter(of page: ExportedPage, _ number: Int, _ count: Int) {
    guard page.footer.contains(where: { !$0.isEmpty }) else {
      html += "<footer><a href=\"#\(kind)-\(number)\">\(number)/\(count)</a></footer>\n"
      return
    }
    let parts = page.footer.map { "<span>\($0.htmlEscaped)</span>" }
    html += "<footer class=\"parts\">\n\(parts.joined(separator: "\n"))\n</footer>\n"
  }

  /// Returns the links of a slide in the slide show: to its neighbours, and out of the show.
  private func turns(_ number: Int, _ count: Int) -> String {
    func turn(_ place: Int, _ sign: String, _ name: String) -> String {
      (1...count).contains(place)
        ? "<a href=\"#show-\(place)\" aria-label=\"\(name) slide\">\(sign)</a>\n"
        : "<span>\(sign)</span>\n"
    }
    return "<nav class=\"turns\">\n" + turn(number - 1, "‹", "Previous")
      + "<a href=\"#slide-\(number)\" aria-label=\"Leave the slide show\">✕</a>\n"
      + turn(number + 1, "›", "Next") + "</nav>\n"
  }

  mutating func write(_ more: String) { html += more }

  /// Counts the steps of a block of code; returns the first one.
  mutating func pass(turns: Int) -> Int {
    defer { step += turns - 1 }
    return step
  }

  // MARK: Blocks

  /// Adds blocks; those after a pause are in an element with the number of their step.
  private mutating func add(_ blocks: [TextBlock]) {
    var isLater = false
    for block in blocks {
      if block == .pause {
        guard kind == "slide" else { continue }
        if isLater { html += "</div>\n" }
        step += 1
        isLater = true
        html += "<div data-step=\"\(step)\">\n"
      } else {
        add(block)
      }
    }
    if isLater { html += "</div>\n" }
  }

  private mutating func add(_ block: TextBlock) {
    switch block {
    case .heading(let level, let text):
      let name = "h\(min(max(1, level), 6))"
      addText(text, in: name)
    case .paragraph(let text): addText(text, in: "p")
    case .picture(let picture): addText(picture.text, in: "p")
    case .list(let list): add(list)
    case .code(let code): add(code)
    case .preformatted(let lines): add(TextCode(lines: lines))
    case .table(let table): add(table)
    case .quote(let blocks):
      html += "<blockquote>\n"
      add(blocks)
      html += "</blockquote>\n"
    case .alert(let kind, let blocks):
      html += "<blockquote class=\"alert \(kind.rawValue)\">\n"
      add(blocks)
      html += "</blockquote>\n"
    case .rule: html += "<hr>\n"
    case .pause: break
    case .versions(let versions): add(versions)
    case .space(let count): html += String(repeating: "<br>\n", count: count)
    case .aligned(let alignment, let blocks):
      html += "<div class=\"\(alignment.className)\">\n"
      add(blocks)
      html += "</div>\n"
    case .columns(let columns): add(columns)
    }
  }

  /// Adds versions of code, each in an element with the numbers of its first step and of that of the next version.
  private mutating func add(_ versions: [TextCode]) {
    for (index, code) in versions.enumerated() {
      if index > 0 { step += 1 }
      guard kind == "slide" else {
        add(code)
        continue
      }
      let isLast = index + 1 == versions.count
      let until = isLast ? "" : " data-until=\"\(step + code.turnCount)\""
      html += "<div class=\"version\" data-step=\"\(step)\"\(until)>\n"
      add(code)
      html += "</div>\n"
    }
  }

  private mutating func add(_ columns: [TextColumn]) {
    let texts = texts(of: columns)
    html += "<div class=\"columns\">\n"
    for (column, text) in zip(columns, texts) {
      let share = resources.rule("share-\(column.weight)", "flex: \(column.weight) 1 0")
      html += "<div class=\"\(share)\">\n\(text)</div>\n"
    }
    html += "</div>\n"
  }

  /// Returns the HTML of each column; a pause in one column is a pause in all (`TextBlock.columns`).
  private mutating func texts(of columns: [TextColumn]) -> [String] {
    let outer = html
    defer { html = outer }
    let parts = columns.map {
      $0.blocks.split(separator: .pause, omittingEmptySubsequences: false).map(Array.init)
    }
    var texts = Array(repeating: "", count: columns.count)
    for index in 0..<(parts.map(\.count).max() ?? 0) {
      if index > 0 { step += 1 }
      let start = step
      for column in parts.indices where index < parts[column].count {
        html = ""
        add(parts[column][index])
        let isLater = index > 0 && kind == "slide" && !html.isEmpty
        texts[column] += isLater ? "<div data-step=\"\(start)\">\n\(html)</div>\n" : html
      }
    }
    return texts
  }

  private mutating func addText(_ text: StyledText, in name: String) {
    html += "<\(name)>"
    add(text)
    html += "</\(name)>\n"
  }

  private mutating func add(_ list: TextList) {
    html += list.start.map { $0 == 1 ? "<ol>\n" : "<ol start=\"\($0)\">\n" } ?? list.bulletTag
    for item in list.items {
      var blocks = item.blocks[...]
      let before = step
      while blocks.first == .pause {
        step += 1
        blocks = blocks.dropFirst()
      }
      html += item.isDone == nil ? "<li" : "<li class=\"task\""
      html += step > before && kind == "slide" ? " data-step=\"\(step)\">" : ">"
      html += item.isDone.map { $0 ? "☑ " : "☐ " } ?? ""
      if case .paragraph(let text)? = blocks.first, list.isTight {
        add(text)
        blocks = blocks.dropFirst()
        if !blocks.isEmpty { html += "\n" }
      }
      add(Array(blocks))
      html += "</li>\n"
    }
    html += list.start == nil ? "</ul>\n" : "</ol>\n"
  }

  private mutating func add(_ table: TextTable) {
    html += "<table>\n<thead>\n"
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
      let side = alignments.indices.contains(index) ? alignments[index] : .left
      html += side == .left ? "<\(name)>" : "<\(name) class=\"\(side.className)\">"
      add(cell)
      html += "</\(name)>"
    }
    html += "</tr>\n"
  }
}

extension TextTable.Alignment {
  /// The class of the alignment.
  fileprivate var className: String {
    switch self {
    case .left: "left"
    case .center: "center"
    case .right: "right"
    }
  }
}

extension TextList {
  fileprivate var bulletTag: String { hasMarkers ? "<ul>\n" : "<ul class=\"definitions\">\n" }
}
