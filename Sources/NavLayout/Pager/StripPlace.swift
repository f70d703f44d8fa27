/// Where a strip stands, as a layout makes an offset of it.
///
/// A shift counts in columns of the bar, which may be of any widths; what moves, moves in cells. So a
/// place on the way is told by both of its ends, and each viewer's layout finds the cell between
/// them.
package struct StripPlace: Hashable, Sendable {
  /// How many columns of the bar the left edge is right of where it is while the strip is centred.
  package var shift: Double
  /// How far a finger has pulled it beyond an end from there, in cells (SV-4); below 0 at the left.
  package var pull: Double
  /// The shift to which it goes from there, and the share of that way that is done.
  package private(set) var target: Double
  package private(set) var share: Double

  package init(_ shift: Double, pull: Double = 0) {
    self.shift = shift
    self.pull = pull
    target = shift
    share = 0
  }

  /// A place on the way from here to a shift.
  func going(to target: Double, share: Double) -> StripPlace {
    var place = self
    place.target = target
    place.share = share
    return place
  }

  /// Whether nothing is shifted or pulled.
  var isCentred: Bool { shift == 0 && pull == 0 && (share == 0 || target == 0) }
}
