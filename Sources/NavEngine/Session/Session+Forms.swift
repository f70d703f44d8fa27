package import NavBase
import NavScene

/// The two forms of a document: itself and its text. Its text is shown at the line or at the words of the place in it, and
/// itself at the place that it had, with the pages that were open.
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

  /// Returns whether the content of a side tab begins with a text; without side tabs, whether all of it does.
  package func showsText(inTab tab: Int) -> Bool {
    guard tabInFront != nil else { return showsText(tree.root) }
    switch slot(ofTab: tab) {
    case .container(let id): return showsText(id)
    case .rows(let rows): return rows.content.list == nil
    case nil: return false
    }
  }

  func slot(ofTab tab: Int) -> PageSlot? {
    tree[tree.root].flatMap { node in node.pageIDs.id(at: tab).flatMap { node[$0] } }
  }

  private func showsText(_ id: ContainerID) -> Bool {
    guard let node = tree[id], node.traits.kind == .stack, let root = node.pageIDs.id(at: 0),
      let rows = node[root]?.rows
    else { return false }
    return rows.content.list == nil && rows.content.board == nil
  }

  /// Goes to the place in the text of a document that an earlier session shows, or in the document whose text it shows.
  ///
  /// - Parameters:
  ///   - old: the earlier session.
  ///   - places: the places of entries of a document in its text.
  ///   - read: returns a page that was read; nil if it was not.
  /// - Returns: false if an open page of a document is missing.
  mutating func changeForms(
    from old: Session,
    _ places: [PageReference: SourcePlace],
    _ read: (PageRequest) -> PreparedPage?
  ) -> Bool {
    for (tab, document) in old.documents where old.showsText(inTab: tab) && !showsText(inTab: tab) {
      documents[tab] = nil
      hasLostPlace = false
      if let session = document.session {
        guard follow(session, inTab: tab, read) else { return false }
      } else {
        let place = NavigationBranches(NavigationState(nodes: document.place))
        restore(tree.root, at: [], to: place) { request, _ in read(request)?.content }
      }
    }
    let tab = tabInFront ?? 0
    guard old.awaitsOtherForm, showsText(inTab: tab), !old.showsText(inTab: tab) else {
      return true
    }
    hasLostPlace = false
    documents[tab] = HeldSession(old, inTab: tabInFront)
    if let place = old.entryToShowInText.flatMap({ places[$0] }) {
      go(to: place, read)
    } else {
      goToWords(of: old)
    }
    return true
  }

  private mutating func follow(
    _ old: Session,
    inTab tab: Int,
    _ read: (PageRequest) -> PreparedPage?
  ) -> Bool {
    guard tabInFront != nil else { return follow(tree.root, old.tree.root, of: old, read) }
    guard let page = tree[tree.root]?.pageIDs.id(at: tab), let slot = old.slot(ofTab: tab) else {
      return true
    }
    return follow(slot, old, in: page, of: tree.root, read)
  }

  /// Goes to a place in the text in front.
  private mutating func go(to place: SourcePlace, _ read: (PageRequest) -> PreparedPage?) {
    guard let content = tree.front.last.flatMap({ tree[$0]?.rows?.content }) else { return }
    var position = place.position
    if content.window == nil {
      let lines = VerbatimLines(content.document.leaves.first ?? nil)
      let grapheme = lines?.grapheme(ofLine: place.line, column: place.column)
      position = TextPosition(block: 0, grapheme: grapheme ?? 0)
    }
    let match = FoundMatch(page: 0, match: TextMatch(position: position, bytes: 0..<0))
    guard let request = goTo(match, seenIn: .standardTerminal, at: .zero), let part = read(request)
    else { return }
    try? show(part, for: request, seenIn: .standardTerminal)
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

extension Session {
  /// Returns the present place as one in content that is about to be shown instead: a document's place is kept with its
  /// text, and a text's place is replaced by the one that is kept with it.
  package func navigationState(in content: ContentSpec) -> NavigationState {
    var place = navigationState
    guard awaitsOtherForm else { return place }
    let hasTabs = if case .tabs = content { true } else { false }
    let texts = content.textTabs
    for tab in Set(texts).symmetricDifference(documents.keys)
    where texts.contains(tab) != (hasTabs ? showsText(inTab: tab) : showsText(tree.root)) {
      let held = [NavigationState.documents, tab]
      for (path, node) in place.nodes {
        if path.starts(with: held) {
          place.nodes[path] = nil
        } else if hasTabs ? path.first == tab : path.first != NavigationState.documents {
          place.nodes[path] = nil
          if texts.contains(tab) { place.nodes[held + path] = node }
        }
      }
      if !texts.contains(tab) { place.nodes.merge(documents[tab]?.place ?? [:]) { $1 } }
    }
    return place
  }

  /// The place in the documents whose texts are to be replaced by them, as far as only that is known: their pages have to
  /// be read with the content.
  package var placeToReopen: NavigationState? {
    guard awaitsOtherForm else { return nil }
    let places = documents.values.filter { $0.session == nil }.map(\.place)
    return places.isEmpty
      ? nil : NavigationState(nodes: places.reduce([:]) { $0.merging($1) { $1 } })
  }
}

/// A session that is kept while the text of its document is shown; after a restart only its place in the document.
final class HeldSession: Sendable {
  let session: Session?
  let place: [NavigationState.Path: NavigationState.Node]
  /// The memory of its content, in bytes.
  let contentSize: Int

  init(_ session: Session, inTab tab: Int?) {
    var session = session
    session.documents = [:]
    session.bodies.texts = TextCache()
    self.session = session
    place = session.navigationState.nodes.filter { tab == nil || $0.key.first == tab }
    contentSize = session.content.memorySize
  }

  init(_ place: [NavigationState.Path: NavigationState.Node]) {
    session = nil
    self.place = place
    contentSize = 0
  }
}
