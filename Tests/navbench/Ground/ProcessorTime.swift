import Glibc

/// The processor time that processes have used, from `/proc/PID/schedstat`.
enum ProcessorTime {
  /// Returns the time of a process's main thread.
  static func ofMainThread(of process: pid_t) throws -> Duration {
    try time(at: "/proc/\(process)/task/\(process)")
  }

  /// Returns the time of all threads that a process has now.
  static func ofAllThreads(of process: pid_t) throws -> Duration {
    let folder = "/proc/\(process)/task"
    guard let directory = opendir(folder) else {
      throw BenchError("process \(process) has ended")
    }
    defer { closedir(directory) }
    var sum = Duration.zero
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // A thread may end meanwhile.
      if name != ".", name != "..", let time = try? time(at: "\(folder)/\(name)") { sum += time }
    }
    return sum
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
}
