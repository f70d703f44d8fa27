import NavBase
import NavTestKit

/// An event that happens to the world while it runs.
///
/// A viewer is named by the number of its join in the schedule; if that viewer is absent, another one takes its role.
enum Incident: Hashable, CustomStringConvertible, Sendable {
  case keys(viewer: Int, [Key])
  /// Keys in fast succession for a while, so that no motion can end.
  case hammer(viewer: Int, [Key], pause: Duration)
  /// One mouse drag, or two at the same time.
  case drags([Drag])
  /// Keys that start a motion, and a mouse that stops it.
  case grab(viewer: Int, [Key], after: Duration, Drag)
  case click(viewer: Int, Aim)
  case wheel(viewer: Int, isUp: Bool)
  /// Somebody wants to change who may move the session.
  case control(viewer: Int, ControlDeed)
  case resize(viewer: Int, CellSize)
  case join(CellSize)
  case leave(viewer: Int)
  /// The viewer's process is killed.
  case vanish(viewer: Int)
  case weather(viewer: Int, LinkQuality)
  case cut(viewer: Int, Channel, silence: Duration)
  case partition(viewer: Int, Duration, silence: Duration)
  case stall(viewer: Int, Duration)
  /// The daemon ends while it is idle, and a new one starts.
  case restart(downFor: Duration, Ending)
  /// The daemon ends in the middle of a turn.
  case crash(CrashPoint, downFor: Duration, Ending)
  /// The disk refuses all writes.
  case refusal(Duration)
  /// Content can't be read, or only the pages that stacks open.
  case absence(Duration, ofPagesOnly: Bool)
  /// The content changes.
  case edit
  case killSession

  var description: String {
    switch self {
    case .keys(let viewer, let keys):
      "keys at \(viewer): \(keys.map(\.name).joined(separator: " "))"
    case .hammer(let viewer, let keys, let pause):
      "hammer at \(viewer): \(keys.map(\.name).joined(separator: " ")), one every \(pause)"
    case .drags(let drags):
      "drag " + drags.map(\.description).joined(separator: "; ")
    case .grab(let viewer, let keys, let time, let drag):
      "keys at \(viewer): \(keys.map(\.name).joined(separator: " ")), after \(time) drag \(drag)"
    case .click(let viewer, let aim): "click of \(viewer) on \(aim)"
    case .wheel(let viewer, let isUp): "wheel of \(viewer), \(isUp ? "up" : "down")"
    case .control(let viewer, let deed): "control by \(viewer): \(deed)"
    case .resize(let viewer, let size): "resize \(viewer) to \(size)"
    case .join(let size): "join with \(size)"
    case .leave(let viewer): "leave \(viewer)"
    case .vanish(let viewer): "vanish \(viewer)"
    case .weather(let viewer, let quality):
      "weather of \(viewer): \(quality)"
    case .cut(let viewer, let channel, let silence):
      "cut \(channel) of \(viewer), unnoticed up to \(silence)"
    case .partition(let viewer, let time, let silence):
      "partition \(viewer) for \(time), unnoticed up to \(silence)"
    case .stall(let viewer, let time): "stall \(viewer) for \(time)"
    case .restart(let time, let ending): "restart \(ending), down for \(time)"
    case .crash(let point, let time, let ending):
      "crash \(ending) \(point), down for \(time)"
    case .refusal(let time): "the disk takes nothing for \(time)"
    case .absence(let time, let ofPagesOnly):
      "\(ofPagesOnly ? "pages" : "content") can't be read for \(time)"
    case .edit: "edit the content"
    case .killSession: "kill the session"
    }
  }

  static let sizes = [
    CellSize(columns: 24, rows: 7), CellSize(columns: 40, rows: 12),
    CellSize(columns: 64, rows: 16), CellSize(columns: 104, rows: 18),
    CellSize(columns: 9, rows: 3), CellSize(columns: 104, rows: 1),
  ]

  /// Keys typed in one go.
  private static let keys =
    [
      "l", "h", "j", "k", "Space", "G", "Home", "2", "3", "Right", "Left", "Enter", "Backspace",
      "Tab", "Shift-Tab", "a", "g 1", "g 2", "g 3", "/ e Enter", "/ o f Enter", "n", "N",
      "f 1 Enter", "f e Enter", "Esc", "ctrl-r", "ctrl-w", "ctrl-w",
    ]
    .map { $0.split(separator: " ").compactMap { Key(name: String($0)) } }

