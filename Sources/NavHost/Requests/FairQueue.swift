import NavBase
import NavWire

/// Tasks of several principals, which take turns by what their tasks cost (weighted fair queueing).
///
/// Each principal has a lane, in which its tasks keep their order. Every lane has a virtual time, which advances by the
/// cost of its tasks. The next task is the one with the smallest sum of its lane's time and its own estimated cost. A lane
/// that was empty continues at the virtual time of the queue, so that a principal can't save up processor time. Thus a
/// task waits for the task in progress, and for about as much work of each other principal as it costs itself.
struct FairQueue<Work: Sendable>: Sendable {
  private struct Lane: Sendable {
    var tasks: [Entry] = []
    /// The index of the first task that was not taken.
    var head = 0
    /// The virtual time of the lane: when it became active, plus the cost of its tasks since then.
    var time: Duration
    /// Further costs, which count when its next task has ended: until then, its place among the lanes stays.
    var debt = Duration.zero

    var first: Entry? { head < tasks.count ? tasks[head] : nil }
    var count: Int { tasks.count - head }
    /// The number of its last task.
    var newest: UInt64 { tasks.last?.number ?? 0 }

    mutating func end(cost: Duration) {
      time += cost + debt
      debt = .zero
    }

    mutating func removeFirst() {
      head += 1
      guard head >= 32, head * 2 >= tasks.count else { return }
      tasks.removeFirst(head)
      head = 0
    }
  }

  private struct Entry: Sendable {
    var task: Work
    let estimate: Duration
    let number: UInt64
  }

  /// A lane with tasks, by the time at which its first task would end.
  private struct Candidate: Sendable {
    let end: Duration
    let number: UInt64
    let principal: Principal

    func isAfter(_ other: Candidate) -> Bool { (end, number) > (other.end, other.number) }
  }

  private var lanes: [Principal: Lane] = [:]
  /// The lanes with tasks; the next one is the last.
  private var candidates: [Candidate] = []
  /// The lane whose task was taken last, with its estimated cost.
  private var taken: (principal: Principal, estimate: Duration)?
  /// The virtual time of the queue: the greatest time of a lane at which a task was taken from it.
  private var time = Duration.zero
  private(set) var count = 0
  private var nextNumber: UInt64 = 0

  /// Lanes without tasks that are remembered for what they have cost.
  private static var idleLanes: Int { 10_000 }

  var isEmpty: Bool { count == 0 }

  /// Returns how many tasks a principal has.
  func count(of principal: Principal) -> Int {
    lanes[principal]?.count ?? 0
  }

  /// Adds a task.
  ///
  /// - Parameters:
  ///   - task: the task.
  ///   - principal: who bears its cost.
  ///   - estimate: its cost, as far as that is known before.
  mutating func enqueue(_ task: Work, of principal: Principal, estimate: Duration) {
    let entry = Entry(task: task, estimate: estimate, number: nextNumber)
    nextNumber += 1
    count += 1
    let wasIdle = count(of: principal) == 0
    lanes[principal, default: Lane(time: time)].tasks.append(entry)
    // A lane whose task is being carried out returns when that is finished.
    guard wasIdle, taken?.principal != principal else { return }
    let begun = lanes[principal]?.time ?? time
    lanes[principal]?.time = max(time, begun)
    enter(principal)
  }

  /// Puts a task in the place of the one of its principal that it repeats.
  ///
  /// - Returns: false if there is none.
  mutating func repeatTask(
    _ task: Work,
    of principal: Principal,
    where isSame: (Work) -> Bool
  ) -> Bool {
    guard let lane = lanes[principal],
      let index = lane.tasks[lane.head...].firstIndex(where: { isSame($0.task) })
    else { return false }
    lanes[principal]?.tasks[index].task = task
    return true
  }

  /// The place of a task.
  struct Place {
    fileprivate let principal: Principal
    fileprivate let index: Int
  }

  /// Returns the place of the next task, except those that wait; to be called when the task that was taken last is
  /// finished.
  ///
  /// O(waiting tasks + principals).
  func place(passingOver waits: (Work) -> Bool) -> Place? {
    for candidate in candidates.reversed() {
      guard let lane = lanes[candidate.principal],
        let index = lane.tasks[lane.head...].firstIndex(where: { !waits($0.task) })
      else { continue }
      return Place(principal: candidate.principal, index: index)
    }
    return nil
  }

  /// Removes and returns the task at a place; call `finish` when it was carried out.
  mutating func take(_ place: Place) -> Work? {
    guard let lane = lanes[place.principal] else { return nil }
    let entry = lane.tasks[place.index]
    time = max(time, lane.time)
    candidates.removeAll { $0.principal == place.principal }
    if place.index == lane.head {
      lanes[place.principal]?.removeFirst()
    } else {
      lanes[place.principal]?.tasks.remove(at: place.index)
    }
    count -= 1
    taken = (place.principal, entry.estimate)
    return entry.task
  }

