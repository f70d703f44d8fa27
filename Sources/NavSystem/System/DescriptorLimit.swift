import Glibc

/// The number of files and sockets that this process may have open.
package enum DescriptorLimit {
  /// Raises the soft limit to the hard limit; many systems start a process with 1,024.
  ///
  /// - Returns: the limit now, 0 if the system does not tell it.
  package static func raise() -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 0 }
    if limit.rlim_cur < limit.rlim_max {
      let old = limit.rlim_cur
      limit.rlim_cur = limit.rlim_max
      if setrlimit(resource, &limit) != 0 { limit.rlim_cur = old }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
