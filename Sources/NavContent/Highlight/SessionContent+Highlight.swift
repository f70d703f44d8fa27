import NavBase

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
    page.lines = lines
    page.isFollowed = isFollowed
    page.isGrowing = isGrowing
    return page
  }
}
