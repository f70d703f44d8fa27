import NavBase
import NavTestKit

/// A race: two drivers change control in fast succession, among losses, cuts, kills and restarts.
extension Incident {
  /// The keys that drivers type.
  private static let raceKeys = ["l", "h", "j", "k", "Space", "Tab", "2"].compactMap {
    Key(name: $0)
  }

  /// - Parameters:
  ///   - cast: the viewers present, at least one; the first two are the drivers.
  ///   - script: the changes of control so far.
  ///   - generator: the source of the choices.
  init(racing cast: Cast, _ script: inout ControlScript, _ generator: inout SplitMix64) {
    let viewers = cast.present
    let driver = generator.pick(Array(viewers.prefix(2)))
    guard script.hasBegun else {
      self = .control(viewer: driver, script.nextDeed(&generator))
      return
    }
    if viewers.count < 2, generator.oneIn(3) {
      self = .join(generator.pick(Self.sizes))
      return
    }
    switch generator.int(in: 0...99) {
    case 0..<52:
      let viewer = generator.oneIn(8) ? generator.pick(viewers) : driver
      self = .control(viewer: viewer, script.nextDeed(&generator))
    case 52..<65:
      let keys = (0..<generator.int(in: 1...2)).map { _ in generator.pick(Self.raceKeys) }
      self = .keys(viewer: driver, keys)
    case 65..<68: self = .drags([Drag(by: driver, &generator)])
    default: self = .trouble(of: viewers, &generator)
    }
  }

  /// Returns an incident that the drivers have not wanted.
  private static func trouble(
    of viewers: [Int],
    _ generator: inout SplitMix64
  ) -> Incident {
    let viewer = generator.pick(viewers)
    switch generator.int(in: 0...31) {
    case 0..<4 where viewers.count < 4: return .join(generator.pick(Self.sizes))
    case 0..<4: return .resize(viewer: viewer, generator.pick(Self.sizes))
    case 4..<8: return .vanish(viewer: viewer)
    case 8..<9: return .leave(viewer: viewer)
    case 9..<14: return .weather(viewer: viewer, generator.weather())
    case 14..<18:
      return .cut(
        viewer: viewer,
        generator.pick(Channel.allCases),
        silence: generator.oneIn(2) ? .zero : .milliseconds(1_500)
      )
    case 18..<21:
      // Longer than an absent viewer keeps control, or shorter.
      let time = generator.duration(upTo: .seconds(generator.oneIn(2) ? 12 : 2))
      return .partition(viewer: viewer, time, silence: .seconds(3))
    case 21..<23:
      let time = generator.duration(upTo: .seconds(generator.oneIn(3) ? 8 : 1))
      return .stall(viewer: viewer, time)
    case 23..<25:
      return .restart(downFor: generator.downTime(), generator.pick([.peace, .kill]))
    case 25..<30:
      let ending: Ending = generator.oneIn(3) ? .powerLoss : .kill
      return .crash(generator.crashPoint(), downFor: generator.downTime(), ending)
    default:
      return .refusal(generator.duration(upTo: .seconds(generator.oneIn(3) ? 8 : 2)))
    }
  }
}

extension SplitMix64 {
  /// Returns the pause before the next incident of a race: often none, so that requests meet in one turn, sometimes
  /// longer than an absent viewer keeps control.
  mutating func racePause() -> Duration {
    switch int(in: 0...11) {
    case 0..<4: .zero
    case 4..<8: duration(upTo: .milliseconds(80))
    case 8..<11: duration(upTo: .milliseconds(700))
    default: duration(upTo: .seconds(9))
    }
  }
}
