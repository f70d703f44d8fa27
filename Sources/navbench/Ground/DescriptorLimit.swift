import Glibc

/// The limit of open files and sockets of this program and its child processes.
enum DescriptorLimit {
  /// Raises the limit as far as the system allows.
  ///
  /// - Throws: `BenchError` if the limit stays below `needed`.
  static func raise(toAtLeast needed: Int) throws {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    if limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = limit.rlim_max
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    guard limit.rlim_cur >= UInt(needed) else {
      throw BenchError(
        "\(needed) files have to be open at once and the system allows \(limit.rlim_cur): "
          + "raise the hard limit (ulimit -Hn), or ask for fewer viewers"
      )
    }
  }
}
