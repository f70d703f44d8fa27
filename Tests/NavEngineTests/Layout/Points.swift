import NavBase

@testable import NavEngine

// The numbers of the original implementation in points, which fixtures use (D-4, AboutCells).

extension StackMetrics {
  static func points(viewport: Double) -> StackMetrics {
    StackMetrics(
      viewport: viewport,
      halfPage: 472,
      edge: Edge(step: 3, room: 6),
      overlayPerWidth: 0.3,
      endStretch: 2,
      motion: Motion(
        doneMargin: 1,
        overshootMargin: 3,
        speedPerDistance: 14,
        slowest: 20,
        fastest: 4_000,
        bounceDistance: 30,
        longestDistance: .infinity
      ),
      release: Release(
        passingOne: 5_500,
        passingTwo: 8_500,
        leastOvershoot: 10,
        overshootPerSpeed: 1.0 / 150,
        longestOvershoot: .infinity
      ),
      isOnCells: false
    )
  }
}

extension TabMetrics {
  static let points = TabMetrics(
    barWidth: 80,
    isCompact: false,
    topInset: 10,
    bottomInset: 10,
    item: Item(height: 70, pitch: 80, iconY: 4, titleY: 46, loneTitleY: 46, textInset: 0),
    badge: Badge(padding: TabSize(width: 16, height: 2), placement: .aroundPoint),
    bottom: Bottom(height: 69, hiddenGap: 1)
  )
}

extension TabBottomTiming {
  /// The main container shrinks half a second after the attachment is shown (ST-2).
  static let points = TabBottomTiming(duration: 0.25, shrinkDelay: 0.5)
}

extension ScrollMetrics {
  static func points(bounds: Double, content: Double) -> ScrollMetrics {
    var metrics = ScrollMetrics(.row, bounds: bounds, content: content)
    metrics.flickSpeed = 300
    return metrics
  }
}

extension OptionBarMetrics {
  /// Columns of 60 points, whatever their titles.
  static let points = OptionBarMetrics(
    padding: nil,
    leastColumn: 60,
    arrow: 60,
    leastMark: 1,
    longestDistance: .infinity
  )
}
