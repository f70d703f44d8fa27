import Glibc

/// How many files and sockets this program and what it starts may have open.
enum DescriptorLimit {
  /// Raises it as far as the system lets us.
  ///
  /// - Throws: where that is less than what is needed.
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