  /// Removes and returns the next task; call `finish` when it was carried out.
  mutating func next() -> Work? {
    finish()
    guard let principal = candidates.popLast()?.principal, let lane = lanes[principal],
      let entry = lane.first
    else { return nil }
    time = max(time, lane.time)
    lanes[principal]?.removeFirst()
    count -= 1
    taken = (principal, entry.estimate)
    return entry.task
  }

  /// Removes the newest task of the principal that has the most, if that gives way to a newcomer (`Shares`).
  ///
  /// - Returns: the task; nil if nobody gives way.
  mutating func makeRoom(for newcomer: Principal) -> Work? {
    // Of lanes with equally many tasks, the one with the newest task.
    let longest = lanes.max { one, other in
      (one.value.count, one.value.newest) < (other.value.count, other.value.newest)
    }
    guard let longest, Shares.givesWay(longest.value.count, to: count(of: newcomer)) else {
      return nil
    }
    count -= 1
    // At least one task is left, so the lane keeps its place.
    return lanes[longest.key]?.tasks.popLast()?.task
  }

  /// Removes the tasks of a principal that are not wanted any more.
  ///
  /// O(its tasks + lanes).
  ///
  /// - Returns: how many there were.
  mutating func removeAll(of principal: Principal, where isUnwanted: (Work) -> Bool) -> Int {
    removeEntries(of: principal, where: isUnwanted).count
  }

  /// Removes and returns tasks of all principals, in the order in which they were added.
  mutating func removeAll(where isUnwanted: (Work) -> Bool) -> [Work] {
    lanes.keys.flatMap { removeEntries(of: $0, where: isUnwanted) }
      .sorted { $0.number < $1.number }.map(\.task)
  }

  private mutating func removeEntries(
    of principal: Principal,
    where isUnwanted: (Work) -> Bool
  ) -> [Entry] {
    guard var lane = lanes[principal] else { return [] }
    let tasks = lane.tasks[lane.head...]
    let removed = tasks.filter { isUnwanted($0.task) }
    guard !removed.isEmpty else { return [] }
    (lane.tasks, lane.head) = (tasks.filter { !isUnwanted($0.task) }, 0)
    lanes[principal] = lane
    count -= removed.count
    // Its first task may be another one, with another end.
    candidates.removeAll { $0.principal == principal }
    if taken?.principal != principal { enter(principal) }
    return Array(removed)
  }

  /// Notes a cost of a principal besides that of its tasks; without tasks it competes with nobody, and bears none.
  mutating func charge(_ cost: Duration, to principal: Principal) {
    guard count(of: principal) > 0 else { return }
    lanes[principal]?.debt += max(.zero, cost)
  }

  /// Notes a further cost of a task that has ended, which counts as if the task itself had cost that much more.
  mutating func chargeAfterwards(_ cost: Duration, to principal: Principal) {
    // A lane that is not remembered is not ahead of the queue.
    var lane = lanes[principal] ?? Lane(time: time)
    lane.debt += max(.zero, cost)
    if lane.first == nil, taken?.principal != principal { lane.end(cost: .zero) }
    lanes[principal] = lane
  }

  /// Notes what the task that was taken last has cost; nil: as much as was estimated.
  mutating func finish(_ cost: Duration? = nil) {
    guard let (principal, estimate) = taken else { return }
    taken = nil
    lanes[principal]?.end(cost: max(.zero, cost ?? estimate))
    if lanes[principal]?.first != nil { return enter(principal) }
    if let lane = lanes[principal], lane.time <= time { lanes[principal] = nil }
    if lanes.count - candidates.count > Self.idleLanes {
      lanes = lanes.filter { $0.value.first != nil }
    }
  }

  /// Makes a lane with tasks a candidate.
  private mutating func enter(_ principal: Principal) {
    guard let lane = lanes[principal], let entry = lane.first else { return }
    let candidate = Candidate(
      end: lane.time + entry.estimate,
      number: entry.number,
      principal: principal
    )
    var range = candidates.startIndex..<candidates.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if candidates[middle].isAfter(candidate) {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    candidates.insert(candidate, at: range.lowerBound)
  }
}

extension Request.Body {
  /// The processor time that a request is likely to take, from its size alone; what it has taken counts afterwards.
  var estimatedCost: Duration {
    switch kind.traits.cost {
    case .small: .microseconds(50)
    case .list: .microseconds(200)
    case .layout:
      switch self {
      case .attach(let attach): .layout(in: attach.viewport)
      case .input(let input): .layout(in: input.viewport ?? .standardTerminal)
      // A worker lays out large ones.
      case .takeSnapshot(_, let viewport, _): min(.layout(in: viewport), DaemonTiming.quickLayout)
      default: .layout(in: .standardTerminal)
      }
    }
  }
}

extension Duration {
  /// Returns the time that laying out a session takes for a size.
  static func layout(in viewport: CellSize) -> Duration {
    .microseconds(100) + .nanoseconds(70) * (viewport.columns * viewport.rows)
  }
}
