/// The items of a bar that fit, and their frames.
struct TabSlots {
  let tabs: [TabItem]
  let additional: [TabItem]
  let bar: TabRect
  let metrics: TabMetrics
  /// The number of tabs that fit.
  let tabCount: Int
  /// The number of additional items that fit.
  let additionalCount: Int

  init(tabs: [TabItem], additional: [TabItem], bar: TabRect, metrics: TabMetrics) {
    self.tabs = tabs
    self.additional = additional
    self.bar = bar
    self.metrics = metrics
    let fits = { (tabs: Int, additional: Int) in
      let top = tabs == 0 ? 0 : Self.top(of: tabs - 1, metrics) + metrics.item.height
      let bottom =
        additional == 0 ? bar.height : Self.additionalTop(of: additional - 1, bar, metrics)
      return top <= bottom
    }
    guard !bar.isEmpty else {
      (tabCount, additionalCount) = (0, 0)
      return
    }
    let wanted = min(1, tabs.count)
    let kept = (0...additional.count).last { fits(wanted, $0) } ?? 0
    additionalCount = kept
    tabCount = (0...tabs.count).last { fits($0, kept) } ?? 0
  }

  /// Returns the first tab to show so that a given one is visible.
  func first(showing tab: Int) -> Int {
    max(0, min(tab - tabCount + 1, tabs.count - tabCount))
  }

  func tabPlaces(from first: Int, selected: TabItemID?) -> [TabPlace] {
    tabs[first...].prefix(tabCount).enumerated().map { slot, item in
      TabPlace(
        item: item,
        frame: frame(y: Self.top(of: slot, metrics)),
        isSelected: item.id == selected
      )
    }
  }

  var additionalPlaces: [TabPlace] {
    additional.prefix(additionalCount).enumerated().map { slot, item in
      TabPlace(
        item: item,
        frame: frame(y: Self.additionalTop(of: slot, bar, metrics)),
        isSelected: false
      )
    }
  }

  private func frame(y: Double) -> TabRect {
    TabRect(x: bar.x, y: y, width: bar.width, height: metrics.item.height)
  }

  private static func top(of slot: Int, _ metrics: TabMetrics) -> Double {
    metrics.topInset + Double(slot) * metrics.item.pitch
  }

  /// Returns the top of an additional item: from the bottom up, a pitch apart (ST-7, STQ-1).
  private static func additionalTop(
    of slot: Int,
    _ bar: TabRect,
    _ metrics: TabMetrics
  ) -> Double {
    bar.height - metrics.bottomInset - metrics.item.height - Double(slot) * metrics.item.pitch
  }
}
