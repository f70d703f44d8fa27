import NavGeometry
import NavLayout

/// Rows of a page, and where people are in them.
struct RowsPage: Hashable, Sendable {
  let content: PageContent
  /// The selected entry of a list.
  var selection: Int?
  var anchor = ScrollAnchor.top
  /// What a finger does to them, or did last.
  var gesture: ScrollGesture?

  init(_ content: PageContent) {
    self.content = content
    if let list = content.list, !list.entries.isEmpty { selection = 0 }
  }

  var focusKind: FocusKind { content.list == nil ? .text : .list }

  /// Whether nobody has moved in them yet.
  var isUntouched: Bool {
    anchor == .top && gesture == nil && selection == RowsPage(content).selection
  }

  // MARK: Moving

  enum Move {
    case rows(Int)
    case screens(Int)
    case to(Int)
  }

  /// Moves the selection of a list, or scrolls a text.
  ///
  /// - Parameters:
  ///   - move: how far, or where to.
  ///   - body: the rows as who moves sees them.
  /// - Returns: whether there was any way left to go.
  @discardableResult
  mutating func move(by move: Move, in body: any PageBody) -> Bool {
    if let list = content.list { return select(by: move, among: list.entries.count, in: body) }
    let old = body.offset(for: anchor)
    let target =
      switch move {
      case .rows(let rows): old + rows
      case .screens(let screens): old + screens * max(1, body.visibleRows - 1)
      case .to(let row): row
      }
    let new = min(max(0, target), body.maximumOffset)
    guard new != old else { return false }
    anchor = body.anchor(forOffset: new)
    gesture = nil
    return true
  }

  private mutating func select(
    by move: Move,
    among entries: Int,
    in body: any PageBody
  ) -> Bool {
    guard let old = selection else { return false }
    let target =
      switch move {
      case .rows(let rows): old + rows
      case .screens(let screens): old + screens * body.visibleRows
      case .to(let row): row
      }
    let new = min(max(0, target), entries - 1)
    selection = new
    // With the last entry come the notes below it.
    let last = new == entries - 1 ? body.rowCount - 1 : new
    anchor = body.anchor(showing: new, through: last, from: body.offset(for: anchor))
    gesture = nil
    return new != old
  }

  /// How many rows can be named: entries, or lines of text.
  func count(in body: any PageBody) -> Int { content.list?.entries.count ?? body.rowCount }
}

extension PageBody {
  /// The anchor that brings rows into view with as little scrolling as possible, and shows the first of them at
  /// the same share of the height in every other viewport (architecture.md, decision 2).
  fileprivate func anchor(showing row: Int, through last: Int, from offset: Int) -> ScrollAnchor {
    let shown = min(max(offset, last - visibleRows + 1), row)
    let ratio = visibleRows > 1 ? Double(row - shown) / Double(visibleRows - 1) : 0
    return ScrollAnchor(position: position(ofRow: row), ratio: min(max(0, ratio), 1))
  }
}
