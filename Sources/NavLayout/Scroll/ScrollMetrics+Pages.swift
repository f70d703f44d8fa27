import NavGeometry

// Pages of a scroll view that rests on multiples of its bounds (SV-8, D-16).

extension ScrollMetrics {
  /// How many pages there are, at least 1: the last may be cut short.
  ///
  /// Without bounds there is one.
  package var pageCount: Int {
    guard bounds > 0 else { return 1 }
    return Int(min(max(1, (content / bounds).rounded(.up)), Self.limit))
  }

  /// The page that is nearest to an offset.
  package func page(at offset: Double) -> Int {
    pageOfRelease(at: offset, velocity: 0, from: nil)
  }

  /// Where a page is shown: its multiple of the bounds, or the nearest legal offset.
  package func offset(ofPage page: Int) -> Double {
    confined(Double(page) * bounds)
  }

  /// On which page a release lands (D-16).
  ///
  /// A flick goes on to the next page in its direction, anything slower to the nearer one; never
  /// further than one page from where the drag began.
  ///
  /// - Parameters:
  ///   - offset: the offset at the release.
  ///   - velocity: the content's, in units a second; positive reveals what lies behind.
  ///   - start: the page on which the drag began; nil if there was none.
  /// - Returns: its index.
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
