import NavLayout
import NavModel
import NavText

extension SessionContent {
  /// Returns the content with syntax highlighting in all of its texts.
  ///
  /// All texts together take no longer than one document may (`CodeHighlighter.documentTimeLimit`); the code that is
  /// left then stays plain.
  func highlighted(by highlighter: CodeHighlighter) -> SessionContent {
    let start = ContinuousClock.now
    return highlighted { code in
      let isOver = ContinuousClock.now - start > CodeHighlighter.documentTimeLimit
      return isOver ? code : highlighter.highlighted(code)
    }
  }

  private func highlighted(_ highlight: (TextCode) -> TextCode) -> SessionContent {
    switch self {
    case .page(let page): return .page(page.highlighted(highlight))
    case .pager(var pager):
      if case .listed(let pages) = pager.pages {
        pager.pages = .listed(pages.map { $0.highlighted(highlight) })
      }
      return .pager(pager)
    case .stack(var stack):
      stack.root = stack.root.highlighted(highlight)
      stack.pages = stack.pages.mapValues { $0.highlighted(highlight) }
      return .stack(stack)
    case .tabs(var tabs):
      for index in tabs.items.indices {
        tabs.items[index].content = tabs.items[index].content.highlighted(highlight)
      }
      tabs.attachment = tabs.attachment?.highlighted(highlight)
      return .tabs(tabs)
    case .split(var split):
      split.parts = split.parts.map { $0.highlighted(highlight) }
      return .split(split)
    }
  }
}

extension PageContent {
  fileprivate func highlighted(_ highlight: (TextCode) -> TextCode) -> PageContent {
    guard case .text(let document) = body else { return self }
    var page = PageContent(title: title, document: document.highlighted(highlight))
    page.footer = footer
    page.insets = insets
    page.notes = notes
    page.isFollowed = isFollowed
    page.isGrowing = isGrowing
    return page
  }
}
