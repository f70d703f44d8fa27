package import Glibc

/// The memory use of a process.
package enum ProcessMemory {
  /// Returns the resident set in bytes (`VmRSS` of /proc/PID/status).
  package static func resident(of process: pid_t) throws(ProcessKitError) -> Int {
    try field("VmRSS:", of: process)
  }

  /// Returns the peak resident set in bytes (`VmHWM`).
  package static func peak(of process: pid_t) throws(ProcessKitError) -> Int {
    try field("VmHWM:", of: process)
  }

  private static func field(_ name: String, of process: pid_t) throws(ProcessKitError) -> Int {
    guard let file = fopen("/proc/\(process)/status", "r") else {
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
    throw ProcessKitError("/proc/\(process)/status names no \(name)")
  }
}
