import NavBase

/// The pages of rows of a pager, by index: those that are not in their initial state, and for fast access those around
/// the current one.
struct PagerRows: Sendable {
  /// Those that are not in their initial state.
  private(set) var touched: [Int: ScrollablePage] = [:]
  /// Those around the current one in their initial state: a layout asks for them many times, and creating one decodes
  /// its title and notes.
  private var near: [(index: Int, rows: ScrollablePage)] = []

  /// The page at an index; nil if it is in its initial state and has to be created.
  subscript(index: Int) -> ScrollablePage? {
    if let rows = touched[index] { return rows }
    for page in near where page.index == index { return page.rows }
    return nil
  }

  mutating func set(_ rows: ScrollablePage, at index: Int) {
    touched[index] = rows.isUntouched ? nil : rows
  }

  /// Keeps the current page and those beside it.
  mutating func keep(around current: Int, of pages: PagerPages) {
    let range = max(0, current - 1)..<min(pages.count, current + 2)
    guard near.first?.index != range.first || near.last?.index != range.last else { return }
    let old = near
    near = range.compactMap { index in
      if let page = old.first(where: { $0.index == index }) { return page }
      guard case .page(let content) = pages[index] else { return nil }
      return (index, ScrollablePage(content))
    }
  }
}
