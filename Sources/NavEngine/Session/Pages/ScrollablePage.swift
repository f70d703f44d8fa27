import NavBase
import NavScene

/// The rows of a page, and the place in them.
struct ScrollablePage: Hashable, Sendable {
  /// The content that is shown; for a filtered list, the entries that the filter leaves.
  private(set) var content: PageContent
  /// The filtered list; nil if all is shown.
  private var filtered: FilteredList?
  /// The selected entry of a list.
  var selection: Int?
  var anchor = ScrollAnchor.top { didSet { showsEnd = false } }
  /// Whether the anchor is a match or a line beside which the end of a text is in view; the end is followed then, too.
  private var showsEnd = false
  /// The pan in progress, or the last one.
  var gesture: ScrollGesture?
  /// Whether the list is about to be reloaded in another order.
  private var awaitsOrder = false

  init(_ content: PageContent) {
    self.content = content
    selection = content.list?.firstSelectable
    anchor = content.start
  }

  var keyFocus: KeyFocus { content.list == nil ? .text : .list }

  /// Whether they are in their initial state.
  var isUntouched: Bool {
    anchor == content.start && gesture == nil && filtered == nil
      && selection == ScrollablePage(content).selection
  }

  /// Returns how many rows can be given by number: entries, or lines of text.
  func count(in body: any PageBody) -> Int { content.list?.entries.count ?? body.rowCount }

  /// Returns the entry of a row that responds to taps; nil for headers, notes, and entries that cannot be selected
  /// (TW-7).
  func selectableEntry(atRow row: Int) -> Int? {
    guard let list = content.list, (0..<list.rowCount).contains(row),
      case .entry(let entry) = list.row(at: row), list.entries[entry].isSelectable
    else { return nil }
    return entry
  }

  /// Whether the page is at the end of its text, which is followed when the text grows.
  var isAtEnd: Bool { showsEnd || anchor.position.grapheme == .max }

  /// Notes whether the end of a text is in view at the anchor.
  mutating func noteEnd(in body: any PageBody) {
    let place = body.anchor(forOffset: body.offset(for: anchor)).position
    showsEnd = content.list == nil && place.grapheme == .max
  }

  // MARK: Moving

  enum Move {
    case rows(Int)
    case screens(Int)
    case to(Int)
  }

  /// Moves the selection of a list, or scrolls a text or a list without selectable entries.
  ///
  /// - Parameters:
  ///   - move: the distance, or the target.
  ///   - body: the rows as the requesting viewer sees them.
  /// - Returns: whether anything has moved.
  @discardableResult
  mutating func move(by move: Move, in body: any PageBody) -> Bool {
    if let list = content.list, let new = target(of: move, among: list, in: body) {
      return select(new, by: move, in: list, body)
    }
    let old = body.offset(for: anchor)
    let target =
      switch move {
      case .rows(let rows): old + rows
      case .screens(let screens): old + screens * max(1, body.visibleRows - 1)
      // The beginning includes what is above the first row.
      case .to(let row): row <= 0 ? body.minimumOffset : row
      }
    let new = body.confined(target)
    guard new != old else { return false }
    anchor = body.anchor(forOffset: new)
    gesture = nil
    return true
  }

  /// Scrolls a text down by a screen of the body in which that leads least far, so that every row is shown in all of
  /// them before they are at the end.
  ///
  /// - Parameter bodies: the text as viewports show it.
  /// - Returns: false if all show the end.
  mutating func moveScreenDown(in bodies: [any PageBody]) -> Bool {
    let targets = bodies.compactMap { body -> ScrollAnchor? in
      let old = body.offset(for: anchor)
      let new = body.confined(old + max(1, body.visibleRows - 1))
      guard new > old else { return nil }
      // At the end, too, the anchor is the first row: the last one would be the end of all bodies.
      guard new > 0 else { return body.anchor(forOffset: new) }
      var anchor = ScrollAnchor(position: body.position(ofRow: new), ratio: 0)
      anchor.step = body.stepRows?.step
      return anchor
    }
    guard let next = targets.min(by: { $0.position < $1.position }) else { return false }
    anchor = next
    gesture = nil
    return true
  }

