/// Draws the graph of a history beside its commits: one row per commit, in the order in which they arrive, newest
/// first.
///
/// Each line of history has a lane, which waits for a commit. If several lanes wait for the same commit, they meet
/// there; a merge opens a lane for each further parent. O(lanes) per commit.
struct CommitGraph {
  /// The commit that each lane waits for; nil for a free lane.
  private var lanes: [UInt64?] = []

  /// The number of lanes that are drawn.
  static let drawnLanes = 8
  /// The maximum number of lanes, so that no history makes a row arbitrarily long.
  private static let laneLimit = 64

  /// Whether all lanes are free.
  var isClosed: Bool { lanes.allSatisfy { $0 == nil } }

  /// Returns the row of the next commit, two columns for each lane.
  ///
  /// - Parameters:
  ///   - commit: the number that its children gave as their parent.
  ///   - parents: the commit's parents; the first one continues in the commit's lane.
  /// - Returns: lane symbols, followed by a space.
  mutating func row(of commit: UInt64, parents: [UInt64]) -> String {
    let waiting = lanes.indices.filter { lanes[$0] == commit }
    let own = waiting.first ?? freeLane(from: 0)
    var row = Row(own: own, passing: lanes.map { $0 != nil }, first: own, last: own)
    for lane in waiting.dropFirst() {
      row.ends.insert(lane)
      row.last = max(row.last, lane)
    }
    lanes[own] = parents.first
    for parent in parents.dropFirst() {
      if let lane = lanes.firstIndex(of: parent), lane != own {
        row.joins.insert(lane)
        row.first = min(row.first, lane)
        row.last = max(row.last, lane)
      } else if lanes.count < Self.laneLimit || lanes.contains(nil) {
        let lane = freeLane(from: own + 1)
        lanes[lane] = parent
        row.starts.insert(lane)
        row.first = min(row.first, lane)
        row.last = max(row.last, lane)
      }
    }
    for lane in row.ends { lanes[lane] = nil }
    while lanes.last == .some(nil) { lanes.removeLast() }
    return row.text
  }

  /// Returns a free lane at or after an index; at the lane limit, any free lane, else the last lane.
  private mutating func freeLane(from place: Int) -> Int {
    if let free = lanes.indices.first(where: { $0 >= place && lanes[$0] == nil }) { return free }
    guard lanes.count < Self.laneLimit else {
      return lanes.lastIndex(of: nil) ?? lanes.count - 1
    }
    lanes.append(nil)
    return lanes.count - 1
  }

  private struct Row {
    let own: Int
    /// Whether each lane was in use before this row.
    let passing: [Bool]
    /// The lanes that end, start and are joined in this row.
    var ends: Set<Int> = []
    var starts: Set<Int> = []
    var joins: Set<Int> = []
    /// The first and the last lane to which the commit is connected.
    var first: Int
    var last: Int

    var text: String {
      let count = max(passing.count, last + 1, own + 1)
      var text = ""
      for lane in 0..<min(count, CommitGraph.drawnLanes) {
        text += sign(of: lane)
        let isConnected = first <= lane && lane < last && lane + 1 < CommitGraph.drawnLanes
        text += isConnected ? "─" : " "
      }
      if own >= CommitGraph.drawnLanes { text += "● " }
      return text
    }

    private func sign(of lane: Int) -> String {
      let passes = passing.indices.contains(lane) && passing[lane]
      if lane == own { return "●" }
      if joins.contains(lane) {
        return lane == last ? "┤" : lane == first ? "├" : "┼"
      }
      if ends.contains(lane) { return lane == last ? "╯" : "┴" }
      if starts.contains(lane) { return lane == last ? "╮" : lane == first ? "╭" : "┬" }
      if first < lane && lane < last { return passes ? "┼" : "─" }
      return passes ? "│" : " "
    }
  }
}
