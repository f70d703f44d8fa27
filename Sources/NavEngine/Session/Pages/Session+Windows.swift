package import NavBase
import NavScene

/// Large text files: a page shows a part of the file, and requests another one where a place is outside of it.
extension Session {
  /// Returns the request for the part of a text that a command needs; nil if it needs none.
  func windowRequest(
    for move: ScrollablePage.Move,
    of rows: ScrollablePage,
    in page: ContainerTree.Page,
    _ body: any PageBody
  ) -> PageRequest? {
    guard let window = rows.content.window, let wish = rows.wish(for: move, in: body) else {
      return nil
    }
    return PageRequest(window, wish, in: page).numbered(by: bodies.numbers)
  }

  /// Returns the request for the part of a text around the place in front, if that is less than a screen from the edge of
  /// the present part, so that the next pan does not end there.
  mutating func edgeRequest(seenIn viewport: CellSize) -> PageRequest? {
    guard let front = tree.front.last, let rows = tree[front]?.rows, rows.content.window != nil
    else { return nil }
    let body = body(of: rows.content, in: front, seenIn: viewport)
    return windowRequest(for: .screens(-1), of: rows, in: front, body)
      ?? windowRequest(for: .screens(1), of: rows, in: front, body)
  }

  /// Returns the request for the part of a text with the next match of a search outside of the present part; nil if all
  /// of the text is there.
  func matchRequest(for query: TextQuery, isForward: Bool) -> PageRequest? {
    guard let front = tree.front.last, let window = tree[front]?.rows?.content.window,
      !window.hasStart || !window.hasEnd
    else { return nil }
    let place = isForward ? window.bytes.upperBound : window.bytes.lowerBound
    let wish = TextWindow.Wish.match(query, from: place, isForward: isForward)
    return PageRequest(window, wish, in: front).numbered(by: bodies.numbers)
  }

  /// Returns the request for the part of a text around a match in the present part; nil if its screen is there.
  mutating func placeRequest(of match: TextMatch, seenIn viewport: CellSize) -> PageRequest? {
    guard let front = tree.front.last, let rows = tree[front]?.rows,
      let window = rows.content.window
    else { return nil }
    let body = body(of: rows.content, in: front, seenIn: viewport)
    let (row, offset) = (body.row(of: match.position), body.offset(for: rows.anchor))
    let wanted = row - body.visibleRows / 3
    guard !(offset..<offset + body.visibleRows).contains(row),
      !body.isLoaded(wanted, of: window)
    else { return nil }
    return PageRequest(window, .place(match.position), in: front).numbered(by: bodies.numbers)
  }

  /// Shows another part of a text.
  ///
  /// - Throws: if there is none; then nothing has changed.
  mutating func show(
    _ part: PreparedPage,
    for request: PageRequest,
    seenIn viewport: CellSize
  ) throws(Rejection) {
    if let complaint = part.complaint { throw complaint }
    let page = ContainerTree.Page(container: request.stack, page: request.parent)
    guard case .page(let content) = part.content, content.window != nil, var rows = tree[page]?.rows
    else { throw Rejection("\(request.label) has changed: try again") }
    rows.show(content)
    replace(page, by: rows, part.texts)
    switch request.window {
    case .start, .end, .line:
      if let start = part.start { rows.go(to: start) }
      rows.noteEnd(in: body(of: rows.content, in: page, seenIn: viewport))
    case .around, nil: break
    case .place(let place): show(place, in: &rows, of: page, seenIn: viewport)
    case .match(let query, _, let isForward):
      guard let start = part.start else { throw .noMatch(for: query.text) }
      let place = find(query, nearest: start, isForward: isForward) ?? start
      show(place, in: &rows, of: page, seenIn: viewport)
    }
    tree[page] = .rows(rows)
  }

  /// Brings a match into view: nothing moves if it is visible, else it is placed at the end of the upper third.
  private mutating func show(
    _ place: TextPosition,
    in rows: inout ScrollablePage,
    of page: ContainerTree.Page,
    seenIn viewport: CellSize
  ) {
    let body = body(of: rows.content, in: page, seenIn: viewport)
    let (visible, offset) = (body.visibleRows, body.offset(for: rows.anchor))
    if let window = rows.content.window,
      !rows.isInside(window)
        || !(offset..<offset + visible).contains(body.row(of: place))
    {
      let ratio = visible > 1 ? Double(visible / 3) / Double(visible - 1) : 0
      rows.anchor = ScrollAnchor(position: place, ratio: ratio)
    }
    rows.show(TextMatch(position: place, bytes: 0..<0), in: body)
  }

  /// Replaces the rows of a page by those of another part of its text.
  mutating func replace(
    _ page: ContainerTree.Page,
    by rows: ScrollablePage,
    _ texts: [FlowedText]
  ) {
    let number = Int(page.page.rawValue)
    bodies.texts.forget(page: number)
    for text in texts { bodies.texts.add(text, of: number) }
    tree[page] = .rows(rows)
  }

