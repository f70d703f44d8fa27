import NavGeometry

/// Where in a track the part of the content stands that is in view.
package struct ScrollIndicator: Hashable, Sendable {
  /// From the track's start, in its units.
  package let position: Double
  /// At most the track's.
  package let length: Double

  /// The indicator in eighths of the track's units, the smallest part of a cell that terminals
  /// draw.
  ///
  /// Both ends are rounded down, so an indicator that moves on never changes its length by more
  /// than one eighth.
  package var eighths: Range<Int> {
    Int((position * 8).rounded(.down))..<Int(((position + length) * 8).rounded(.down))
  }
}

extension ScrollMetrics {
  /// The indicator of an offset; nil where everything is in view, or where none is wanted.
  ///
  /// Beyond an edge it gets shorter by what is pulled, and stays at the end of its track.
  ///
  /// - Parameters:
  ///   - offset: what is shown.
  ///   - track: the length that the indicator may take, above 0.
  ///   - least: what it takes at least, if the track has that much.
  /// - Returns: its place, unrounded.
  package func indicator(
    at offset: Double,
    track: Double,
    least: Double = 1
  ) -> ScrollIndicator? {
    precondition(track > 0 && track <= Self.limit, "cannot draw into a track of \(track)")
    precondition(least >= 0, "cannot draw a length of \(least)")
    let range = range
    let way = range.upperBound - range.lowerBound
    guard showsIndicator, way > 0 else { return nil }
    let edge = confined(offset)
    let seen = max(0, bounds - abs(offset - edge))
    let length = min(track, max(least, track * (seen / (way + bounds))))
    return ScrollIndicator(
      position: (edge - range.lowerBound) / way * (track - length),
      length: length
    )
  }
}
