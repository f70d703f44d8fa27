extension SessionContent {
  /// All boards of the content, without those that would have to be read.
  ///
  /// O(pages).
  package var boards: [BoardContent] {
    switch self {
    case .page(let page): [page.board].compactMap(\.self)
    case .pager(let pager):
      switch pager.pages {
      case .listed(let pages): pages.flatMap(\.boards)
      case .numbered: []
      }
    case .stack(let stack):
      stack.root.boards
        + stack.pages.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap(\.value.boards)
    case .tabs(let tabs): tabs.items.flatMap(\.content.boards)
    case .split(let split): split.parts.flatMap(\.boards)
    }
  }
}
