package import NavBase

extension SessionContent {
  /// Returns the content with syntax highlighting in all of its texts.
  ///
  /// All texts together take no longer than one document may (`CodeHighlighter.documentTimeLimit`); the code that is
  /// left then stays plain.
  func highlighted(by highlighter: CodeHighlighter) -> SessionContent {
    let start = ContinuousClock.now
    let highlight = { (code: TextCode) in
      let isOver = ContinuousClock.now - start > CodeHighlighter.documentTimeLimit
      return isOver ? code : highlighter.highlighted(code)
    }
    var content = self
    content.replacePages { .page($0.highlighted(highlight)) }
    return content
  }
}

extension PageContent {
  fileprivate func highlighted(_ highlight: (TextCode) -> TextCode) -> PageContent {
    guard case .text(let document) = body else { return self }
    var page = PageContent(title: title, document: document.highlighted(highlight))
    page.footer = footer
    page.insets = insets
    page.notes = notes
    page.faults = faults
    page.lines = lines
    page.isFollowed = isFollowed
    page.isGrowing = isGrowing
    return page
  }
}

extension TextDocument {
  /// Returns the document with all its code blocks highlighted, including nested ones.
  package func highlighted(_ highlight: (TextCode) -> TextCode) -> TextDocument {
    var document = self
    document.blocks = blocks.highlighted(highlight)
    return document
  }
}

extension [TextBlock] {
  fileprivate func highlighted(_ highlight: (TextCode) -> TextCode) -> [TextBlock] {
    map { block in
      switch block {
      case .code(let code): return .code(highlight(code))
      case .versions(let versions): return .versions(versions.map(highlight))
      case .aligned(let alignment, let blocks):
        return .aligned(alignment, blocks.highlighted(highlight))
      case .quote(let blocks): return .quote(blocks.highlighted(highlight))
      case .alert(let kind, let blocks): return .alert(kind, blocks.highlighted(highlight))
      case .list(var list):
        for index in list.items.indices {
          list.items[index].blocks = list.items[index].blocks.highlighted(highlight)
        }
        return .list(list)
      case .columns(var columns):
        for index in columns.indices {
          columns[index].blocks = columns[index].blocks.highlighted(highlight)
        }
        return .columns(columns)
      case .heading, .paragraph, .preformatted, .table, .rule, .pause, .space: return block
      }
    }
  }
}
