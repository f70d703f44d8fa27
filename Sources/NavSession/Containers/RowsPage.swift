import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavText

/// Rows of a page, and where people are in them.
struct RowsPage: Hashable, Sendable {
  /// What is shown: of a list that is filtered, what the filter leaves.
  private(set) var content: PageContent
  /// Nil where all is shown.
  private var filtered: FilteredList?
  /// The selected entry of a list.
  var selection: Int?
  var anchor = ScrollAnchor.top
  /// What a finger does to them, or did last.
  var gesture: ScrollGesture?
  /// Whether the list is about to come in another order.
  private var awaitsOrder = false

  init(_ content: PageContent) {
    self.content = content
    selection = content.list?.firstSelectable
    anchor = content.start
  }

  var focusKind: FocusKind { content.list == nil ? .text : .list }

  /// Whether nobody has moved in them yet.
  var isUntouched: Bool {
    anchor == content.start && gesture == nil && filtered == nil
      && selection == RowsPage(content).selection
  }

  /// How many rows can be named: entries, or lines of text.
  func count(in body: any PageBody) -> Int { content.list?.entries.count ?? body.rowCount }

  /// The entry of a row that takes taps; nil for headers, notes, and entries that can not be
  /// selected (TW-7).
  func selectableEntry(atRow row: Int) -> Int? {
    guard let list = content.list, (0..<list.rowCount).contains(row),
      case .entry(let entry) = list.row(at: row), list.entries[entry].isSelectable
    else { return nil }
    return entry
  }

  // MARK: Moving

  enum Move {
    case rows(Int)
    case screens(Int)
    case to(Int)
  }

  /// Moves the selection of a list, or scrolls a text or a list of which nothing can be selected.
  ///
  /// - Parameters:
  ///   - move: how far, or where to.
  ///   - body: the rows as who moves sees them.
  /// - Returns: whether there was any way left to go.
  @discardableResult
  mutating func move(by move: Move, in body: any PageBody) -> Bool {
    if let list = content.list, let new = target(of: move, among: list, in: body) {
      return select(new, in: list, body)
    }
    let old = body.offset(for: anchor)
    let target =
      switch move {
      case .rows(let rows): old + rows
      case .screens(let screens): old + screens * max(1, body.visibleRows - 1)
      // The beginning is what stands above the first row, too.
      case .to(let row): row <= 0 ? body.minimumOffset : row
      }
    let new = body.confined(target)
    guard new != old else { return false }
    anchor = body.anchor(forOffset: new)
    gesture = nil
    return true
  }

  /// To the first row and the first entry, as it was opened; the rows go there by themselves.
  ///
  /// - Parameters:
  ///   - serial: another one than that of the page's last gesture.
  ///   - step: that of the slide; nil for any other page.
  mutating func returnToTop(scrolling serial: Int, inStep step: Int? = nil) {
    let top = ScrollAnchor.top
    let isAtTop = anchor.position == top.position && anchor.ratio == top.ratio
    gesture = isAtTop && gesture?.pull == nil ? nil : ScrollGesture(scrolling: serial)
    anchor = .top
    anchor.step = step
    selection = content.list?.firstSelectable
  }

  // MARK: Filtering

  /// The words that a list is filtered by; empty for none.
  var filter: String { filtered?.words.text ?? "" }

  /// How many entries a list has in all; 0 for any other page.
  var unfiltered: Int { (filtered?.source ?? content).list?.entries.count ?? 0 }

  /// How many entries of a list have some words.
  func count(having words: TextWords) -> Int {
    FilteredList(filtered?.source ?? content, words)?.entries.count ?? 0
  }

  /// Shows of a list the entries that have some words, or all again; what is selected stays, or the nearest entry is.
  ///
  /// Where it stands on the screen is left to the caller.
  mutating func filter(by words: TextWords?) {
    let source = filtered?.source ?? content
    let old = selection.map { filtered?.entries[$0] ?? $0 }
    filtered = words.flatMap { FilteredList(source, $0) }
    content = filtered?.content ?? source
    gesture = nil
    anchor = .top
    guard let list = content.list else { return }
    selection = old.flatMap { entry in
      guard let shown = filtered?.entries else { return entry }
      return shown.indices.lazy.filter { list.entries[$0].isSelectable }
        .min { abs(shown[$0] - entry) < abs(shown[$1] - entry) }
    }
    selection = selection ?? list.firstSelectable
  }

  /// Shows all entries again for nobody who looks: what is selected stands in the middle, as far as there is room.
  mutating func endFilter() {
    filter(by: nil)
    guard let list = content.list, let selection, selection != list.firstSelectable else { return }
    let row = TextPosition(block: list.row(ofEntry: selection), grapheme: 0)
    anchor = ScrollAnchor(position: row, ratio: Self.orderedShare)
  }

  /// Puts the selected entry of a list so many rows below the first visible one, or as near to that as it gets.
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

