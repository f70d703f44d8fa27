import NavBase

/// The scroll position of a header, which each layout converts to an offset.
///
/// A shift is measured in columns of the option bar, whose widths differ; motion is measured in terminal cells. So a
/// position during a motion holds both ends, and each viewer's layout interpolates between their offsets.
package struct HeaderPosition: Hashable, Sendable {
  /// The distance, in option columns, of the header's left edge from its position when centred; positive to the right.
  package var shift: Double
  /// The distance in cells by which a finger has pulled the header beyond an end (SV-4); negative at the left.
  package var pull: Double
  /// The shift at the end of a motion, and the completed share of that motion.
  package private(set) var target: Double
  package private(set) var share: Double

  package init(_ shift: Double, pull: Double = 0) {
    self.shift = shift
    self.pull = pull
    target = shift
    share = 0
  }

  /// Returns this position, part of the way to another shift.
  func going(to target: Double, share: Double) -> HeaderPosition {
    var position = self
    position.target = target
    position.share = share
    return position
  }

  /// Whether the header is neither shifted nor pulled.
  var isCentred: Bool { shift == 0 && pull == 0 && (share == 0 || target == 0) }
}

/// A header's motion.
package struct HeaderMotion: Hashable, Sendable {
  let start: HeaderPosition
  /// The shift at rest.
  let target: Double
  package let startedAt: Duration
  private let pace: HeaderPace
  /// The number of the last frame.
  package let length: Int

  init(
    from start: HeaderPosition,
    to target: Double,
    at now: Duration,
    pace: HeaderPace = HeaderPace()
  ) {
    self.start = start
    self.target = target
    self.pace = pace
    startedAt = now
    length = max(1, Int((pace.duration * Double(FrameTime.perSecond)).rounded(.up)))
  }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// Returns the completed share in a frame.
  func share(atFrame frame: Int) -> Double {
    frame >= length ? 1 : pace.share(at: FrameTime.seconds(of: frame))
  }

  func position(atFrame frame: Int) -> HeaderPosition {
    start.going(to: target, share: share(atFrame: frame))
  }
}

/// How fast a header moves: it loses the same speed in every moment, until it stops.
struct HeaderPace: Hashable, Sendable {
  /// The seconds until rest.
  private(set) var duration = HeaderScroll.duration
  /// The share of the first speed that is left at the stop.
  private var kept = 0.0

  /// The pace of a motion that does not follow a finger: it eases out, in the time of a page turn.
  init() {}

  /// The pace of a motion that follows a finger (D-19): it begins at a speed, and does not become so slow that somebody
  /// waits for the last cell.
  ///
  /// - Parameters:
  ///   - distance: the distance in cells, 0 or more.
  ///   - speed: the speed in cells a second, 0 or more; at 0 the pace is that of any other motion.
  init(over distance: Double, from speed: Double) {
    guard speed > 0 else { return }
    let landing = min(speed, Double(FrameTime.perSecond) / PageMotion.longestStand)
    duration = 2 * distance / (speed + landing)
    kept = landing / speed
  }

  /// Returns the completed share of the distance, `seconds` after the start, before the end.
  func share(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    let time = seconds / duration
    return time * (2 - (1 - kept) * time) / (1 + kept)
  }
}
