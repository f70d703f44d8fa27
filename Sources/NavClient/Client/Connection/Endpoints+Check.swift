import Glibc
import NavSystem
import NavViewer
import NavWire

extension Endpoints {
  /// Checks with a plain connection that a daemon of this machine listens; libzmq would silently wait for one.
  ///
  /// - Throws: `.unreachable` with how to start one; `.notPermitted` if the socket, its directory or the process behind it
  ///   belongs to another user, or if others may write there.
  func checkDaemon() throws(ClientExit) {
    try withDaemon { descriptor, _ throws(ClientExit) in try checkGreeting(descriptor) }
  }

  /// Connects to the daemon of this machine.
  ///
  /// - Parameter body: called with the connection and the daemon's process id.
  /// - Returns: the result of the body.
  /// - Throws: as `checkDaemon`.
  func withDaemon<Result>(
    _ body: (_ descriptor: Int32, _ process: Int32) throws(ClientExit) -> Result
  ) throws(ClientExit) -> Result {
    var owner = getuid()
    do throws(PrivateDirectory.Fault) {
      owner = try PrivateDirectory(directory).check(admitsRoot: true)
    } catch {
      switch error {
      case .missing: break
      case .undecodable: throw ClientExit(.unreachable, "\(error)")
      case .unreadable, .noDirectory, .foreign, .open: throw ClientExit(.notPermitted, "\(error)")
      }
    }
    let path = Array(inputPath.utf8)
    var address = sockaddr_un()
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.count < capacity else {
      throw ClientExit(
        .unreachable,
        "the path \(inputPath) is longer than the \(capacity - 1) bytes of a socket's: "
          + "set XDG_RUNTIME_DIR to a shorter one"
      )
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw ClientExit(.unreachable, "can't open a socket") }
    defer { close(descriptor) }
    var status: Int32
    repeat {
      status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    } while status != 0 && errno == EINTR
    guard status != 0 else {
      return try body(descriptor, try process(behind: descriptor, of: owner))
    }
    switch errno {
    case EACCES, EPERM:
      throw ClientExit(.notPermitted, "\(inputPath) belongs to somebody else")
    default:
      throw .noDaemon(in: directory)
    }
  }

  /// Checks that a process of a user listens, and returns its id.
  private func process(behind descriptor: Int32, of user: UInt32) throws(ClientExit) -> Int32 {
    // `struct ucred` of <sys/socket.h>.
    var peer: (process: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
    var size = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer.user == user
    else {
      throw ClientExit(.notPermitted, "a process of another user listens at \(inputPath)")
    }
    return peer.process
  }

  /// Checks that the daemon keeps a connection: one that does not fit is closed before its greeting.
  ///
  /// A daemon that sends nothing in time is left to the request's own timeout.
  private func checkGreeting(_ descriptor: Int32) throws(ClientExit) {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    let timeout = ssh == nil ? Self.greetingTimeout : Self.timeout
    guard poll(&waiting, 1, timeout) > 0, read(descriptor, &byte, 1) <= 0 else {
      return
    }
    throw .closedAtOnce
  }

  /// The timeout of the greeting of a daemon of this machine, in milliseconds.
  private static let greetingTimeout: Int32 = 250

  /// The timeout of a greeting through ssh, in milliseconds.
  private static let timeout: Int32 = 3_000
}
