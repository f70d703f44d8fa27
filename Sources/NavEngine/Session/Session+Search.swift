import NavBase
package import NavScene

/// The search and the filter of a session, for replies and scenes.
package struct SearchState: Hashable, Sendable {
  /// The words searched for; empty for none.
  package var search = ""
  /// The number of matches in the focused content.
  package var matches = 0
  /// The number of the current match, from 1; 0 for none.
  package var match = 0
  /// The filter of the focused list; empty for none.
  package var filter = ""
}

extension SearchState {
  /// The part of it that scenes state.
  package var facts: SearchFacts { SearchFacts(search: search, matches: matches, match: match) }
}

/// Searching: the words belong to the session, and the current match follows from the place in the content, so that it
/// is the same after a restart or a reload.
extension Session {
  package var searchState: SearchState {
    SearchState(
      search: search?.query.text ?? "",
      matches: search?.matches.count ?? 0,
      match: currentMatch.map { $0 + 1 } ?? 0,
      filter: rowsInFront?.filter ?? ""
    )
  }

  /// The part of the search that determines what keys mean.
  var activeSearch: ActiveSearch {
    if search != nil { return .search }
    return keyFocus == .list && !(rowsInFront?.filter ?? "").isEmpty ? .filter : .nothing
  }

  /// Updates the search to the focused content.
  mutating func updateSearch() {
    guard search != nil else { return }
    let content = searchedContent
    search?.update(to: content)
  }

  /// Ends the search and the filters of all lists; does not count as an operation.
  ///
  /// - Returns: whether there was a search or a filter.
  package mutating func endSearch() -> Bool {
    var isChanged = search != nil
    search = nil
    for (id, node) in tree.all {
      for (page, slot) in node.keptPages {
        guard case .rows(var rows) = slot, !rows.filter.isEmpty else { continue }
        rows.endFilter()
        tree[id]?[page] = .rows(rows)
        isChanged = true
      }
    }
    return isChanged
  }

  /// Whether a search or a filter may read very much: a page, or all pages of a pager.
  var isLongToSearch: Bool {
    tree.all.contains { _, node in
      (node.searchedPages?.memorySize ?? 0) > Self.quickSearchBytes
        || node.keptPages.contains { _, slot in
          guard case .rows(let rows) = slot else { return false }
          return rows.source.memorySize > Self.quickSearchBytes
        }
    }
  }

  /// The bytes that one turn of a daemon may search: expressions take about 150 ns a byte.
  private static let quickSearchBytes = 256 << 10

  /// Whether following it in other content (`init(_:following:read:)`) may search or filter very much.
  ///
  /// - Parameter bytes: the memory that the other content takes.
  package func isLongToFollow(in bytes: Int) -> Bool {
    let hasFilter = tree.all.contains { _, node in
      node.keptPages.contains { _, slot in
        if case .rows(let rows) = slot { !rows.filter.isEmpty } else { false }
      }
    }
    guard search != nil || awaitsOtherForm || hasFilter else { return false }
    return bytes > Self.quickSearchBytes || isLongToSearch
  }

  // MARK: Commands

