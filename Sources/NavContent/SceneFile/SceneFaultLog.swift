/// Everything that is wrong in a scene file, gathered while its reader goes on.
final class SceneFaultLog {
  private(set) var faults: [SceneFault] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Notes a fault; the same one only once, and none past the limit.
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
  /// Something is wrong: where all faults are wanted, it is noted and reading goes on without the value.
  func report(_ error: ContentError) throws(ContentError) {
    guard let log else { throw error }
    log.note(error)
  }
}

extension SceneReader {
  /// Reads a part of which others do not depend; nil where it is wrong and all faults are wanted.
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
