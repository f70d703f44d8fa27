import NavBase
import NavScene

/// The pointers of viewers in a session or a private view, and the line that is marked there (proto/README.md: Pointers).
///
/// Laws: at most `Pointing.limit` pointers, one for each viewer; each ends `Pointing.lifetime` after its last move; a
/// place is shown at least `Pointing.interval`, and the newest one in the end.
struct Pointers: Sendable {
  private struct Pointer: Sendable {
    let viewer: UInt64
    let principal: Principal
    let slot: Int
    let name: String
    var place: PointedPlace
    /// The newest place, while the shown one is younger than `Pointing.interval`.
    var waiting: PointedPlace?
    var shownAt: Duration
    var movedAt: Duration

    /// When it changes by itself.
    var nextChange: Duration {
      waiting == nil ? movedAt + Pointing.lifetime : shownAt + Pointing.interval
    }
  }

  /// The mark, the viewer that has set it, and the page that was in front then.
  struct Mark: Sendable {
    let viewer: UInt64
    let front: ContainerID?
    let mark: Pointing.Mark
  }

  /// In the order in which they began.
  private var pointers: [Pointer] = []
  /// The viewer that has each slot, so that its colour stays the same while others do not need it.
  private var owners: [UInt64] = []
  private(set) var mark: Mark?

  // MARK: Reading

  var isEmpty: Bool { pointers.isEmpty && mark == nil }

  /// The facts for scenes; nil for none.
  var pointing: Pointing? {
    if isEmpty { return nil }
    return Pointing(
      pointers: pointers.map { Pointing.Pointer(slot: $0.slot, name: $0.name, place: $0.place) },
      mark: mark?.mark
    )
  }

  /// When a pointer moves or ends by itself; nil for never.
  var nextChange: Duration? { pointers.map(\.nextChange).min() }

  /// The viewers that have a pointer or the mark.
  var viewers: Set<UInt64> { Set(pointers.map(\.viewer) + [mark?.viewer].compactMap(\.self)) }

  /// Returns the newest place of a viewer's pointer; nil for none.
  func place(of viewer: UInt64) -> PointedPlace? {
    pointers.first { $0.viewer == viewer }.map { $0.waiting ?? $0.place }
  }

  // MARK: Pointers

  /// Shows the pointer of a viewer at a place; at the limit, the newest one of the principal with the most ends for it
  /// (`Shares`).
  ///
  /// - Returns: false if none ends.
  mutating func show(
    _ place: PointedPlace,
    of viewer: UInt64,
    by owner: ViewerOwner,
    at now: Duration
  ) -> Bool {
    guard let index = pointers.firstIndex(where: { $0.viewer == viewer }) else {
      if pointers.count >= Pointing.limit {
        let holders = pointers.map(\.principal)
        guard let index = Shares.newest(givingWayTo: owner.principal, among: holders) else {
          return false
        }
        pointers.remove(at: index)
      }
      guard let slot = takeSlot(for: viewer) else { return false }
      pointers.append(
        Pointer(
          viewer: viewer,
          principal: owner.principal,
          slot: slot,
          name: owner.name.description,
          place: place,
          shownAt: now,
          movedAt: now
        )
      )
      return true
    }
    pointers[index].movedAt = now
    if now - pointers[index].shownAt >= Pointing.interval {
      pointers[index].place = place
      pointers[index].waiting = nil
      pointers[index].shownAt = now
    } else {
      pointers[index].waiting = place
    }
    return true
  }

  mutating func hide(_ viewer: UInt64) {
    pointers.removeAll { $0.viewer == viewer }
  }

  private mutating func takeSlot(for viewer: UInt64) -> Int? {
    if let slot = owners.firstIndex(of: viewer) { return slot }
    if owners.count < Pointing.limit {
      owners.append(viewer)
      return owners.count - 1
    }
    let used = Set(pointers.map(\.slot))
    guard let slot = owners.indices.first(where: { !used.contains($0) }) else { return nil }
    owners[slot] = viewer
    return slot
  }

  /// Shows places that wait, and ends pointers that have not moved for `Pointing.lifetime`.
  ///
  /// - Returns: whether anything has changed.
  mutating func advance(to now: Duration) -> Bool {
    var hasChanged = false
    for index in pointers.indices where now - pointers[index].shownAt >= Pointing.interval {
      guard let place = pointers[index].waiting else { continue }
      pointers[index].waiting = nil
      pointers[index].place = place
      pointers[index].shownAt = now
      hasChanged = true
    }
    let count = pointers.count
    pointers.removeAll { now - $0.movedAt >= Pointing.lifetime }
    return hasChanged || pointers.count != count
  }

  /// Ends the pointers and the mark of all but some viewers.
  ///
  /// - Returns: whether there were any.
  mutating func keep(_ present: Set<UInt64>) -> Bool {
    let gone = viewers.subtracting(present)
    guard !gone.isEmpty else { return false }
    pointers.removeAll { gone.contains($0.viewer) }
    if let mark, gone.contains(mark.viewer) { self.mark = nil }
    return true
  }

  // MARK: The mark

  /// Marks a line, or takes the mark away if it has it.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - viewer: the viewer that marks it.
  ///   - front: the page in front.
  mutating func toggle(_ line: Pointing.Mark, by viewer: UInt64, front: ContainerID?) {
    mark = mark?.mark == line ? nil : Mark(viewer: viewer, front: front, mark: line)
  }

  mutating func unmark() {
    mark = nil
  }

  mutating func endMark(unlessInFront page: ContainerID?) {
    if let mark, mark.front != page { self.mark = nil }
  }
}
