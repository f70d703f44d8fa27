import Glibc

/// A duplicate (`dup`) of the descriptor of a connection of libzmq, for shutting the connection down.
///
/// libzmq has no call to end one connection of a bound socket. It reveals the descriptor of a message's connection and
/// of a monitor event, but it closes descriptors in its own thread at any time, so that a number may belong to another
/// connection, or to a file, a moment later. The following procedure always shuts down the right connection:
///
/// 1. Create a hold. From now on its descriptor refers to one and the same connection, even if the
///    number is reused.
/// 2. Read all pending monitor events. libzmq sends `.disconnected` before it closes a connection's
///    descriptor, and both happen in the connection's thread. If there is no such event for the
///    number, the connection still had it when the hold was created.
/// 3. Only then shut the hold down. Otherwise release it, without any effect.
public struct ConnectionHold: ~Copyable {
  private let descriptor: Int32

  /// Duplicates a descriptor; nil if it is no socket.
  public init?(_ number: Int32) {
    // Checked first, because the copy of a file's descriptor would stay open (see `deinit`).
    guard number >= 0, Self.isSocket(number) else { return nil }
    let copy = uninterrupted { fcntl(number, F_DUPFD_CLOEXEC, 3) }
    guard copy >= 0 else { return nil }
    descriptor = copy
  }

  /// The kernel releases a process's locks on a file when any descriptor of the file is closed.
  ///
  /// So a copy stays open if the number came to refer to a file between the check and the copy.
  deinit {
    if Self.isSocket(descriptor) { close(descriptor) }
  }

  /// Ends the connection in both directions; both peers notice at once.
  public consuming func shutDown() {
    _ = uninterrupted { Glibc.shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return uninterrupted { fstat(descriptor, &status) } >= 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
