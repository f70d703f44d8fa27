/// Future events ordered by time; simultaneous events keep the order of insertion.
///
/// A binary heap: O(log n) to add and to remove.
package struct EventQueue<Event> {
  private struct Entry {
    let time: Duration
    let order: UInt64
    let event: Event

    func isBefore(_ other: Entry) -> Bool {
      time == other.time ? order < other.order : time < other.time
    }
  }

  private var heap: [Entry] = []
  private var inserted: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { heap.isEmpty }

  /// The time of the next event; nil when empty.
  package var nextTime: Duration? { heap.isEmpty ? nil : heap[0].time }

  package mutating func add(_ event: Event, at time: Duration) {
    heap.append(Entry(time: time, order: inserted, event: event))
    inserted += 1
    rise(from: heap.count - 1)
  }

  /// Removes and returns the next event; nil when empty.
  package mutating func next() -> (time: Duration, event: Event)? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return (last.time, last.event) }
    heap[0] = last
    sink()
    return (first.time, first.event)
  }

  private mutating func rise(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var first = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[first]) {
        first = child
      }
      guard first != parent else { return }
      heap.swapAt(parent, first)
      parent = first
    }
  }
}

/// Moves a value out of its storage, so that changing it copies nothing.
package func exchange<Value>(_ place: inout Value, for other: Value) -> Value {
  var value = other
  swap(&place, &value)
  return value
}
