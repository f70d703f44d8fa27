/// The rule by which principals share a limit: at the limit, the holder of the most gives one thing up for a newcomer.
enum Shares {
  /// Whether a holder of `most` things gives one up for a holder of `own` things.
  static func givesWay(_ most: Int, to own: Int) -> Bool { most >= own + 2 }

  /// Returns the thing that is given up at a limit.
  ///
  /// - Parameters:
  ///   - newcomer: who wants one more.
  ///   - holders: the holder of each thing, in the order in which they got them; those that are not known (nil) count as
  ///     one.
  /// - Returns: the index of the newest thing of the holder of the most, if the newcomer holds at least two less; else
  ///   nil: the newcomer gets none.
  static func newest(givingWayTo newcomer: Principal, among holders: [Principal?]) -> Int? {
    var counts: [Principal?: Int] = [:]
    for holder in holders { counts[holder, default: 0] += 1 }
    guard let most = counts.values.max(), givesWay(most, to: counts[newcomer] ?? 0),
      // Of several with as many, the holder whose things come first.
      let first = holders.first(where: { counts[$0] == most })
    else { return nil }
    return holders.lastIndex(of: first)
  }

  /// Returns the thing that is given up at a limit if things may have several holders: of its holders, the holder of the
  /// least counts.
  ///
  /// - Parameters:
  ///   - newcomer: who wants one more.
  ///   - holders: the holders of each thing, in the order in which they got them; at least one each.
  /// - Returns: the index of the newest thing of those who hold the most, if the newcomer holds at least two less; else
  ///   nil: the newcomer gets none.
  static func index(givingWayTo newcomer: Principal, among holders: [Set<Principal>]) -> Int? {
    var counts: [Principal: Int] = [:]
    for holder in holders.joined() { counts[holder, default: 0] += 1 }
    let least = holders.map { $0.map { counts[$0] ?? 0 }.min() ?? 0 }
    guard let most = least.max(), givesWay(most, to: counts[newcomer] ?? 0),
      let first = least.firstIndex(of: most)
    else { return nil }
    return holders.indices.last { least[$0] == most && holders[$0] == holders[first] }
  }
}
