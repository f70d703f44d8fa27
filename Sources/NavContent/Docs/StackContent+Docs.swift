import NavLayout
import NavModel
import NavText

extension StackContent {
  /// Creates the stack of a book, with its table of contents as the root.
  ///
  /// - Throws: if there is no book.
  init(docs path: String) throws(ContentError) {
    self.init(
      root: .page(PageContent(try Docs(path: path).contents)),
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
      switch try Docs(path: path).page(at: page.path) {
      case .list(let list): self.init(.page(PageContent(list)))
      case .text(let title, let document, let start):
        let chapter = PageContent(title: title, document: highlighter.highlighted(document))
        self.init(.page(chapter), start: start)
      }
    } catch {
      let message = TextDocument.problem(error.description)
      self.init(.page(PageContent(title: page.label, document: message)))
    }
  }
}

extension PageContent {
  /// Creates a page of a book, without syntax highlighting.
  init(_ page: DocsPage) {
    switch page {
    case .list(let list): self.init(list)
    case .text(let title, let document, _): self.init(title: title, document: document)
    }
  }

  fileprivate init(_ list: DocsList) {
    let entries = list.entries.map { entry in
      ListEntry(
        key: entry.key,
        label: entry.label,
        detail: entry.detail,
        opens: entry.isPage ? .text : .nothing,
        isSelectable: entry.isPage
      )
    }
    let sections = list.sections.map { ListSection(title: $0.title, entries: $0.entries) }
    self.init(
      title: list.title,
      list: ListContent(entries: entries, sections: sections, notes: list.notes)
    )
  }
}
