package import NavScene

/// An event of the cells of the bar above a pager's pages (ZX-4, ZX-5).
package struct BarEvent: Hashable, Sendable {
  package let pager: ContainerID
  package let event: OptionBarEvent
}

extension SessionView {
  /// Removes and returns the bars' events since the last call, those of their last layouts; the outermost pager's
  /// first.
  package mutating func takeBarEvents() -> [BarEvent] {
    states.keys.sorted().flatMap { id -> [BarEvent] in
      guard var bar = states[id] as? OptionBarView else { return [] }
      let events = bar.takeEvents()
      states[id] = bar
      return events.map { BarEvent(pager: id, event: $0) }
    }
  }
}
