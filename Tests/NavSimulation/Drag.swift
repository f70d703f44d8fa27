import NavBase
import NavTestKit
import NavViewer

/// A mouse drag: where it starts, its steps and its end.
struct Drag: Hashable, CustomStringConvertible, Sendable {
  var viewer: Int
  /// The kind of target to press on, if the viewer shows one.
  let aim: Aim
  /// The start where the target is missing, in thousandths of the terminal.
  let start: CellPoint
  private(set) var steps: [Step]
  /// The time for which the mouse rests before the end; a mouse at rest has no speed (SV-7).
  let pause: Duration
  let end: End

  struct Step: Hashable, Sendable {
    let pause: Duration
    /// The movement in columns and rows.
    let way: CellPoint
  }

  enum End: Hashable, Sendable {
    case release
    case escape
    case focusLoss
    case otherButton
    /// A second press: the release was lost.
    case pressedAgain
    /// The button stays down without further events.
    case held
    case resize(CellSize)
    case leave
    case vanish
  }

  var description: String {
    let way = steps.map { "\($0.way.x),\($0.way.y) after \($0.pause)" }
    let place = aim == .anything ? "\(start.x),\(start.y)" : "\(aim)"
    return "\(viewer) from \(place) by \(way), after \(pause) \(end)"
  }

  /// The drag with half of its steps; nil for one step.
  var shortened: Drag? {
    guard steps.count > 1 else { return nil }
    var drag = self
    drag.steps.removeLast(steps.count / 2)
    return drag
  }

  init(by viewer: Int, _ generator: inout SplitMix64) {
    self.viewer = viewer
    aim = generator.pick([.option, .border, .anything, .anything])
    start = CellPoint(x: generator.int(in: 0...999), y: generator.int(in: 0...999))
    let isSideways = generator.oneIn(2)
    let direction = generator.oneIn(2) ? 1 : -1
    let longestPause = Duration.milliseconds(generator.oneIn(4) ? 400 : 40)
    steps = (0..<generator.int(in: 1...10)).map { _ in
      let sign = generator.oneIn(6) ? -direction : direction
      let along = sign * generator.int(in: 1...(isSideways ? 5 : 2))
      let across = generator.oneIn(5) ? generator.int(in: -1...1) : 0
      return Step(
        // Sometimes it rests for longer than the daemon waits.
        pause: generator.oneIn(60) ? .seconds(6) : generator.duration(upTo: longestPause),
        way: isSideways ? CellPoint(x: along, y: across) : CellPoint(x: across, y: along)
      )
    }
    pause = generator.duration(upTo: .milliseconds(generator.oneIn(3) ? 500 : 60))
    end = End(&generator)
  }
}

extension Drag.End {
  fileprivate init(_ generator: inout SplitMix64) {
    switch generator.int(in: 0...19) {
    case 0..<10: self = .release
    case 10..<12: self = .escape
    case 12: self = .focusLoss
    case 13: self = .otherButton
    case 14: self = .pressedAgain
    case 15..<17: self = .held
    case 17: self = .resize(generator.pick(Incident.sizes))
    case 18: self = .leave
    default: self = .vanish
    }
  }
}

extension Drag {
  /// Returns the viewer's events with their times since the press.
  ///
  /// - Parameters:
  ///   - size: the size of the terminal, which bounds the mouse.
  ///   - place: the cell of the press; nil for `start`.
  /// - Returns: the events in order.
  func deeds(in size: CellSize, from place: CellPoint?) -> [(after: Duration, Hand.Deed)] {
    var point =
      place
      ?? CellPoint(
        x: start.x * size.columns / 1_000,
        // The last row belongs to the viewer: its keys can be clicked.
        y: min(start.y * size.rows / 1_000, max(0, size.rows - 2))
      )
    var time = Duration.zero
    var deeds = [(time, Hand.Deed.mouse(.press, .left, at: point))]
    for step in steps {
      time += step.pause
      point.x = min(max(0, point.x + step.way.x), size.columns - 1)
      point.y = min(max(0, point.y + step.way.y), size.rows - 1)
      deeds.append((time, .mouse(.drag, .left, at: point)))
    }
    if let last = end.deed(at: point) { deeds.append((time + pause, last)) }
    return deeds
  }
}

extension Drag.End {
  fileprivate func deed(at point: CellPoint) -> Hand.Deed? {
    switch self {
    case .release: .mouse(.release, .left, at: point)
    case .escape: .event(.key(Key(.escape)))
    case .focusLoss: .event(.focus(false))
    case .otherButton: .mouse(.press, .right, at: point)
    case .pressedAgain: .mouse(.press, .left, at: point)
    case .held: nil
    case .resize(let size): .resize(size)
    case .leave: .leave
    case .vanish: .vanish
    }
  }
}
