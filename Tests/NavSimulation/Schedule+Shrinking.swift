extension Schedule {
  /// Returns the shortest failing part that the shrinker finds, each incident as short as possible.
  ///
  /// - Parameter shrinker: decides whether a part still fails, and when to stop.
  /// - Returns: the remaining part of a failing schedule.
  package func shortest(_ shrinker: inout Shrinker<Pick>) -> [Pick] {
    let entries = entries
    let short = shrinker.shrink(picks)
    return shrinker.simplify(short) { pick in
      let next = pick.shortenings + 1
      guard let entry = entries.first(where: { $0.number == pick.number }),
        entry.shortened(times: next) != nil
      else { return nil }
      return Pick(number: pick.number, shortenings: next)
    }
  }
}
