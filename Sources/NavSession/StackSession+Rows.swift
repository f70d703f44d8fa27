import NavGeometry
import NavLayout
import NavText

/// Where people are in the pages of a stack: what is selected, and how far a text is scrolled.
extension StackSession {
  enum Move {
    case rows(Int)
    case screens(Int)
    case to(Int)
  }

  /// Moves the selection of a list, or scrolls a text.
  mutating func move(_ id: ContainerID, by move: Move, seenIn viewport: CellSize) {
    let layout = StackLayout(viewport: viewport)
    guard var page = pages[id] else { return }
    let body = body(of: page, id, in: layout)
    if let list = page.content.list {
      guard let old = page.selection else { return }
      let target =
        switch move {
        case .rows(let rows): old + rows
        case .screens(let screens): old + screens * body.visibleRows
        case .to(let row): row
        }
      let new = min(max(0, target), list.entries.count - 1)
      page.selection = new
      // With the last entry come the notes below it.
      let last = new == list.entries.count - 1 ? body.rowCount - 1 : new
      page.anchor = body.anchor(
        showing: new,
        through: last,
        from: body.offset(for: page.anchor)
      )
    } else {
      let old = body.offset(for: page.anchor)
      let target =
        switch move {
        case .rows(let rows): old + rows
        case .screens(let screens): old + screens * max(1, body.visibleRows - 1)
        case .to(let row): row
        }
      let new = min(max(0, target), body.maximumOffset)
      guard new != old else { return }
      page.anchor = body.anchor(forOffset: new)
    }
    pages[id] = page
  }

  mutating func rowCount(of id: ContainerID, seenIn viewport: CellSize) -> Int {
    guard let page = pages[id] else { return 0 }
    if let list = page.content.list { return list.entries.count }
    return body(of: page, id, in: StackLayout(viewport: viewport)).rowCount
  }
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
