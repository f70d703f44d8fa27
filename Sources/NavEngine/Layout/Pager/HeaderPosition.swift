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
  /// The number of the last frame.
  package let length: Int

  /// The completed share of the distance, over seconds.
  private static let curve = EaseOut(from: 0, to: 1, duration: HeaderScroll.duration)

  init(from start: HeaderPosition, to target: Double, at now: Duration) {
    self.start = start
    self.target = target
    startedAt = now
    length = Int((HeaderScroll.duration * Double(FrameTime.perSecond)).rounded(.up))
  }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// Returns the completed share in a frame.
  func share(atFrame frame: Int) -> Double {
    frame >= length ? 1 : Self.curve.position(at: FrameTime.seconds(of: frame))
  }

  func position(atFrame frame: Int) -> HeaderPosition {
    start.going(to: target, share: share(atFrame: frame))
  }
}
