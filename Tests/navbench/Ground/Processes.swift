import Glibc
import NavProcessKit
import NavSystem

/// The processor time of a process during a part of a measurement, from `/proc/PID/task/TID/schedstat`.
struct ProcessCost {
  private(set) var mainThread: Duration
  private(set) var allThreads: Duration

  /// The cost since the start of a process; the difference of two is that of the time between them.
  init(of process: pid_t) throws {
    let folder = "/proc/\(process)/task"
    guard let directory = opendir(folder) else {
      throw BenchError("process \(process) has ended")
    }
    defer { closedir(directory) }
    mainThread = try Self.time(at: "\(folder)/\(process)")
    allThreads = .zero
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // A thread may end meanwhile.
      if Int(name) != nil, let time = try? Self.time(at: "\(folder)/\(name)") { allThreads += time }
    }
  }

  private static func time(at folder: String) throws -> Duration {
    var buffer = [UInt8](repeating: 0, count: 128)
    let file = open("\(folder)/schedstat", O_RDONLY)
    guard file >= 0 else {
      throw BenchError("\(folder) has no schedstat: the process has ended, or the kernel has none")
    }
    defer { close(file) }
    let count = max(0, read(file, &buffer, buffer.count))
    // Nanoseconds on a processor, nanoseconds of waiting for one, and how often.
    let digits = buffer[..<count].prefix { $0 != UInt8(ascii: " ") }
    guard let nanoseconds = Int64(String(decoding: digits, as: UTF8.self)) else {
      throw BenchError("\(folder)/schedstat is not understood")
    }
    return .nanoseconds(nanoseconds)
  }

  static func - (left: ProcessCost, right: ProcessCost) -> ProcessCost {
    var difference = left
    difference.mainThread -= right.mainThread
    difference.allThreads -= right.allThreads
    return difference
  }
}

/// The memory of a process that has come to rest.
struct RestingMemory {
  let proportional: Int
  let anonymous: Int

  /// The time without a change after which a process rests, and the longest wait for that.
  private static let rest = Duration.milliseconds(500)
  private static let patience = Duration.seconds(4)
  private static let tolerated = 32 << 10

  /// Waits until the memory of a process no longer changes, and calls `everyTurn` several times a second meanwhile.
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