  /// Scrolls to the first row, with a motion, and selects the first entry.
  ///
  /// - Parameters:
  ///   - serial: a number other than that of the page's last gesture.
  ///   - step: the step that is shown, of a page that has steps.
  mutating func returnToTop(scrolling serial: Int, inStep step: Int? = nil) {
    let top = ScrollAnchor.top
    let isAtTop = anchor.position == top.position && anchor.ratio == top.ratio
    gesture = isAtTop && gesture?.pull == nil ? nil : ScrollGesture(scrolling: serial)
    anchor = .top
    anchor.step = content.stepCount > 0 ? step : nil
    selection = content.list?.firstSelectable
  }

  // MARK: Filtering

  /// The words of a list's filter; empty for none.
  var filter: String { filtered?.words.text ?? "" }

  /// The content without its filter.
  var source: PageContent { filtered?.source ?? content }

  /// The number of all entries of a list; 0 for any other page.
  var unfiltered: Int { source.list?.entries.count ?? 0 }

  /// Shows the entries of a list that contain some words, or all for nil.
  mutating func filter(by words: TextWords?) {
    show(words.flatMap { FilteredList(source, $0) })
  }

  /// Shows the page's list as it was filtered, or all for nil; keeps the selection, or selects the nearest entry.
  ///
  /// The caller determines where the selection is on the screen.
  mutating func show(_ new: FilteredList?) {
    let source = source
    let old = selection.map { filtered?.entries[$0] ?? $0 }
    filtered = new
    content = filtered?.content ?? source
    gesture = nil
    anchor = .top
    guard let list = content.list else { return }
    selection = old.flatMap { entry in
      guard let filtered else { return entry }
      return filtered.selectable(nearest: entry)
    }
    selection = selection ?? list.firstSelectable
  }

  /// Shows all entries again, independent of any viewport: the selection is placed in the middle, as far as possible.
  mutating func endFilter() {
    filter(by: nil)
    guard let list = content.list, let selection, selection != list.firstSelectable else { return }
    let row = TextPosition(block: list.row(ofEntry: selection), grapheme: 0)
    anchor = ScrollAnchor(position: row, ratio: Self.orderedShare)
  }

  /// Scrolls so that the selected entry is a number of rows below the first visible one, or as near to that as
  /// possible.
  mutating func show(selectionAtRow row: Int, in body: any PageBody) {
    guard let list = content.list, let selection else { return }
    let offset = body.row(ofEntry: selection) - row
    anchor = body.anchor(
      showing: selection,
      of: list,
      from: body.confined(offset)
    )
  }

  // MARK: Searching

  /// Brings a match into view: nothing moves if it is visible, else it is placed at the end of the upper third.
  mutating func show(_ match: TextMatch, in body: any PageBody) {
    guard content.list == nil else {
      move(by: .to(match.position.block), in: body)
      return
    }
    let row = body.row(of: match.position)
    var offset = body.offset(for: anchor)
    if !(offset..<offset + body.visibleRows).contains(row) {
      offset = body.confined(row - body.visibleRows / 3)
    }
    let ratio = body.visibleRows > 1 ? Double(row - offset) / Double(body.visibleRows - 1) : 0
    anchor = ScrollAnchor(
      position: match.position,
      ratio: min(max(0, ratio), 1),
      step: body.stepRows?.step
    )
    noteEnd(in: body)
    gesture = nil
  }

  /// The start of the current match, if there is one: the selected entry of a list, or the position of a text that was
  /// last brought into view.
  var placeOfMatch: TextPosition? {
    guard content.list != nil else { return anchor.position }
    return selection.map { TextPosition(block: $0, grapheme: 0) }
  }

  private mutating func select(
    _ new: Int,
    by move: Move,
    in list: ListContent,
    _ body: any PageBody
  ) -> Bool {
    let old = selection
    let row = body.row(ofEntry: new)
    var offset = body.offset(for: anchor)
    if case .to = move,
      row < offset + body.coveredRows(above: row) || row >= offset + body.visibleRows
    {
      offset = body.confined(row - body.visibleRows / 3)
    }
    selection = new
    anchor = body.anchor(showing: new, of: list, from: offset)
    gesture = nil
    return new != old
  }

  /// Returns the entry that a move selects; nil if none can be selected.
  ///
  /// Entries that cannot be selected are skipped in the direction of the move; if only such entries follow, the move
  /// goes as near to them as it can (TW-7).
  private func target(of move: Move, among list: ListContent, in body: any PageBody) -> Int? {
    let (aim, direction) = aim(of: move, among: list, in: body)
    return list.selectable(from: aim, towards: direction)
      ?? list.selectable(from: aim, towards: -direction)
  }

