import NavBase
import NavScene

/// The two forms of a document: itself and its text. Its text is shown at the words of the place in it, and itself at the
/// place that it had.
extension Session {
  /// The index of the side tab in front; nil if the content has no side tabs.
  var tabInFront: Int? {
    tree[tree.root].flatMap { $0.traits.tabPlacement == .side ? $0.active?.index : nil }
  }

  /// Whether a page has notes: only speakers see them, and everybody would in its text.
  package var hasNotes: Bool {
    tree.all.contains { _, node in
      let isFound = node.searchedPages.map { pages in
        pages.indices.contains { index in
          if case .page(let page) = pages[index] { !page.notes.isEmpty } else { false }
        }
      }
      return isFound ?? false
        || node.keptPages.contains { _, slot in
          if case .rows(let rows) = slot { !rows.content.notes.isEmpty } else { false }
        }
    }
  }

  /// Whether the content, or that of the side tab in front, begins with a text.
  var showsText: Bool {
    guard let tab = tabInFront else { return showsText(tree.root) }
    guard let page = tree[tree.root]?.pageIDs.id(at: tab) else { return false }
    switch tree[tree.root]?[page] {
    case .container(let id): return showsText(id)
    case .rows(let rows): return rows.content.list == nil
    case nil: return false
    }
  }

  private func showsText(_ id: ContainerID) -> Bool {
    guard let node = tree[id], node.traits.kind == .stack, let root = node.pageIDs.id(at: 0),
      let rows = node[root]?.rows
    else { return false }
    return rows.content.list == nil && rows.content.board == nil
  }

  /// Goes to the place that an earlier session has in the other form of the document.
  mutating func changeForm(from old: Session) {
    guard !showsText else {
      documentPlace = old.placeOfDocument(inTab: tabInFront)
      return goToWords(of: old)
    }
    documentPlace = nil
    guard let place = old.documentPlace else { return }
    restore(tree.root, at: [], to: NavigationBranches(place)) { _, _ in nil }
  }

  /// The place in the document in front, without the opened pages of stacks, which would have to be read.
  private func placeOfDocument(inTab tab: Int?) -> NavigationState {
    NavigationState(
      nodes: navigationState.nodes.filter { path, node in
        if case .stack = node { false } else { tab == nil || path.first == tab }
      }
    )
  }

  /// Goes to the title of an earlier session's page, or to the name of its selected entry; of several such words, to
  /// those that were as many matches away from the beginning.
  private mutating func goToWords(of old: Session) {
    guard let query = old.wordsInFront.flatMap({ TextQuery($0) }) else { return }
    var (before, now) = (SessionSearch(query), SessionSearch(query))
    before.update(to: old.searchedContent)
    now.update(to: searchedContent)
    guard let last = now.matches.indices.last else { return }
    let start = TextPosition(block: old.selectionInFront ?? 0, grapheme: 0)
    let index = before.firstIndex(from: FoundMatch.Place(page: old.pageInFront, position: start))
    _ = goTo(now.matches[min(index, last)], seenIn: .standardTerminal, at: .zero)
  }

  private var selectionInFront: Int? { tree.front.last.flatMap { tree[$0]?.rows?.selection } }

  /// The name of the selected entry, or the title of the page in front.
  private var wordsInFront: String? {
    guard let front = tree.front.last, let rows = tree[front]?.rows else { return nil }
    guard let list = rows.content.list else { return tree[front.container]?.title(of: front.page) }
    return rows.selection.map { entry in
      let line = list.entries[entry].line
      return String(line.prefix { $0 != ":" })
    }
  }
}
