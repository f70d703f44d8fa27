/// How the commits of a history hang together, drawn beside them: a row for each, as they come, the newest first.
///
/// Each line of history has a lane. A lane waits for a commit; where several wait for the same one they meet there, and
/// a merge opens a lane for each further parent. O(lanes) for a commit.
struct CommitGraph {
  /// The commits that lanes wait for; nil for a free lane.
  private var lanes: [UInt64?] = []

  /// Further lanes are not drawn.
  static let drawnLanes = 8
  /// Further lanes are not followed, so that nobody's history makes a row long.
  private static let laneLimit = 64

  /// Whether no lane waits for anything.
  var isClosed: Bool { lanes.allSatisfy { $0 == nil } }

  /// The row of the next commit, two columns for each lane.
  ///
  /// - Parameters:
  ///   - commit: what children before it call it.
  ///   - parents: the first one goes on in its lane.
  /// - Returns: signs of lanes, with a blank at the end.
  mutating func row(of commit: UInt64, parents: [UInt64]) -> String {
    let waiting = lanes.indices.filter { lanes[$0] == commit }
    let own = waiting.first ?? freeLane(from: 0)
    var row = Row(own: own, passing: lanes.map { $0 != nil })
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

  /// A lane that waits for nothing, at or behind a place where there is one.
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
    /// Which lanes went through before it.
    let passing: [Bool]
    /// Lanes that end here, begin here, and are joined here.
    var ends: Set<Int> = []
    var starts: Set<Int> = []
    var joins: Set<Int> = []
    /// How far the commit is connected to the left and to the right.
    var first: Int
    var last: Int

    init(own: Int, passing: [Bool]) {
      self.own = own
      self.passing = passing
      first = own
      last = own
    }

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
