import NavBase

// The pages of content that rests on multiples of its bounds (SV-8, D-16).

extension ScrollMetrics {
  /// The number of pages, at least 1; the last may be shorter.
  ///
  /// With bounds of 0 there is one page.
  package var pageCount: Int {
    guard bounds > 0 else { return 1 }
    return Int(min(max(1, (content / bounds).rounded(.up)), Self.limit))
  }

  /// Returns the page at which a release comes to rest (D-16).
  ///
  /// A flick leads to the next page in its direction, a slower release to the nearer one; never further than one page
  /// from the drag's first page.
  ///
  /// - Parameters:
  ///   - offset: the offset at the release.
  ///   - velocity: the content's velocity in units a second; positive reveals content after the visible part.
  ///   - start: the page on which the drag began; nil without a drag.
  /// - Returns: the page's index.
  package func pageOfRelease(at offset: Double, velocity: Double, from start: Int?) -> Int {
    guard bounds > 0 else { return 0 }
    let position = offset / bounds
    var page =
      velocity > flickSpeed
      ? position.rounded(.down) + 1
      : velocity < -flickSpeed
        ? position.rounded(.up) - 1
        : (position + 0.5).rounded(.down)
    if let start { page = page.clamped(to: Double(start) - 1...Double(start) + 1) }
    return Int(page.clamped(to: 0...Double(pageCount - 1)))
  }
}
