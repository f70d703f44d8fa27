import NavBase

extension PageContent {
  /// Returns the page as a document for an export.
  ///
  /// - Parameter entryName: returns the name that links use for the page that an entry opens; nil for none.
  /// - Returns: its text, or the entries of its list as lines.
  func exported(_ entryName: (ListEntry) -> String?) -> TextDocument {
    switch body {
    case .text(let document): document
    case .list(let list): TextDocument(blocks: list.exported(entryName))
    case .board(let board):
      TextDocument(
        blocks: board.boxes.flatMap { box -> [TextBlock] in
          let title = box.title.isEmpty ? [] : [TextBlock.heading(level: 3, StyledText(box.title))]
          return title + box.document.blocks
        }
      )
    }
  }
}

extension PageContent {
  /// The sanitised lines of a text that is shown as it is written; nil for any other page.
  var writtenLines: [String]? {
    guard case .text(let document) = body, !document.blocks.isEmpty else { return nil }
    var lines: [String] = []
    for block in document.blocks {
      guard case .preformatted(let rows) = block else { return nil }
      lines += rows.map { sanitized($0.text, keeping: .tabs) }
    }
    return lines
  }
}

extension ListContent {
  fileprivate func exported(_ entryName: (ListEntry) -> String?) -> [TextBlock] {
    let count = min(entries.count, ExportLimits.entries)
    let width = entries.prefix(count).reduce(0) { max($0, columnWidth(of: $1.label)) }
    var blocks: [TextBlock] = []
    var start = 0
    func add(upTo end: Int) {
      guard start < end else { return }
      let lines = entries[start..<end].map { entry in
        entry.exported(name: entry.opens == .nothing ? nil : entryName(entry), columns: width)
      }
      blocks.append(.preformatted(lines))
      start = end
    }
    for section in sections where section.entries.lowerBound < count {
      add(upTo: section.entries.lowerBound)
      blocks.append(.heading(level: 3, StyledText(section.title)))
      add(upTo: min(count, section.entries.upperBound))
    }
    add(upTo: count)
    var notes = notes
    if count < entries.count { notes.append("\(entries.count - count) further entries.") }
    return blocks + notes.map { .note($0) }
  }
}

extension ListEntry {
  /// Returns its row; details are aligned in a column, unless labels are very long.
  fileprivate func exported(name: String?, columns: Int) -> StyledText {
    var text = StyledText(String(label.prefix { $0 == " " }))
    let title = String(label.drop { $0 == " " })
    text.append(title, style: TextStyle(link: name.map(TextStyle.pageAddress)))
    guard !detail.isEmpty else { return text }
    let gap = min(columns, Self.labelColumns) - columnWidth(of: label)
    text.append(String(repeating: " ", count: max(0, gap) + 2))
    text.append(detail, style: TextStyle(role: .muted))
    return text
  }

  private static let labelColumns = 60
}
