import Glibc
import NavProcessKit
import NavSystem

/// The memory of a process that has come to rest.
struct RestingMemory {
  let proportional: Int
  let anonymous: Int

  /// The time without a change after which a process rests, and the longest wait for that.
  private static let rest = Duration.milliseconds(500)
  private static let patience = Duration.seconds(4)
  private static let tolerated = 32 << 10

  /// Waits until the memory of a process no longer changes.
  ///
  /// - Parameters:
  ///   - process: the process.
  ///   - everyTurn: called several times a second meanwhile.
  /// - Throws: if it has ended.
  init(of process: pid_t, _ everyTurn: () throws -> Void = {}) throws {
    let start = monotonicNow()
    var reference = try ProcessMemory.anonymous(of: process)
    var since = start
    while monotonicNow() < min(since + Self.rest, start + Self.patience) {
      try Interruption.check()
      try everyTurn()
      poll(nil, 0, 50)
      let memory = try ProcessMemory.anonymous(of: process)
      guard abs(memory - reference) > Self.tolerated else { continue }
      reference = memory
      since = monotonicNow()
    }
    anonymous = try ProcessMemory.anonymous(of: process)
    proportional = try ProcessMemory.proportional(of: process)
  }
}
