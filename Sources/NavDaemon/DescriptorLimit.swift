import Glibc
import NavHost

/// The limit of open files and sockets: each viewer takes two connections.
enum DescriptorLimit {
  /// Enough for all viewers, and some for the daemon itself.
  static let wanted = DaemonLimits.viewers * 2 + 256

  /// Raises the limit as far as the system allows; many systems begin with 1,024.
  ///
  /// - Returns: the limit now; 0 if it is unknown.
  static func raise() -> Int {
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
