/// An event of an option bar; events are reported in order.
///
/// The original implementation calls a delegate; here events are returned, so no listener is required and none can call
/// back during a step (ZX-1, ZX-3).
package enum OptionBarEvent: Hashable, Sendable {
  /// A cell was created, because the pool had none to reuse.
  case allocate(serial: Int, column: Int)
  /// A cell was taken from the pool.
  case reuse(serial: Int, column: Int)
  case willDisplay(serial: Int, column: Int)
  case didEndDisplaying(serial: Int, column: Int)
  case didSelect(column: Int)
  case didDeselect(column: Int)
  case willReload
  case didReload
}

/// The origin of a selection (ZX-10).
package enum OptionOrigin: CaseIterable, Hashable, Sendable {
  /// A tap on the column's cell.
  case tap
  /// A program, or a page turn.
  case slide
}

/// The changes made by a step of an option bar.
package struct OptionBarChange: Hashable, Sendable {
  /// The columns that are no longer shown, ascending.
  package internal(set) var removed: [Int] = []
  /// The newly shown columns, ascending.
  package internal(set) var added: [Int] = []
  package internal(set) var events: [OptionBarEvent] = []

  package init() {}
}
