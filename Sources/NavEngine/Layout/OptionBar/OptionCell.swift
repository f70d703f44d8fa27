/// A cell of an option bar, which shows one column while that is visible.
package struct OptionCell<Identifier: Hashable & Sendable>: Hashable, Reusable {
  /// The cell's number in order of allocation, from 1; it does not change on reuse.
  package let serial: Int
  package let reuseIdentifier: Identifier?
  /// The displayed column; nil in the pool.
  package private(set) var column: Int?
  /// The column's position in the bar's content.
  package private(set) var span = ColumnWidths.Span(origin: 0, width: 0)
  package internal(set) var isSelected = false

  init(serial: Int, reuseIdentifier: Identifier?) {
    self.serial = serial
    self.reuseIdentifier = reuseIdentifier
  }

  package mutating func prepareForReuse() {
    column = nil
    span = ColumnWidths.Span(origin: 0, width: 0)
    isSelected = false
  }

  /// Configures the cell completely for a column (ZX-4).
  mutating func prepareForDisplay(of column: Int, at span: ColumnWidths.Span, isSelected: Bool) {
    self.column = column
    self.span = span
    self.isSelected = isSelected
  }
}

/// The source of an option bar: the widths of its columns, and the kind of cell of each.
///
/// It replaces the data source and the width callback of the original implementation; a bar always has one (ZX-1).
package protocol OptionBarSource: Sendable {
  associatedtype Identifier: Hashable, Sendable

  var widths: ColumnWidths { get }

  /// Returns the kind of cell that can show a column; nil for a cell that is never reused.
  func identifier(of column: Int) -> Identifier?
}

/// An event of an option bar; events are reported in order.
///
/// The original implementation calls a delegate; here events are returned, so there is no listener that could call back
/// during a step (ZX-1, ZX-3).
package enum OptionBarEvent: Hashable, Sendable {
  /// A cell was created, because the pool had none to reuse.
  case allocate(serial: Int, column: Int)
  /// A cell was taken from the pool.
  case reuse(serial: Int, column: Int)
  case willDisplay(serial: Int, column: Int)
  case didEndDisplaying(serial: Int, column: Int)
  case didDeselect(column: Int)
  case didSelect(column: Int)
  case willReload
  case didReload
}

/// An element that can be reused for other content instead of being created anew.
package protocol Reusable: Sendable {
  associatedtype ReuseIdentifier: Hashable, Sendable

  /// The identifier of the requests that can reuse the element; nil if it is never reused.
  var reuseIdentifier: ReuseIdentifier? { get }

  /// Resets all state that depends on the displayed content.
  mutating func prepareForReuse()
}

/// The unused elements by identifier; last in, first out (ZX-5).
package struct ReusePool<Element: Reusable>: Sendable {
  /// The non-empty stacks.
  private var stacks: [Element.ReuseIdentifier: [Element]] = [:]
  /// The number of elements in all stacks.
  package private(set) var count = 0

  package init() {}

  /// Adds an element to the stack of its identifier; one without an identifier is dropped (ZX-4).
  package mutating func put(_ element: Element) {
    guard let identifier = element.reuseIdentifier else { return }
    stacks[identifier, default: []].append(element)
    count += 1
  }

  /// Removes the element that was added last for an identifier, prepared for reuse.
  ///
  /// - Parameter identifier: the identifier of the element.
  /// - Returns: the element; nil if there is none.
  package mutating func take(_ identifier: Element.ReuseIdentifier) -> Element? {
    guard var element = stacks[identifier]?.popLast() else { return nil }
    if stacks[identifier]?.isEmpty == true { stacks[identifier] = nil }
    count -= 1
    element.prepareForReuse()
    return element
  }
}
