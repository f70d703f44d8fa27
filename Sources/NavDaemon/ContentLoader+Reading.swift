import NavContent
import NavLayout
import NavSession
import NavWire

extension ContentDescription {
  /// Reads what a session begins with: the slides of a deck, the root of a tree.
  func pages() throws(ContentFailure) -> [PageContent] {
    do {
      switch self {
      case .tour(let command): return try ContentSource.tour(command: command).pages()
      case .deck(let path): return try ContentSource.deck(path: path).pages()
      case .tree(let path): return [PageContent(TreePage.directory(try openTree(path: path)))]
      }
    } catch {
      let isForbidden = if case .notPermitted = error { true } else { false }
      throw ContentFailure(error.description, isForbidden: isForbidden)
    }
  }
}

extension ContentSource {
  fileprivate func pages() throws(ContentError) -> [PageContent] {
    try load().slides.map { PageContent(title: $0.title, document: $0.document) }
  }
}

extension PageRequest {
  func page() -> PreparedPage {
    PreparedPage(PageContent(loadTreePage(path: path, ancestors: ancestors)), for: viewports)
  }
}

extension PageContent {
  fileprivate init(_ page: TreePage) {
    switch page {
    case .document(let title, let document): self.init(title: title, document: document)
    case .directory(let listing):
      let entries = listing.entries.map { entry in
        ListEntry(
          key: entry.name,
          label: entry.title,
          detail: entry.detail,
          opens: entry.isBranch ? .list : .text
        )
      }
      self.init(
        title: listing.title,
        list: ListContent(entries: entries, notes: [listing.note].compactMap(\.self))
      )
    }
  }
}
