extension Schedule {
  /// The shortest part of it that a shrinker finds, each incident of which is as short as it can be.
  ///
  /// - Parameter shrinker: what knows whether a part still fails, and when to stop.
  /// - Returns: what is left of a schedule that fails.
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