  /// - Parameters:
  ///   - cast: the viewers present; at least one.
  ///   - generator: the source of the choices.
  init(among cast: Cast, _ generator: inout SplitMix64) {
    let viewers = cast.present
    let viewer = generator.pick(viewers)
    switch generator.int(in: 0...117) {
    case 0..<30:
      let count = generator.oneIn(4) ? 6 : 2
      self = .keys(
        viewer: viewer,
        (0..<generator.int(in: 1...count)).flatMap { _ in generator.pick(Self.keys) }
      )
    case 30..<32: self = .hammer(by: viewer, &generator)
    case 32..<36: self = .grab(by: viewer, &generator)
    case 36..<46:
      let other = generator.pick(viewers)
      let isAlone = other == viewer || generator.oneIn(2)
      self = .drags((isAlone ? [viewer] : [viewer, other]).map { Drag(by: $0, &generator) })
    case 46..<54: self = .click(viewer: viewer, generator.pick(Aim.allCases))
    case 54: self = .wheel(viewer: viewer, isUp: generator.oneIn(2))
    case 55..<62: self = .resize(viewer: viewer, generator.pick(Self.sizes))
    case 62..<70 where viewers.count < World.mostViewers:
      self = .join(generator.pick(Self.sizes))
    case 62..<70: self = .vanish(viewer: viewer)
    case 70..<72: self = .leave(viewer: viewer)
    case 72..<74: self = .vanish(viewer: viewer)
    case 74..<81: self = .weather(viewer: viewer, generator.weather())
    case 81..<88:
      self = .cut(
        viewer: viewer,
        generator.pick(Channel.allCases),
        silence: generator.oneIn(2) ? .zero : .milliseconds(1_500)
      )
    case 88..<92:
      self = .partition(
        viewer: viewer,
        generator.duration(upTo: .seconds(generator.oneIn(4) ? 12 : 2)),
        silence: .seconds(3)
      )
    case 92..<96:
      self = .stall(viewer: viewer, generator.duration(upTo: .seconds(generator.oneIn(3) ? 8 : 1)))
    case 96..<98:
      self = .restart(downFor: generator.downTime(), generator.pick([.peace, .peace, .kill]))
    case 98..<108:
      self = .crash(
        generator.crashPoint(),
        downFor: generator.downTime(),
        generator.oneIn(3) ? .powerLoss : .kill
      )
    case 108..<111: self = .refusal(generator.duration(upTo: .seconds(generator.oneIn(3) ? 8 : 2)))
    case 111..<114:
      self = .absence(
        generator.duration(upTo: .seconds(generator.oneIn(2) ? 12 : 3)),
        ofPagesOnly: generator.oneIn(2)
      )
    case 114..<117: self = .edit
    default: self = .killSession
    }
  }

  /// Turns a page, near or far, and stops the motion with the mouse.
  private static func grab(by viewer: Int, _ generator: inout SplitMix64) -> Incident {
    let names = ["l", "h", "G", "Home", "3", "Tab", "Shift-Tab", "g 2", "Right Right", "G h"]
    let keys = generator.pick(names).split(separator: " ").compactMap { Key(name: String($0)) }
    return .grab(
      viewer: viewer,
      keys,
      after: generator.duration(upTo: .milliseconds(400)),
      Drag(by: viewer, &generator)
    )
  }

  /// Opens pages and goes back for longer than a left page is kept.
  private static func hammer(by viewer: Int, _ generator: inout SplitMix64) -> Incident {
    let pause = generator.duration(in: .milliseconds(90) ... .milliseconds(300))
    let count = Int(generator.duration(in: .seconds(4) ... .seconds(7)) / pause)
    let keys = (0..<count).compactMap { index in
      let name = generator.oneIn(12) ? generator.pick(["j", "h", "Tab"]) : nil
      return Key(name: name ?? (index.isMultiple(of: 2) ? "Enter" : "Backspace"))
    }
    return .hammer(viewer: viewer, keys, pause: pause)
  }
}

extension SplitMix64 {
  /// From one machine to a connection on which every attach times out.
  mutating func weather() -> LinkQuality {
    var quality =
      switch int(in: 0...9) {
      case 0..<4: LinkQuality(delay: .zero, jitter: .milliseconds(1))
      case 4..<7: LinkQuality(delay: .milliseconds(10), jitter: .milliseconds(40))
      case 7..<9: LinkQuality(delay: .milliseconds(80), jitter: .milliseconds(300))
      default: LinkQuality(delay: .milliseconds(300), jitter: .seconds(2))
      }
    quality.loss = oneIn(2) ? int(in: 2...12) : nil
    // From a line on which a big scene takes seconds to one that only a flood fills.
    quality.bandwidth = oneIn(3) ? pick([1_000, 4_000, 20_000]) : nil
    quality.highWaterMark = pick([1, 3, 16, LinkQuality.usualHighWaterMark])
    return quality
  }

  /// Returns a random time without a daemon.
  mutating func downTime() -> Duration {
    duration(upTo: .seconds(oneIn(2) ? 0 : 2))
  }

  mutating func crashPoint() -> CrashPoint {
    switch int(in: 0...4) {
    case 0: .beforeBatch
    case 1: .beforeCommit
    case 2: .afterCommit
    default: .between(thousandths: int(in: 0...999))
    }
  }

  /// Returns the pause before the next incident: often very short, sometimes seconds.
  mutating func pause() -> Duration {
    switch int(in: 0...9) {
    case 0..<5: duration(upTo: .milliseconds(60))
    case 5..<9: duration(upTo: .milliseconds(900))
    default: duration(upTo: .seconds(5))
    }
  }
}
