/// What an option bar tells whoever uses it, in the order in which it happens.
///
/// The originals call a delegate; here the events are returned, so nobody has to be there to hear
/// them, and nobody can call back in between (ZX-1, ZX-3).
package enum OptionBarEvent: Hashable, Sendable {
  /// A cell was made, as none waited that could be used again.
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

/// Where a selection comes from (ZX-10).
package enum OptionOrigin: CaseIterable, Hashable, Sendable {
  /// A tap on the column's cell.
  case tap
  /// A program, or pages that are turned.
  case slide
}

/// What a step of an option bar has changed.
package struct OptionBarChange: Hashable, Sendable {
  /// The columns that are no longer shown, ascending.
  package internal(set) var removed: [Int] = []
  /// The columns that are shown from now on, ascending.
  package internal(set) var added: [Int] = []
  package internal(set) var events: [OptionBarEvent] = []

  package init() {}
}
