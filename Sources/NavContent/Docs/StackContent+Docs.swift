import NavBase

extension StackContent {
  /// Creates the stack of a book, with its table of contents as the root.
  ///
  /// - Throws: if there is no book.
  init(docs path: String) throws(ContentError) {
    self.init(
      root: .page(try Docs(path: path).contents),
      path: [],
      source: PageSource(.docs, at: Array(path.utf8))
    )
  }
}

extension ReadPage {
  /// Creates a page of a book; one with an error message if it can't be read.
  init(docs page: PageReference, _ highlighter: CodeHighlighter) {
    let path = String(decoding: page.source.location, as: UTF8.self)
    do throws(ContentError) {
      self = try Docs(path: path).page(at: page.path)
      guard case .page(let chapter) = content, case .text(let document) = chapter.body else {
        return
      }
      let colored = highlighter.highlighted(document)
      content = .page(PageContent(title: chapter.title, document: colored))
    } catch {
      let message = TextDocument.problem(error.description)
      self.init(.page(PageContent(title: page.label, document: message)))
    }
  }
}
