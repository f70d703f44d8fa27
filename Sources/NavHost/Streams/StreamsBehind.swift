/// The streams that have not shown the newest state of their sessions, and which of them are updated in a turn.
struct StreamsBehind: Sendable {
  /// The number of turns for which each stream has waited.
  private var waited: [UInt64: Int] = [:]
  /// The streams that are not updated before a worker has wrapped a text.
  private var held: Set<UInt64> = []
  /// The streams that are not held again, because a worker has just wrapped the texts for their size.
  private var ready: Set<UInt64> = []

  /// A stream that has waited for this number of turns is updated, whatever it costs.
  private static let patience = 4

  /// Whether no stream is to be updated in this turn.
  var isEmpty: Bool { waited.isEmpty }

  /// Whether no stream is behind.
  var isIdle: Bool { waited.isEmpty && held.isEmpty }

  func contains(_ id: UInt64) -> Bool { waited.keys.contains(id) || held.contains(id) }

  mutating func noteChange(of id: UInt64) {
    held.remove(id)
    if waited[id] == nil { waited[id] = 0 }
  }

  mutating func remove(_ id: UInt64) {
    held.remove(id)
    ready.remove(id)
    waited[id] = nil
  }

  /// Holds a stream until a change or `release`.
  mutating func hold(_ id: UInt64) { held.insert(id) }

  /// Makes the streams due that are held.
  ///
  /// - Parameter wrapped: the one for whose size texts were wrapped. It is then updated even if other texts have taken the
  ///   place of its own in the cache: streams with more text than that holds would wait for one another without an end.
  mutating func release(_ wrapped: UInt64?) {
    if let wrapped, held.contains(wrapped) { ready.insert(wrapped) }
    for id in held { noteChange(of: id) }
  }

  /// Whether the texts of a stream that is due have just been wrapped; asked once.
  mutating func takeReady(_ id: UInt64) -> Bool { ready.remove(id) != nil }

  /// Removes and returns the streams of this turn.
  ///
  /// The cheapest come first, until together they would cost more than `DaemonTiming.turn`; the first one may cost more.
  /// Of the others, one that has waited too long is added.
  ///
  /// - Parameter cost: the estimated cost of a stream's layout; nil if there is no such stream.
  /// - Returns: their ids, in the order in which to update them.
  mutating func takeDue(cost: (UInt64) -> Duration?) -> [UInt64] {
    var candidates: [(id: UInt64, cost: Duration)] = []
    for id in waited.keys {
      if let cost = cost(id) { candidates.append((id, cost)) } else { waited[id] = nil }
    }
    candidates.sort { ($0.cost, $0.id) < ($1.cost, $1.id) }
    var (due, total) = ([UInt64](), Duration.zero)
    for (id, cost) in candidates where due.isEmpty || total + cost <= DaemonTiming.turn {
      due.append(id)
      total += cost
    }
    for id in due { waited[id] = nil }
    for id in waited.keys { waited[id, default: 0] += 1 }
    let longest = waited.max { ($0.value, $1.key) < ($1.value, $0.key) }
    if let longest, longest.value >= Self.patience {
      waited[longest.key] = nil
      due.append(longest.key)
    }
    return due
  }
}
