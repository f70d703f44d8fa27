import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("MA-3, MA-5: every small set of constraints follows the rule of conflicts")
struct ConstraintSmallWorldTests {
  /// One constraint of view a or b in a size of 100, for the layout and for the reference.
  private struct Piece {
    var name: String
    var isOfB: Bool
    var draft: ViewConstraint
    /// Over a.left, a.right, b.left, b.right; at least 0 or equal to 0.
    var row: ConstraintTwin.Row
  }

  private static let a = ConstraintViewID(rawValue: 1)
  private static let b = ConstraintViewID(rawValue: 2)

  private static func piece(
    _ name: String,
    ofB: Bool = false,
    _ draft: ViewConstraint,
    _ factors: [Double],
    _ constant: Double,
    _ isEquality: Bool = true
  ) -> Piece {
    Piece(
      name: name,
      isOfB: ofB,
      draft: draft,
      row: ConstraintTwin.Row(factors: factors, constant: constant, isEquality: isEquality)
    )
  }

  private static var pieces: [Piece] {
    [
      piece("a.left = 10", .left.equal(to: 10), [1, 0, 0, 0], -10),
      piece("a.left = 40", .left.equal(to: 40), [1, 0, 0, 0], -40),
      piece("a.right = -10", .right.equal(to: -10), [0, 1, 0, 0], -90),
      piece("a.width = 30", .width.equal(to: 30), [-1, 1, 0, 0], -30),
      piece("a.width >= 60", .width.atLeast(60), [-1, 1, 0, 0], -60, false),
      piece("a.width <= 20", .width.atMost(20), [1, -1, 0, 0], 20, false),
      piece("a.left >= 25", .left.atLeast(25), [1, 0, 0, 0], -25, false),
      piece("a.centerX", .centerX.equal(to: 0), [0.5, 0.5, 0, 0], -50),
      piece(
        "b.left = a.right",
        ofB: true,
        .left.equal(to: .attribute(a, .right)),
        [0, -1, 1, 0],
        0
      ),
      piece(
        "b.left >= a.right + 5",
        ofB: true,
        .left.atLeast(.attribute(a, .right)).offset(5),
        [0, -1, 1, 0],
        -5,
        false
      ),
      piece("b.width = a.width", ofB: true, .width.equal(to: .view(a)), [1, -1, -1, 1], 0),
      piece(
        "b.width = 2 a.width",
        ofB: true,
        .width.equal(to: .view(a)).multiplied(by: 2),
        [2, -2, -1, 1],
        0
      ),
      piece("b.right = 0", ofB: true, .right.equal(to: 0), [0, 0, 0, 1], -100),
      piece("b.right <= 0", ofB: true, .right.atMost(0), [0, 0, 0, -1], 100, false),
      piece(
        "b.right = a.left",
        ofB: true,
        .right.equal(to: .attribute(a, .left)),
        [-1, 0, 0, 1],
        0
      ),
    ]
  }

  /// Lays one set out and compares the kept and dropped constraints with the reference.
  ///
  /// - Returns: whether the propagation of bounds found a conflict too late.
  private static func check(
    _ set: [(piece: Piece, priority: ConstraintPriority)]
  ) throws -> Bool {
    var layout = ConstraintLayout(width: 100, height: 1)
    let views = [try layout.addView(), try layout.addView()]
    #expect(views == [a, b])
    for view in views { try layout.make(view, [.top.equal(to: 0), .height.equal(to: 1)]) }
    var ids: [ConstraintID] = []
    for (piece, priority) in set {
      ids += try layout.make(piece.isOfB ? b : a, [piece.draft.priority(priority)])
    }
    layout.layOut()
    let place = set.map { "\($0.piece.name) @\($0.priority)" }.joined(separator: ", ")
    return try compare(layout, ids, set, place)
  }

