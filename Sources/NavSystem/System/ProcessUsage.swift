import CNavSupport
import Glibc

/// The memory, processor time and descriptors of this process, as the kernel counts them; nil where it does not.
package struct ProcessUsage: Hashable, Sendable {
  /// The memory in use that is not swapped out, in bytes.
  package let residentMemory: UInt64?
  /// The address space, in bytes.
  package let virtualMemory: UInt64?
  /// The processor time of all threads.
  package let processorTime: Duration?
  /// The open descriptors.
  package let openDescriptors: UInt64?
  /// The most descriptors that may be open.
  package let descriptorLimit: UInt64?

  /// Measures now.
  ///
  /// O(open descriptors).
  package init() {
    let memory = Self.memory()
    virtualMemory = memory?.virtual
    residentMemory = memory?.resident
    processorTime = Self.time()
    openDescriptors = Self.descriptors()
    descriptorLimit = Self.limit()
  }

  private static func memory() -> (virtual: UInt64, resident: UInt64)? {
    guard let file = try? Descriptor(opening: Array("/proc/self/statm".utf8CString)),
      let bytes = try? file.read(atMost: 4 << 10)
    else { return nil }
    let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").prefix(2)
      .compactMap { UInt64($0) }
    let size = UInt64(clamping: sysconf(Int32(_SC_PAGESIZE)))
    return pages.count == 2 ? (pages[0] * size, pages[1] * size) : nil
  }

  private static func time() -> Duration? {
    var usage = rusage()
    guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
    func duration(_ time: timeval) -> Duration {
      .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }
    return duration(usage.ru_utime) + duration(usage.ru_stime)
  }

  private static func descriptors() -> UInt64? {
    guard let directory = opendir("/proc/self/fd") else { return nil }
    defer { closedir(directory) }
    var names: UInt64 = 0
    while readdir(directory) != nil { names += 1 }
    // Without `.`, `..`, and the one that is read here.
    return names >= 3 ? names - 3 : nil
  }

  private static func limit() -> UInt64? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    return UInt64(limit.rlim_cur)
  }
}
