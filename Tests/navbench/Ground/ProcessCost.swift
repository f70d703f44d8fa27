import Glibc
import NavSystem

/// The processor time of a process during a part of a measurement, and the length of that part.
struct ProcessCost {
  private(set) var mainThread: Duration
  private(set) var allThreads: Duration
  private(set) var length: Duration

  /// The cost since the start of a process; the difference of two is that of the time between them.
  init(of process: pid_t) throws {
    mainThread = try ProcessorTime.ofMainThread(of: process)
    allThreads = try ProcessorTime.ofAllThreads(of: process)
    length = monotonicNow()
  }

  static func - (left: ProcessCost, right: ProcessCost) -> ProcessCost {
    var difference = left
    difference.mainThread -= right.mainThread
    difference.allThreads -= right.allThreads
    difference.length -= right.length
    return difference
  }
}