  /// Returns the entry that a move aims at, and its direction.
  private func aim(
    of move: Move,
    among list: ListContent,
    in body: any PageBody
  ) -> (entry: Int, direction: Int) {
    guard let old = selection else { return aimWithoutSelection(of: move, among: list, in: body) }
    switch move {
    case .rows(let rows): return (old + rows, rows.signum() == 0 ? 1 : rows.signum())
    case .screens(let screens):
      let row = list.row(ofEntry: old)
      let step = max(1, body.visibleRows - body.coveredRows(above: row))
      let direction = screens < 0 ? -1 : 1
      let entry = list.entry(fromRow: row + screens * step, towards: direction)
      return (entry ?? (direction < 0 ? 0 : list.entries.count), direction)
    case .to(let entry): return (entry, entry < old ? -1 : 1)
    }
  }

  /// Returns the aim of a move without a selection: it begins with the first visible row, upwards with the last one
  /// (TW-7).
  private func aimWithoutSelection(
    of move: Move,
    among list: ListContent,
    in body: any PageBody
  ) -> (entry: Int, direction: Int) {
    let offset = max(0, body.offset(for: anchor))
    switch move {
    case .to(let entry): return (entry, 1)
    case .rows(let count), .screens(let count):
      let direction = count < 0 ? -1 : 1
      let covered = body.pinnedRow(atOffset: offset) == nil ? 0 : 1
      let row = direction < 0 ? offset + body.visibleRows - 1 : offset + covered
      let entry = list.entry(fromRow: row, towards: direction)
      return (entry ?? (direction < 0 ? 0 : list.entries.count), direction)
    }
  }

  // MARK: Navigation place

  /// The place in the rows; nil if nothing has moved.
  var place: NavigationState.Rows? {
    let first = content.list?.firstSelectable
    guard anchor != content.start || selection != first || filtered != nil else { return nil }
    guard let list = content.list else {
      return NavigationState.Rows(
        selection: nil,
        anchor: anchor,
        anchorKey: text?.key(at: anchor.position)
      )
    }
    let row = min(max(0, anchor.position.block), list.rowCount - 1)
    let entry: Int? =
      if row >= 0, case .entry(let entry) = list.row(at: row) { entry } else { nil }
    return NavigationState.Rows(
      selection: selection.map {
        NavigationState.Rows.Entry(index: $0, key: list.entries[$0].key)
      },
      anchor: anchor,
      anchorKey: anchor == .top ? nil : entry.map { list.entries[$0].key },
      filter: filter
    )
  }

  private var text: TextDocument? { if case .text(let text) = content.body { text } else { nil } }

  /// Restores a place: entries and lines are found by their keys, and an entry that was removed is replaced by the nearest
  /// one.
  mutating func restore(_ place: NavigationState.Rows) {
    filter(by: TextWords(place.filter))
    gesture = nil
    anchor = place.anchor
    guard let list = content.list else {
      if let key = place.anchorKey, let text {
        anchor.position = text.position(nearest: anchor.position, withKey: key)
      }
      return
    }
    selection = place.selection.flatMap { list.entry(nearest: $0.index, withKey: $0.key) }
    let row = place.anchorKey.flatMap { list.row(nearest: anchor.position.block, withKey: $0) }
    anchor.position.block = row ?? min(anchor.position.block, max(0, list.rowCount - 1))
  }

  // MARK: Other content

  /// Shows another part of a text, or another version of it.
  mutating func show(_ text: PageContent) {
    content = text
    filtered = nil
    gesture = nil
  }

  /// Prepares for a list in another order: at the next reload, the selection stays in view, and a place at the
  /// beginning stays there.
  mutating func expectAnotherOrder() { awaitsOrder = content.list != nil }

