import NavGeometry

/// The position and length of a scroll indicator in its track.
package struct ScrollIndicator: Hashable, Sendable {
  /// The distance from the track's start, in its units.
  package let position: Double
  /// The length, at most the track's.
  package let length: Double

  /// The indicator in eighths of the track's units, the smallest part of a cell that terminals draw.
  ///
  /// Both ends are rounded down, so a moving indicator never changes its length by more than one eighth.
  package var eighths: Range<Int> {
    Int((position * 8).rounded(.down))..<Int(((position + length) * 8).rounded(.down))
  }
}

extension ScrollMetrics {
  /// Returns the indicator of an offset; nil if the whole content is visible, or if the indicator is disabled.
  ///
  /// Beyond an edge it becomes shorter by the pulled distance, and stays at the end of its track.
  ///
  /// - Parameters:
  ///   - offset: the displayed offset.
  ///   - track: the length of the track, above 0.
  ///   - least: the least length of the indicator, unless the track is shorter.
  /// - Returns: its unrounded position and length.
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
