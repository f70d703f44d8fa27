/// Collects all faults of a scene file while reading continues.
final class SceneFaultLog {
  private(set) var faults: [SceneFault] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a fault, unless it is a duplicate or the limit is reached.
  func note(_ error: ContentError) {
    let fault: SceneFault
    if case .malformed(_, let found) = error {
      fault = found
    } else {
      fault = SceneFault(line: 1, column: 1, problem: error.description, excerpt: "")
    }
    guard faults.count < limit, !faults.contains(fault) else { return }
    faults.append(fault)
  }
}

extension SceneSource {
  /// Reports a fault: adds it to the log and continues without the value if all faults are wanted, else throws it.
  func report(_ error: ContentError) throws(ContentError) {
    guard let log else { throw error }
    log.note(error)
  }
}

extension SceneReader {
  /// Reads an independent part; nil if it is invalid and all faults are wanted.
  mutating func tolerating<Value>(
    _ body: (inout SceneReader) throws(ContentError) -> Value
  ) throws(ContentError) -> Value? {
    do throws(ContentError) {
      return try body(&self)
    } catch {
      try source.report(error)
      return nil
    }
  }
}
