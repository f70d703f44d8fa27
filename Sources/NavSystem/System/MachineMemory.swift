import NavBase
import Glibc

/// The memory that the process may use.
package enum MachineMemory {
  /// The bytes of the machine's memory, or of what the process's control group or address space is limited to if that is
  /// less.
  package static var bytes: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let size = sysconf(Int32(_SC_PAGESIZE))
    let machine = pages > 0 && size > 0 ? pages * size : Int.max
    let group = text(at: "/proc/self/cgroup").flatMap {
      groupLimit(membership: $0) { text(at: "/sys/fs/cgroup" + $0) }
    }
    let physical = min(machine, group ?? .max)
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(UInt32(RLIMIT_AS.rawValue)), &limit) == 0 else {
      return physical
    }
    return Int(min(UInt64(physical), UInt64(limit.rlim_cur)))
  }

  /// Returns the least limit of a control group (version 2) and of the groups that it is in.
  ///
  /// - Parameters:
  ///   - membership: the text of `/proc/self/cgroup`, of which the line `0::/path` counts.
  ///   - read: returns the text of a file of the hierarchy; nil if it does not exist.
  /// - Returns: the limit, in bytes; nil without one.
  static func groupLimit(membership: String, read: (String) -> String?) -> Int? {
    let line = membership.split(separator: "\n").first { $0.hasPrefix("0::/") }
    guard let line else { return nil }
    var limits: [Int] = []
    var parts = line.dropFirst(4).split(separator: "/")
    while true {
      let group = parts.map { "/" + $0 }.joined()
      for name in ["memory.max", "memory.high"] {
        // The text is `max` without a limit.
        let number = read(group + "/" + name)?.split(separator: "\n").first.flatMap { Int($0) }
        if let number { limits.append(number) }
      }
      guard parts.popLast() != nil else { return limits.min() }
    }
  }

  /// Returns the text of a short file of the system; nil if it can't be read.
  private static func text(at path: String) -> String? {
    guard let file = try? Descriptor(opening: path.utf8.terminated),
      let bytes = try? file.read(atMost: 64 << 10)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