  private static func compare(
    _ layout: ConstraintLayout,
    _ ids: [ConstraintID],
    _ set: [(piece: Piece, priority: ConstraintPriority)],
    _ place: String
  ) throws -> Bool {
    var twin = ConstraintTwin()
    for factors in [[-1.0, 1, 0, 0], [0, 0, -1, 1]] {
      _ = twin.add(ConstraintTwin.Row(factors: factors, constant: 0, isEquality: false))
    }
    let order = set.indices.sorted {
      (set[$1].priority, $0) < (set[$0].priority, $1)
    }
    let dropped = Set(order.filter { !twin.add(set[$0].piece.row) }.map { ids[$0] })
    let report = layout.report.dropped
    // A conflict of three inequalities is found late: then one of them is dropped, whatever its age.
    let isLate = report.contains { $0.cause == .choice }
    if isLate {
      try checkKept(layout, ids, set, Set(report.map(\.constraint)), place)
      try demand(set.count { !$0.piece.row.isEquality } >= 1, place)
      return true
    }
    try demand(Set(report.map(\.constraint)) == dropped, "\(place): \(report)")
    try demand(report.allSatisfy { $0.cause == .conflict }, "\(place): \(report)")
    try checkKept(layout, ids, set, dropped, place)
    try checkCauses(report, ids, set, twin, place)
    return false
  }

  private static func checkKept(
    _ layout: ConstraintLayout,
    _ ids: [ConstraintID],
    _ set: [(piece: Piece, priority: ConstraintPriority)],
    _ dropped: Set<ConstraintID>,
    _ place: String
  ) throws {
    let frames = [try layout.frame(of: a), try layout.frame(of: b)]
    let values = frames.flatMap { [$0.x, $0.x + $0.width] }
    for (index, entry) in set.enumerated() where !dropped.contains(ids[index]) {
      let row = entry.piece.row
      let value = zip(row.factors, values).reduce(row.constant) { $0 + $1.0 * $1.1 }
      try demand(row.isEquality ? abs(value) < 1e-5 : value > -1e-5, "\(place): \(values)")
    }
  }

  private static func checkCauses(
    _ report: [ConstraintReport.Dropped],
    _ ids: [ConstraintID],
    _ set: [(piece: Piece, priority: ConstraintPriority)],
    _ twin: ConstraintTwin,
    _ place: String
  ) throws {
    for entry in report {
      // The named constraints exclude it; among equalities alone, each of them is necessary.
      let rows = entry.against.compactMap { ids.firstIndex(of: $0) }.map { set[$0].piece.row }
      let own = try #require(ids.firstIndex(of: entry.constraint))
      let lengths = Array(twin.kept.prefix(2))
      let row = set[own].piece.row
      try demand(!ConstraintTwin.isPossible(lengths + rows + [row]), "\(place): \(entry)")
      guard (rows + [row]).allSatisfy(\.isEquality) else { continue }
      for left in rows.indices {
        let rest = rows.indices.filter { $0 != left }.map { rows[$0] }
        try demand(ConstraintTwin.isPossible(rest + [row]), "\(place): \(entry)")
      }
    }
  }

  @Test("all sets of three constraints, in each order of age")
  func triples() throws {
    let pieces = Self.pieces
    var late = 0
    for first in pieces {
      for second in pieces where second.name != first.name {
        for third in pieces where third.name != second.name && third.name != first.name {
          let set = [first, second, third].map { ($0, ConstraintPriority.required) }
          if try Self.check(set) { late += 1 }
        }
      }
    }
    #expect(late == 0, "\(late) of \(pieces.count * 14 * 13) sets")
  }

  @Test("larger sets of all priorities")
  func samples() throws {
    var late = 0
    try forSeeds(0..<1500) { generator in
      let set = (0..<generator.int(in: 4...7)).map { _ in
        (generator.pick(Self.pieces), generator.pick([ConstraintPriority.required, .high, .low]))
      }
      if try Self.check(set) { late += 1 }
    }
    #expect(late <= 15, "\(late) sets")
  }
}
