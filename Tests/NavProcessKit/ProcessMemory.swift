package import Glibc

/// The memory use of a process.
package enum ProcessMemory {
  /// Returns the resident set in bytes (`VmRSS` of /proc/PID/status).
  package static func resident(of process: pid_t) throws(ProcessKitError) -> Int {
    try field("VmRSS:", of: process, "status")
  }

  /// Returns the peak resident set in bytes (`VmHWM`).
  package static func peak(of process: pid_t) throws(ProcessKitError) -> Int {
    try field("VmHWM:", of: process, "status")
  }

  /// Returns the resident bytes, of which those shared with other processes count in parts (`Pss` of
  /// /proc/PID/smaps_rollup).
  package static func proportional(of process: pid_t) throws(ProcessKitError) -> Int {
    try field("Pss:", of: process, "smaps_rollup")
  }

  /// Returns the resident bytes that belong to no file (`Anonymous` of /proc/PID/smaps_rollup).
  package static func anonymous(of process: pid_t) throws(ProcessKitError) -> Int {
    try field("Anonymous:", of: process, "smaps_rollup")
  }

  private static func field(
    _ name: String,
    of process: pid_t,
    _ content: String
  ) throws(ProcessKitError) -> Int {
    guard let file = fopen("/proc/\(process)/\(content)", "r") else {
      throw ProcessKitError("process \(process) has ended")
    }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = line.withUnsafeBytes { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      .split { $0 == " " || $0 == "\t" }
      if words.first == name[...], words.count > 1, let kilobytes = Int(words[1]) {
        return kilobytes * 1_024
      }
    }
    throw ProcessKitError("/proc/\(process)/\(content) names no \(name)")
  }
}