  /// Replaces the content: selection and position stay with what they named (TW-5, TW-6).
  ///
  /// An entry is found by its key, a header by its title. A selection is dropped if its key was removed or cannot be
  /// selected any more. A position that was removed becomes the next one that still exists, else the last one before.
  /// The beginning stays the beginning, the end the end; a pan ends.
  mutating func reload(_ whole: PageContent) {
    let isReordered = awaitsOrder
    let isAtBeginning = anchor == .top && selection == content.list?.firstSelectable
    awaitsOrder = false
    let filtered = self.filtered.flatMap { FilteredList(whole, $0.words) }
    let content = filtered?.content ?? whole
    defer { self.filtered = filtered }
    guard content != self.content else { return }
    let wasUntouched = isUntouched
    defer { self.content = content }
    gesture = nil
    if wasUntouched, content.isFollowed {
      anchor = content.start
      return
    }
    guard let old = self.content.list, let new = content.list else {
      switch (self.content.body, content.body) {
      case (.text(let old), .text(let new)):
        var place = anchor
        if isAtEnd { place.position.grapheme = .max }
        anchor = TextReload(from: old, to: new).anchor(place)
      // Boxes are named by their rows only.
      case (.board, .board): break
      case (.text, _), (.board, _), (.list, _): anchor = .top
      }
      selection = content.list?.firstSelectable
      return
    }
    let rows = ListReload(from: old, to: new)
    if old.firstSelectable == nil || isReordered && isAtBeginning {
      selection = new.firstSelectable
    } else {
      selection = selection.flatMap(rows.entry).flatMap {
        new.entries.isSelectable(at: $0) ? $0 : nil
      }
    }
    if isReordered, !isAtBeginning, let selection {
      let row = TextPosition(block: new.row(ofEntry: selection), grapheme: 0)
      anchor = ScrollAnchor(position: row, ratio: Self.orderedShare)
    } else {
      anchor = rows.anchor(anchor)
    }
  }

  /// The share of the height at which the selection is placed in a list that was reordered.
  private static let orderedShare = 0.5
}

extension PageContent {
  /// The initial position: the beginning, or the end of content that grows.
  fileprivate var start: ScrollAnchor {
    guard isFollowed, case .text(let document) = body else { return .top }
    return .end(ofBlock: max(0, document.leaves.count - 1))
  }
}

extension ListContent {
  /// Returns the row of the entry with a key, of several the nearest to a row; nil if there is none.
  ///
  /// The entry need not be selectable: a list may end with one that is not, and be scrolled to it.
  fileprivate func row(nearest row: Int, withKey key: [UInt8]) -> Int? {
    let index = entry(fromRow: row, towards: 1) ?? entries.count
    return entries.nearestIndex(to: index, ofKey: key[...]).map { self.row(ofEntry: $0) }
  }

  /// Returns the entry with a key, of several the nearest to an index; if there is none, a selectable one near the
  /// index.
  fileprivate func entry(nearest index: Int, withKey key: [UInt8]) -> Int? {
    let same = entries.nearestIndex(to: index, ofKey: key[...], where: entries.isSelectable)
    if let same { return same }
    guard !entries.isEmpty else { return nil }
    // A range of a list that was long begins at an entry.
    let place = min(max(0, key.range?.lowerBound ?? index), entries.count - 1)
    return selectable(from: place, towards: 1) ?? selectable(from: place, towards: -1)
  }
}

extension PageBody {
  /// Returns the anchor that brings an entry into view with as little scrolling as possible, and shows it at the same
  /// share of the height in every other viewport (Sources/README.md, decision 2).
  ///
  /// The rows above the first selectable entry are shown together with it, and the notes and the inset below together
  /// with the last one.
  fileprivate func anchor(
    showing entry: Int,
    of list: ListContent,
    from offset: Int
  ) -> ScrollAnchor {
    let row = row(ofEntry: entry)
    let covered = coveredRows(above: row)
    let first = entry == list.firstSelectable ? minimumOffset : row - covered
    let last = entry == list.lastSelectable ? rowCount - 1 + insets.bottom : row
    let wanted = min(max(offset, last - visibleRows + 1), first)
    let shown = min(max(wanted, row - visibleRows + 1), row - covered)
    let ratio = visibleRows > 1 ? Double(row - shown) / Double(visibleRows - 1) : 0
    // Another viewport may have a pinned header where this one has none.
    let least = list.section(ofEntry: entry) == nil ? 0 : Self.leastShare
    return ScrollAnchor(position: position(ofRow: row), ratio: min(max(least, ratio), 1))
  }

  /// A share above 0, as of a selection, that is less than a row in any viewport.
  private static var leastShare: Double { 0x1p-20 }
}
