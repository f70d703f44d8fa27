import Glibc

/// A second descriptor of a connection that libzmq holds, to shut the connection with.
///
/// libzmq has no call that ends one connection of a bound socket. It tells the descriptor that a
/// message came through and the one that a monitor's event is about, and closes descriptors in its
/// own thread whenever it likes, so that a number may belong to another connection, or to a file,
/// a moment later. This is how the right one is hit all the same:
///
/// 1. A hold is taken: from here on its descriptor means one and the same connection, whatever
///    becomes of the number.
/// 2. The monitor is read until nothing is left. libzmq sends `.disconnected` before it closes a
///    connection's descriptor, and both happen in the connection's thread. So when there is no such
///    event for the number even now, the connection still had it when the hold was taken.
/// 3. Then, and only then, the hold shuts it down. Otherwise it is let go, and nothing has happened.
public struct ConnectionHold: ~Copyable {
  private let descriptor: Int32

  /// Takes a hold of whatever has the number now; nil when that is no socket.
  public init?(_ number: Int32) {
    // A look first, because a file would stay open (see `deinit`).
    guard number >= 0, Self.isSocket(number) else { return nil }
    let copy = uninterrupted { fcntl(number, F_DUPFD_CLOEXEC, 3) }
    guard copy >= 0 else { return nil }
    descriptor = copy
  }

  /// The kernel releases a process's locks on a file when any descriptor of the file is closed.
  ///
  /// So where the number changed its meaning to a file's between the look and the copy, the copy
  /// stays open.
  deinit {
    if Self.isSocket(descriptor) { close(descriptor) }
  }

  /// Ends the connection in both directions; both ends notice at once.
  public consuming func shutDown() {
    _ = uninterrupted { Glibc.shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return uninterrupted { fstat(descriptor, &status) } >= 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
