package import NavBase

extension SessionContent {
  /// Returns the content with syntax highlighting in all of its texts.
  ///
  /// All texts together take no longer than one document may (`CodeHighlighter.documentTimeLimit`); the code that is
  /// left then stays plain.
  func highlighted(by highlighter: CodeHighlighter) -> SessionContent {
    let watch = CodeHighlighter.Watch()
    var content = self
    content.replacePages { page in
      .page(page.highlighted { watch.isOver ? $0 : highlighter.highlighted($0) })
    }
    return content
  }
}

extension PageContent {
  fileprivate func highlighted(_ highlight: (TextCode) -> TextCode) -> PageContent {
    guard case .text(let document) = body else { return self }
    return with(document.highlighted(highlight))
  }
}

extension TextDocument {
  /// Returns the document with all its code blocks highlighted, including nested ones.
  package func highlighted(_ highlight: (TextCode) -> TextCode) -> TextDocument {
    var document = self
    document.blocks = blocks.replacingLeaves { block in
      switch block {
      case .code(let code): .code(highlight(code))
      case .versions(let versions): .versions(versions.map(highlight))
      default: block
      }
    }
    return document
  }
}

extension [TextBlock] {
  /// Returns the blocks with each block that contains no others replaced, at any depth.
  func replacingLeaves(_ replacement: (TextBlock) -> TextBlock) -> [TextBlock] {
    map { block in
      switch block {
      case .aligned(let alignment, let blocks):
        return .aligned(alignment, blocks.replacingLeaves(replacement))
      case .quote(let blocks): return .quote(blocks.replacingLeaves(replacement))
      case .alert(let kind, let blocks): return .alert(kind, blocks.replacingLeaves(replacement))
      case .list(var list):
        for index in list.items.indices {
          list.items[index].blocks = list.items[index].blocks.replacingLeaves(replacement)
        }
        return .list(list)
      case .columns(var columns):
        for index in columns.indices {
          columns[index].blocks = columns[index].blocks.replacingLeaves(replacement)
        }
        return .columns(columns)
      case .heading, .paragraph, .picture, .code, .versions, .preformatted, .table, .rule, .pause,
        .space:
        return replacement(block)
      }
    }
  }
}
