import NavBase

extension SessionContent {
  /// The first rows of what would open: a preview shows no more.
  var beginning: PageContent {
    switch slot {
    case .rows(let page): page.beginning
    case .container(let container): container.front?.beginning ?? .empty(container.title)
    }
  }
}

extension PageContent {
  /// The most lines and entries of a preview.
  static let previewLines = 500
  /// The most bytes of a preview's blocks.
  static let previewBytes = 64 << 10

  fileprivate static func empty(_ title: String) -> PageContent {
    PageContent(title: title, document: TextDocument(blocks: []))
  }

  fileprivate var beginning: PageContent {
    switch body {
    case .board: return self
    case .list(let list):
      guard list.entries.count > Self.previewLines else { return self }
      let count = Self.previewLines
      let sections = list.sections.filter { $0.entries.lowerBound < count }.map {
        ListSection(title: $0.title, entries: $0.entries.clamped(to: 0..<count))
      }
      let entries = Array(list.entries.prefix(count))
      let notes = ["\(list.entries.count - count) more entries: open it for them"]
      return PageContent(
        title: title,
        list: ListContent(
          entries: entries,
          sections: sections,
          notes: notes,
          longest: list.details == .near ? list.longest : nil
        )
      )
    case .text(let document):
      var page = PageContent(title: title, document: document.beginning)
      page.lines = lines
      return page
    }
  }
}

extension TextDocument {
  fileprivate var beginning: TextDocument {
    var kept: [TextBlock] = []
    var bytes = 0
    for (index, block) in blocks.enumerated() {
      let beginning = block.beginning
      bytes += TextDocument(blocks: [beginning]).byteCount
      kept.append(beginning)
      let isFull = bytes >= PageContent.previewBytes && index + 1 < blocks.count
      if isFull || beginning != block { return TextDocument(blocks: kept + [Self.rest]) }
    }
    return TextDocument(blocks: kept)
  }

  /// Stands for what a preview leaves out.
  private static let rest = TextBlock.paragraph(
    StyledText("Cut off here: open it for the rest.", style: TextStyle(role: .muted))
  )
}

extension TextBlock {
  fileprivate var beginning: TextBlock {
    switch self {
    case .preformatted(let lines): .preformatted(Array(lines.prefix(PageContent.previewLines)))
    case .code(let code): .code(code.beginning)
    case .heading, .paragraph, .list, .table, .quote, .alert, .rule, .pause, .columns, .space,
      .aligned, .picture, .versions:
      self
    }
  }
}

extension TextCode {
  fileprivate var beginning: TextCode {
    var code = self
    code.lines = Array(lines.prefix(PageContent.previewLines))
    return code
  }
}
