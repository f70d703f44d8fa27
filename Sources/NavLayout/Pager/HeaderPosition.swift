/// The scroll position of a header's strip, which each layout converts to an offset.
///
/// A shift is measured in columns (cells) of the option bar, whose widths differ, but motion is measured in terminal
/// cells. So a position during a motion holds both ends, and each viewer's layout interpolates between their offsets.
package struct HeaderPosition: Hashable, Sendable {
  /// The distance, in option columns, of the strip's left edge from its position when centred; positive to the right.
  package var shift: Double
  /// The distance in cells by which a finger has pulled the strip beyond an end (SV-4); negative at the left.
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

  /// Returns a position within a motion from this one to a shift.
  func going(to target: Double, share: Double) -> HeaderPosition {
    var place = self
    place.target = target
    place.share = share
    return place
  }

  /// Whether the strip is neither shifted nor pulled.
  var isCentred: Bool { shift == 0 && pull == 0 && (share == 0 || target == 0) }
}
