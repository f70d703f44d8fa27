import Glibc

/// The memory that the process may use.
package enum MachineMemory {
  /// The bytes of the machine's memory, or of the process's address space if that is limited to less.
  package static var bytes: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let size = sysconf(Int32(_SC_PAGESIZE))
    let machine = pages > 0 && size > 0 ? pages * size : Int.max
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(UInt32(RLIMIT_AS.rawValue)), &limit) == 0 else {
      return machine
    }
    return Int(min(UInt64(machine), UInt64(limit.rlim_cur)))
  }
}
