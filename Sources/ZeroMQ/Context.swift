import CZeroMQ
import Synchronization

/// A ZeroMQ context: the I/O threads and the names of `inproc` endpoints.
///
/// A context may be shared by threads; a socket may not. Every socket keeps its context alive.
///
/// Closing never blocks. libzmq's own termination waits until the last socket is closed, so `close`
/// only makes every socket fail with `.terminated`, and the last socket to close, in whatever
/// thread, terminates the context. Sockets drop their unsent messages (`LINGER` 0), so there is
/// nothing to wait for then either.
public final class Context: Sendable {
  private struct State {
    var isClosed = false
    /// The number of open sockets, plus 1 while `close` runs; each needs the pointer to stay valid.
    var users = 0
  }

  /// A context is safe to use from any thread, and it is terminated only when it has no users left.
  nonisolated(unsafe) private let raw: UnsafeMutableRawPointer
  private let state = Mutex(State())

  /// Creates a context.
  /// - Parameter ioThreads: the number of I/O threads, at least 1; one is enough below a gigabyte
  ///   per second.
  /// - Throws: `.invalidArgument`, `.tooManySockets`.
  public init(ioThreads: Int = 1) throws(ZeroMQError) {
    guard let raw = zmq_ctx_new() else {
      throw ZeroMQError(errorNumber: zmq_errno(), .createContext)
    }
    self.raw = raw
    guard let threads = Int32(exactly: ioThreads), threads >= 1 else {
      throw ZeroMQError(
        .invalidArgument,
        .createContext,
        text: "\(ioThreads) I/O threads are not possible; ask for 1 or a few"
      )
    }
    try checked(.createContext) { zmq_ctx_set(raw, ZMQ_IO_THREADS, threads) }
    try checked(.createContext) { zmq_ctx_set(raw, ZMQ_BLOCKY, 0) }
  }

  deinit { close() }

  /// The version of the loaded libzmq, such as `4.3.4`.
  public static var libraryVersion: String {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    zmq_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// Ends all communication: from now on every call to a socket of this context throws
  /// `.terminated`.
  ///
  /// It returns at once even while sockets are open, and may be called again.
  public func close() {
    let isFirst = state.withLock { state in
      if state.isClosed { return false }
      state.isClosed = true
      state.users += 1
      return true
    }
    guard isFirst else { return }
    _ = uninterrupted { zmq_ctx_shutdown(raw) }
    release()
  }

  /// Opens a socket; `closeSocket` closes it.
  func openSocket(_ type: Int32) throws(ZeroMQError) -> UnsafeMutableRawPointer {
    let isOpen = state.withLock { state in
      if state.isClosed { return false }
      state.users += 1
      return true
    }
    guard isOpen else { throw ZeroMQError(.terminated, .createSocket) }
    guard let socket = zmq_socket(raw, type) else {
      let error = ZeroMQError(errorNumber: zmq_errno(), .createSocket)
      release()
      throw error
    }
    return socket
  }

  func closeSocket(_ socket: UnsafeMutableRawPointer) {
    _ = uninterrupted { zmq_close(socket) }
    release()
  }

  private func release() {
    let isLast = state.withLock { state in
      state.users -= 1
      return state.isClosed && state.users == 0
    }
    if isLast { _ = uninterrupted { zmq_ctx_term(raw) } }
  }
}
