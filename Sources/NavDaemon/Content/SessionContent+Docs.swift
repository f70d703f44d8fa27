import NavContent
import NavLayout
import NavModel
import NavSession
import NavText

extension StackContent {
  /// Creates the stack of a book, with its table of contents as the root.
  ///
  /// - Throws: if there is no book.
  init(book path: String) throws(ContentError) {
    self.init(
      root: .page(PageContent(try Docs(path: path).contents)),
      path: [],
      source: PageSource(.docs, at: Array(path.utf8))
    )
  }
}

extension PreparedPage {
  /// Creates a page of a book; one with an error message if it can't be read.
  init(book request: PageRequest, _ highlighter: CodeHighlighter) {
    let path = String(decoding: request.source.location, as: UTF8.self)
    do throws(ContentError) {
      switch try Docs(path: path).page(at: request.path) {
      case .list(let list): self.init(.page(PageContent(list)), rooms: request.rooms)
      case .text(let title, let document, let start):
        let page = PageContent(title: title, document: highlighter.highlighted(document))
        self.init(.page(page), rooms: request.rooms, start: start)
      }
    } catch {
      let page = PageContent(title: request.label, document: .problem(error.description))
      self.init(.page(page), rooms: request.rooms)
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
