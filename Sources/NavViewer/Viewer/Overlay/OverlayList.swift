import NavBase

/// The rows of an overlay's list: the selected one and the visible ones.
struct OverlayList: Hashable, Sendable {
  private(set) var count = 0
  /// The selected row; nil if rows are not selectable.
  private(set) var selection: Int?
  /// The first visible row, before clamping to the number of rows.
  private(set) var first = 0
  private let isSelectable: Bool

  /// - Parameter isSelectable: whether one of the rows is always selected.
  init(isSelectable: Bool) {
    self.isSelectable = isSelectable
  }

  var isEmpty: Bool { count == 0 }

  /// Replaces the rows; the selected one will be visible.
  mutating func replace(count: Int, selecting selection: Int = 0) {
    self.count = count
    self.selection = isSelectable && count > 0 ? min(max(0, selection), count - 1) : nil
    first = self.selection == nil ? min(first, max(0, count - 1)) : first
  }

  /// Returns the visible rows.
  ///
  /// - Parameter rows: the height of the list.
  /// - Returns: the indices of the visible rows.
  func window(of rows: Int) -> Range<Int> {
    var start = min(max(0, first), max(0, count - rows))
    if let selection, rows > 0 { start = min(max(start, selection - rows + 1), selection) }
    return start..<min(count, start + max(0, rows))
  }

  /// Moves the selection, or scrolls.
  ///
  /// - Parameters:
  ///   - key: an arrow or a page key; without a text field also `Home`, `End` and letters.
  ///   - rows: the number of visible rows.
  ///   - isTyping: whether letters are text.
  /// - Returns: whether the list handled the key.
  mutating func receive(_ key: Key, rows: Int, isTyping: Bool) -> Bool {
    guard let movement = Movement(key, isTyping: isTyping) else { return false }
    let page = max(1, rows - 1)
    switch movement {
    case .rows(let step): move(by: step, rows: rows)
    case .pages(let step): move(by: step * page, rows: rows)
    case .start: move(by: -count, rows: rows)
    case .end: move(by: count, rows: rows)
    }
    return true
  }

  /// Scrolls; the selection moves so that it stays visible.
  mutating func scroll(by step: Int, rows: Int) {
    first = min(max(0, window(of: rows).lowerBound + step), max(0, count - rows))
    guard let selection, rows > 0 else { return }
    self.selection = min(max(selection, first), min(count, first + rows) - 1)
  }

  mutating func select(_ row: Int) {
    guard isSelectable, (0..<count).contains(row) else { return }
    selection = row
  }

  private mutating func move(by step: Int, rows: Int) {
    if let selection {
      self.selection = min(max(0, selection + step), count - 1)
      first = window(of: rows).lowerBound
    } else {
      scroll(by: step, rows: rows)
    }
  }

  private enum Movement {
    case rows(Int)
    case pages(Int)
    case start, end

    init?(_ key: Key, isTyping: Bool) {
      guard key.modifiers.isEmpty else { return nil }
      switch key.code {
      case .up: self = .rows(-1)
      case .down: self = .rows(1)
      case .pageUp: self = .pages(-1)
      case .pageDown: self = .pages(1)
      case .home where !isTyping: self = .start
      case .end where !isTyping: self = .end
      case .character("j") where !isTyping: self = .rows(1)
      case .character("k") where !isTyping: self = .rows(-1)
      case .character(" ") where !isTyping: self = .pages(1)
      case .character("g") where !isTyping: self = .start
      case .character("G") where !isTyping: self = .end
      case .character, .enter, .tab, .backspace, .escape, .left, .right, .home, .end, .insert,
        .delete, .function:
        return nil
      }
    }
  }
}