  /// Replaces a text, of which any version is a part of a large file, by its next version.
  ///
  /// - Parameters:
  ///   - page: the page, which shows the beginning of the next version.
  ///   - before: its rows with the earlier version.
  ///   - read: returns another part of the next version; nil if it was not read.
  mutating func follow(
    _ before: ScrollablePage,
    in page: ContainerTree.Page,
    _ read: (PageRequest) -> PreparedPage?
  ) {
    guard let start = tree[page]?.rows?.content else { return }
    var part: PreparedPage?
    if let window = start.window, let wish = before.wishToReload {
      part = read(PageRequest(window, wish, in: page))
    }
    var (rows, other): (ScrollablePage, PageContent?) = (before, nil)
    if case .page(let content)? = part?.content, content.window != nil { other = content }
    if !rows.reload(start, with: other) { lacksParts = true }
    if rows.content == start {
      tree[page] = .rows(rows)
    } else {
      replace(page, by: rows, rows.content == other ? part?.texts ?? [] : [])
    }
  }

  /// Whether the page in front, which contains no other pages, shows another part of a large text than its beginning.
  package var showsOtherPart: Bool {
    guard tree.front.count == 1, let rows = tree[tree.front[0]]?.rows else { return false }
    return rows.content.window != nil && rows.wishToReload != nil
  }

  /// Returns requests for the parts of texts that pages show, unless they are the beginnings.
  package func windowRequests(seenIn viewports: Set<CellSize>) -> [PageRequest] {
    var requests: [PageRequest] = []
    for (id, node) in tree.all.sorted(by: { $0.key < $1.key }) {
      for (page, slot) in node.keptPages.sorted(by: { $0.page < $1.page }) {
        guard let rows = slot.rows, let window = rows.content.window, let wish = rows.wishToReload
        else { continue }
        let place = ContainerTree.Page(container: id, page: page)
        var request = PageRequest(window, wish, in: place).numbered(by: bodies.numbers)
        request.availableSizes = Set(viewports.map { tree.availableSize(of: id, in: $0) })
        requests.append(request)
      }
    }
    return requests
  }
}

extension PageBody {
  /// Whether the rows that are visible at an offset are loaded, as far as the text has them.
  fileprivate func isLoaded(_ offset: Int, of window: TextWindow) -> Bool {
    (offset >= loadedRows.lowerBound || window.hasStart)
      && (offset + visibleRows <= loadedRows.upperBound || window.hasEnd)
  }
}

/// The part of a large text file that a page shows.
extension ScrollablePage {
  /// Returns the part that a move needs; nil if the rows are there, or can't be had.
  func wish(for move: Move, in body: any PageBody) -> TextWindow.Wish? {
    guard let window = content.window else { return nil }
    let old = body.offset(for: anchor)
    let target: Int
    switch move {
    case .to(let row) where row <= 0: return window.hasStart ? nil : .start
    case .to(.max): return window.hasEnd ? nil : .end
    case .to(let row): return .line(row)
    case .rows(let rows): target = old + rows
    case .screens(let screens): target = old + screens * max(1, body.visibleRows - 1)
    }
    guard !body.isLoaded(target, of: window) else { return nil }
    let wish = TextWindow.Wish.around(body.position(ofRow: old).block)
    // The part around this place was read, and is all there is of a very long line.
    return wish == window.wish ? nil : wish
  }

  /// The part to be read when the file has changed; nil for the beginning.
  var wishToReload: TextWindow.Wish? {
    if isAtEnd { return .end }
    return anchor == .top ? nil : .around(anchor.position.block)
  }

  /// Goes to a place in the part that is shown.
  mutating func go(to start: TextPosition) {
    anchor =
      start.grapheme == .max
      ? .end(ofBlock: start.block) : ScrollAnchor(position: start, ratio: 0)
    gesture = nil
  }

  /// Whether a part contains the place, or the nearest one that the file has.
  fileprivate func isInside(_ window: TextWindow) -> Bool {
    switch wishToReload {
    case nil: window.hasStart
    case .end: window.hasEnd
    default: window.bytes.contains(min(anchor.position.block, window.size - 1))
    }
  }

  /// Replaces a text, of which any version is a part of a large file, by its next version; the place stays at its line,
  /// or at its byte if the part has no such line, and the end stays the end.
  ///
  /// - Parameters:
  ///   - start: the page with the beginning of the text.
  ///   - part: another part of it, if that was read.
  /// - Returns: false if the place is in neither of them.
  mutating func reload(_ start: PageContent, with part: PageContent?) -> Bool {
    var next = self
    if content.window == nil, anchor != .top, !isAtEnd {
      // In most texts that is the byte.
      next.anchor.position = TextPosition(block: anchor.position.grapheme, grapheme: 0)
    }
    let parts = [part, start].compactMap(\.self)
    let found = parts.first { $0.window.map { next.isInside($0) } ?? true }
    if found == nil, content.window != nil { return false }
    let isAtEnd = next.wishToReload == .end
    next.show(found ?? start)
    if let window = next.content.window {
      if isAtEnd {
        next.anchor = .end(ofBlock: window.lastLine)
      } else if anchor != .top,
        let line = TextReload(from: content.document, to: next.content.document)
          .line(atByte: anchor.position.block)
      {
        next.anchor.position.block = line
      } else if next.anchor.position.block >= window.size {
        let last = TextPosition(block: window.lastLine, grapheme: 0)
        next.anchor = ScrollAnchor(position: last, ratio: 1)
      }
    } else {
      let leaves = next.content.document.leaves.count
      next.anchor = isAtEnd ? .end(ofBlock: max(0, leaves - 1)) : .top
    }
    self = next
    return found != nil
  }
}