  /// Brings a match into view: where it is in view already nothing moves, else it stands in the upper third.
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
    gesture = nil
  }

  /// Where a match would begin that people are at: at the selected entry, or where the text was last brought into view.
  var placeOfMatch: TextPosition? {
    guard content.list != nil else { return anchor.position }
    return selection.map { TextPosition(block: $0, grapheme: 0) }
  }

  private mutating func select(_ new: Int, in list: ListContent, _ body: any PageBody) -> Bool {
    let old = selection
    selection = new
    anchor = body.anchor(showing: new, of: list, from: body.offset(for: anchor))
    gesture = nil
    return new != old
  }

  /// The entry that a move selects; nil where none can be.
  ///
  /// Entries that can not be selected are passed over in the direction of the move; where only such
  /// follow, it goes as near to them as it can (TW-7).
  private func target(of move: Move, among list: ListContent, in body: any PageBody) -> Int? {
    let (aim, direction) = aim(of: move, among: list, in: body)
    return list.selectable(from: aim, towards: direction)
      ?? list.selectable(from: aim, towards: -direction)
  }

  /// The entry that a move aims at, and its direction.
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

  /// Where nothing is selected, a move begins with the first row in view, upwards with the last one
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

  // MARK: Places

  /// Where people are; nil where nobody has moved.
  var place: NavigationPlace.Rows? {
    let first = content.list?.firstSelectable
    guard anchor != content.start || selection != first || filtered != nil else { return nil }
    guard let list = content.list else {
      return NavigationPlace.Rows(selection: nil, anchor: anchor)
    }
    let row = min(max(0, anchor.position.block), list.rowCount - 1)
    let entry: Int? =
      if row >= 0, case .entry(let entry) = list.row(at: row) { entry } else { nil }
    return NavigationPlace.Rows(
      selection: selection.map {
        NavigationPlace.Rows.Entry(index: $0, key: list.entries[$0].key)
      },
      anchor: anchor,
      anchorKey: anchor == .top ? nil : entry.map { list.entries[$0].key },
      filter: filter
    )
  }

  /// Goes to where somebody was: entries are the same as long as their keys are, and of what is gone the nearest
  /// counts.
  mutating func lead(to place: NavigationPlace.Rows) {
    filter(by: TextWords(place.filter))
    gesture = nil
    anchor = place.anchor
    guard let list = content.list else { return }
    selection = place.selection.flatMap { list.entry(nearest: $0.index, withKey: $0.key) }
    let row = place.anchorKey.flatMap { list.row(nearest: anchor.position.block, withKey: $0) }
    anchor.position.block = row ?? min(anchor.position.block, max(0, list.rowCount - 1))
  }

  // MARK: Other content

  /// The list will come in another order: the next time, what is selected stays in view, and who is at its beginning
  /// stays there.
  mutating func expectAnotherOrder() { awaitsOrder = content.list != nil }

  /// Puts other content in its place: selection and place stay with what they named (TW-5, TW-6).
  ///
  /// An entry is the same as long as its key is, a header as long as its title is. A selection of
  /// which the key has gone, or can not be selected any more, is none. A place that has gone
  /// becomes the next one that is still there, else the last one before. The beginning stays the
  /// beginning, the end the end; a finger lets go.
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
      case (.text(let old), .text(let new)): anchor = TextReload(from: old, to: new).anchor(anchor)
      // Boxes are named by nothing but their rows.
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
        new.entries[$0].isSelectable ? $0 : nil
      }
    }
    if isReordered, !isAtBeginning, let selection {
      let row = TextPosition(block: new.row(ofEntry: selection), grapheme: 0)
      anchor = ScrollAnchor(position: row, ratio: Self.orderedShare)
    } else {
      anchor = rows.anchor(anchor)
    }
  }

  /// Where the selection stands in a list that has come in another order.
  private static let orderedShare = 0.5
}

extension PageContent {
  /// Where people are who have not moved: at the beginning, or at the end of what grows.
  fileprivate var start: ScrollAnchor {
    guard isFollowed, case .text(let document) = body else { return .top }
    return .end(ofBlock: max(0, document.leaves.count - 1))
  }
}

extension ListContent {
  /// The row of the entry with a key, of several the nearest to a row; nil where it is gone.
  ///
  /// It need not be one that can be selected: a list may end with one that can't, and stand there.
  fileprivate func row(nearest row: Int, withKey key: [UInt8]) -> Int? {
    let rows = entries.indices.filter { entries[$0].key == key }.map { self.row(ofEntry: $0) }
    return rows.min { abs($0 - row) < abs($1 - row) }
  }

  /// The entry with a key, of several the nearest to an index; where it is gone the nearest one that can be selected.
  fileprivate func entry(nearest index: Int, withKey key: [UInt8]) -> Int? {
    let same = entries.indices.filter { entries[$0].key == key && entries[$0].isSelectable }
    if let nearest = same.min(by: { abs($0 - index) < abs($1 - index) }) { return nearest }
    guard !entries.isEmpty else { return nil }
    let place = min(max(0, index), entries.count - 1)
    return selectable(from: place, towards: 1) ?? selectable(from: place, towards: -1)
  }
}

extension PageBody {
  /// The anchor that brings an entry into view with as little scrolling as possible, and shows it
  /// at the same share of the height in every other viewport (architecture.md, decision 2).
  ///
  /// What stands above the first entry that can be selected comes with it, and with the last one
  /// the notes and the inset below.
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
    // Another viewport may have a header pinned where this one has none.
    let least = list.section(ofEntry: entry) == nil ? 0 : Self.leastShare
    return ScrollAnchor(position: position(ofRow: row), ratio: min(max(least, ratio), 1))
  }

  /// A share that is no row in any viewport, and yet a selection's.
  private static var leastShare: Double { 0x1p-20 }
}