  /// Runs a search or a filter command.
  ///
  /// - Returns: the request for the part of a text that has the match, or nil.
  /// - Throws: if nothing is found; then nothing has changed.
  mutating func run(
    _ change: SessionCommand.SearchChange,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> PageRequest? {
    switch change {
    case .search(let text): return try search(for: text, seenIn: viewport, at: now)
    case .next: return try goToMatch(forward: true, seenIn: viewport, at: now)
    case .previous: return try goToMatch(forward: false, seenIn: viewport, at: now)
    case .filter(let text):
      try filter(by: text, seenIn: viewport)
      return nil
    }
  }

  private mutating func search(
    for text: String,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> PageRequest? {
    let found: TextQuery?
    do throws(PatternError) {
      found = try TextQuery.reading(text)
    } catch {
      throw Rejection(error.description)
    }
    guard let query = found else {
      search = nil
      return nil
    }
    guard let content = searchedContent else {
      throw Rejection("there is nothing to search here", isNoMatch: true)
    }
    updateSearch()
    let place = placeInView(viewport)
    var new = SessionSearch(query)
    new.update(to: content)
    let index = new.firstIndex(from: place)
    if index == new.matches.count, let request = matchRequest(for: query, isForward: true) {
      return request
    }
    guard !new.matches.isEmpty else { throw .noMatch(for: text) }
    search = new
    return goTo(new.matches[index < new.matches.count ? index : 0], seenIn: viewport, at: now)
  }

  /// Searches the part of a text that was read for a match.
  ///
  /// - Returns: the first match at or after the beginning of a line, or the last one in it; nil if it has none.
  mutating func find(
    _ query: TextQuery,
    nearest start: TextPosition,
    isForward: Bool
  ) -> TextPosition? {
    var new = SessionSearch(query)
    new.update(to: searchedContent)
    search = new
    let line = isForward ? start.block : start.block + 1
    let place = FoundMatch.Place(page: 0, position: TextPosition(block: line, grapheme: 0))
    let index = new.firstIndex(from: place) - (isForward ? 0 : 1)
    return new.matches.indices.contains(index) ? new.matches[index].match.position : nil
  }

  /// Searches for words that were found elsewhere, if the active page contains them.
  ///
  /// - Parameters:
  ///   - text: the words.
  ///   - match: the index of the match to go to, from 0; nil stays.
  ///   - viewport: the viewport of the viewer that searches.
  ///   - now: the time.
  mutating func find(
    _ text: String,
    match: Int?,
    seenIn viewport: CellSize,
    at now: Duration
  ) {
    guard let query = TextQuery(text), let content = searchedContent else { return }
    var new = SessionSearch(query)
    new.update(to: content)
    guard !new.matches.isEmpty else { return }
    search = new
    guard let match else { return }
    _ = goTo(new.matches[min(max(0, match), new.matches.count - 1)], seenIn: viewport, at: now)
  }

  private mutating func goToMatch(
    forward: Bool,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> PageRequest? {
    updateSearch()
    guard let search else {
      throw Rejection(
        "nothing is searched for: press / and type what to look for",
        isNoMatch: true
      )
    }
    let count = search.matches.count
    let next: Int
    if let current = currentMatch {
      next = current + (forward ? 1 : -1)
    } else {
      next = search.firstIndex(from: placeInView(viewport)) - (forward ? 0 : 1)
    }
    if !search.matches.indices.contains(next),
      let request = matchRequest(for: search.query, isForward: forward)
    {
      return request
    }
    guard count > 0 else { throw .noMatch(for: search.query.text) }
    // After the last match comes the first one.
    return goTo(search.matches[(next + count) % count], seenIn: viewport, at: now)
  }

  private mutating func filter(by text: String, seenIn viewport: CellSize) throws(Rejection) {
    guard let front = tree.front.last, keyFocus == .list, var rows = tree[front]?.rows
    else { throw Rejection("there is nothing to filter here", isNoMatch: true) }
    let filtered = TextWords(text).flatMap { FilteredList(rows.source, $0) }
    if let filtered, filtered.entries.isEmpty {
      throw Rejection("no entry has \"\(text)\"", isNoMatch: true)
    }
    let before = body(of: rows.content, in: front, seenIn: viewport)
    let row = rows.selection.map { before.row(ofEntry: $0) - before.offset(for: rows.anchor) }
    rows.show(filtered)
    if let row {
      rows.show(selectionAtRow: row, in: body(of: rows.content, in: front, seenIn: viewport))
    }
    tree[front] = .rows(rows)
  }

  /// Returns the request for the part of a text that shows the match, or nil.
  mutating func goTo(
    _ found: FoundMatch,
    seenIn viewport: CellSize,
    at now: Duration
  ) -> PageRequest? {
    guard let front = tree.front.last else { return nil }
    if let request = placeRequest(of: found.match, seenIn: viewport) { return request }
    var page = front
    if tree[front.container]?.searchedPages != nil {
      let block = found.match.position.block
      tree[front.container]?.reveal(page: found.page, block: block, at: now)
      page.page = tree[front.container]?.pageIDs.id(at: found.page) ?? front.page
    }
    guard var rows = tree[page]?.rows else { return nil }
    rows.show(found.match, in: body(of: rows.content, in: page, seenIn: viewport))
    tree[page] = .rows(rows)
    return nil
  }

  // MARK: Queries

  /// The index of the current match; nil if the place is not at a match.
  var currentMatch: Int? {
    guard let search, let place = rowsInFront?.placeOfMatch else { return nil }
    return search.index(at: FoundMatch.Place(page: pageInFront, position: place))
  }

  /// Returns the search highlights of a page that is shown; nil for none.
  func found(in page: ContainerTree.Page, rows: ScrollablePage) -> SearchHighlights? {
    guard let search, let front = tree.front.last, front.container == page.container else {
      return nil
    }
    if let node = tree[front.container], node.searchedPages != nil {
      return node.pageIDs.index(of: page.page).flatMap {
        search.found(in: $0, rows: rows, current: currentMatch)
      }
    }
    guard front == page else { return nil }
    return search.found(in: 0, rows: rows, current: currentMatch)
  }

  private var rowsInFront: ScrollablePage? { tree.front.last.flatMap { tree[$0]?.rows } }

  /// The index of the active page among those that are searched; 0 if it alone is.
  var pageInFront: Int {
    guard let front = tree.front.last, let node = tree[front.container],
      node.searchedPages != nil
    else { return 0 }
    return node.pageIDs.index(of: front.page) ?? 0
  }

  var searchedContent: SearchedContent? {
    guard let front = tree.front.last, let node = tree[front.container],
      let rows = node[front.page]?.rows
    else { return nil }
    if let pages = node.searchedPages { return .pages(front.container, pages) }
    return .rows(front.page, rows.content)
  }

  /// Returns where a search begins: at the current match, else at the first visible position.
  private mutating func placeInView(_ viewport: CellSize) -> FoundMatch.Place {
    if let current = currentMatch, let search { return search.matches[current].place }
    let start = FoundMatch.Place(page: pageInFront, position: .start)
    guard let front = tree.front.last, let rows = tree[front]?.rows else { return start }
    if rows.content.list != nil, let place = rows.placeOfMatch {
      return FoundMatch.Place(page: start.page, position: place)
    }
    let body = body(of: rows.content, in: front, seenIn: viewport)
    let offset = body.offset(for: rows.anchor)
    guard offset > 0, offset < body.rowCount else { return start }
    var position = body.position(ofRow: offset)
    if let list = rows.content.list {
      position.block = list.entry(fromRow: offset, towards: 1) ?? list.entries.count
    }
    return FoundMatch.Place(page: start.page, position: position)
  }
}
