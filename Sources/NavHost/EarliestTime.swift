/// The earliest of some times; nil for none.
package struct EarliestTime: Sendable {
  package private(set) var time: Duration?

  package init(_ time: Duration?) { self.time = time }

  package mutating func add(_ other: Duration?) {
    guard let other else { return }
    time = time.map { min($0, other) } ?? other
  }
}
