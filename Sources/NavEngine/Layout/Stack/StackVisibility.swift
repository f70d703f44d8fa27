package import NavScene

/// The offsets of a stack at the time of a pass that loads and drops content.
package struct StackMoment: Hashable, Sendable {
  package var offset: Double
  package var target: Double
  package var isAnimating: Bool

  package static func rest(at offset: Double) -> StackMoment {
    StackMoment(offset: offset, target: offset, isAnimating: false)
  }

  /// Whether a motion is so near its end that content it uncovers may be covered again (SN-13).
  package func isBouncing(_ metrics: StackMetrics) -> Bool {
    isAnimating && abs(target - offset) < metrics.motion.bounceDistance
  }
}

/// The contents of a stack's pages that are loaded, and those that ever were (SN-12, SN-13, SN-14).
///
/// The memory grows with the number of loaded contents, not with the depth of the stack.
package struct StackContents: Hashable, Sendable {
  /// Ascending, and so in z-order.
  package internal(set) var visible: [ContainerID] = []
  /// The contents that were ever shown or hidden (PG-6).
  var presented = StackPresented()

  package init() {}

  /// Removes pages that are no longer in the stack: those above its top.
  mutating func forget(above top: ContainerID?) {
    visible.removeAll { $0 > top ?? ContainerID(rawValue: 0) }
    presented.forget(above: top)
  }

  /// Makes a pass over the pages (SN-13).
  ///
  /// It shows the pages that overlap the viewport (SN-12). While the motion bounces, it shows only pages that were
  /// never presented. The pass at the end of a motion also hides pages (SN-14).
  ///
  /// - Parameters:
  ///   - geometry: the pages.
  ///   - moment: the stack's current and target offset.
  ///   - hides: whether the pass also hides pages outside the viewport.
  package mutating func pass(over geometry: StackGeometry, at moment: StackMoment, hides: Bool) {
    let origin = geometry.origin(at: moment.offset)
    pass(over: geometry.window(origin...origin), of: geometry, at: moment, hides: hides)
  }

  /// Makes a pass over the pages of a window, which must contain all pages that can be in the viewport.
  mutating func pass(
    over window: StackWindow,
    of geometry: StackGeometry,
    at moment: StackMoment,
    hides: Bool
  ) {
    let origin = geometry.origin(at: moment.offset)
    let isBouncing = moment.isBouncing(geometry.metrics)
    let entries = window.entries
    var inside: [ContainerID] = []
    var shown: [ContainerID] = []
    for (index, entry) in entries.enumerated()
    where window.frame(of: entry, at: origin).isInside(geometry.metrics) {
      let id = entry.page.id
      inside.append(id)
      if visible.contains(id) || isBouncing && presented.contains(id) { continue }
      shown.append(id)
      presented.insert(
        id,
        between: index > 0 && entries[index - 1].index == entry.index - 1
          ? entries[index - 1].page.id : nil,
        index + 1 < entries.count && entries[index + 1].index == entry.index + 1
          ? entries[index + 1].page.id : nil
      )
    }
    let staying = hides ? visible.filter(inside.contains) : visible
    for id in visible where hides && !inside.contains(id) {
      presented.insert(id, between: nil, nil)
    }
    visible = shown.isEmpty ? staying : (staying + shown).sorted()
  }
}

/// The pages that were ever presented, as runs of neighbours.
struct StackPresented: Hashable, Sendable {
  /// Ascending; every page of the stack within a run was presented.
  private var runs: [ClosedRange<ContainerID>] = []

  func contains(_ id: ContainerID) -> Bool {
    let index = place(of: id)
    return index < runs.count && runs[index].contains(id)
  }

  /// - Parameters:
  ///   - id: a page.
  ///   - below: the page right below it, if known.
  ///   - above: the page right above it, if known.
  mutating func insert(
    _ id: ContainerID,
    between below: ContainerID?,
    _ above: ContainerID?
  ) {
    let index = place(of: id)
    if index < runs.count, runs[index].contains(id) { return }
    var run = id...id
    var replaced = index..<index
    if let above, index < runs.count, runs[index].contains(above) {
      run = run.lowerBound...runs[index].upperBound
      replaced = index..<index + 1
    }
    if let below, index > 0, runs[index - 1].contains(below) {
      run = runs[index - 1].lowerBound...run.upperBound
      replaced = index - 1..<replaced.upperBound
    }
    runs.replaceSubrange(replaced, with: CollectionOfOne(run))
  }

  mutating func forget(above top: ContainerID?) {
    guard let top else { return runs.removeAll() }
    while let last = runs.last, last.upperBound > top {
      runs.removeLast()
      if last.lowerBound <= top { runs.append(last.lowerBound...top) }
    }
  }

  /// Returns the index of the first run that does not end below a page.
  private func place(of id: ContainerID) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
