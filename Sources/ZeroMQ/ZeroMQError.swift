import CZeroMQ
import Glibc

/// A failed call to libzmq or to the kernel, with the reason and what to do about it.
///
/// A call that would have to wait is no error: `send` returns `false` and `receive` returns `nil`.
public struct ZeroMQError: Error, Hashable, Sendable {
  /// The reason: a named error number.
  public enum Code: Hashable, Sendable {
    /// The call would have to wait.
    case again
    /// A signal interrupted the call. Calls of this module retry, so it occurs only in foreign
    /// error numbers.
    case interrupted
    /// Another socket listens there, or a file that is no socket exists at the path.
    case addressInUse
    /// No network interface has this address.
    case addressNotAvailable
    /// The user lacks the permission, or the file system is read-only.
    case permission
    /// The context was closed.
    case terminated
    /// The directory, or the connection to be ended, does not exist.
    case notFound
    /// The path of an `ipc://` endpoint is longer than `Endpoint.maxPathBytes`.
    case pathTooLong
    /// Another socket holds the path of this `ipc://` endpoint.
    case locked
    /// No connected peer has the routing id of the message's first frame.
    case hostUnreachable
    /// The endpoint or option value is not accepted by libzmq.
    case invalidArgument
    /// A request or reply socket was used out of turn.
    case outOfTurn
    /// The context or the process has reached its limit of sockets or files.
    case tooManySockets
    /// Any other error number.
    case other(Int32)

    init(errorNumber: Int32) {
      self =
        switch errorNumber {
        case EAGAIN: .again
        case EINTR: .interrupted
        case EADDRINUSE: .addressInUse
        case EADDRNOTAVAIL, ENODEV: .addressNotAvailable
        case EACCES, EPERM, EROFS: .permission
        case ETERM: .terminated
        case ENOENT: .notFound
        case ENAMETOOLONG: .pathTooLong
        case EHOSTUNREACH: .hostUnreachable
        case EINVAL: .invalidArgument
        case EFSM: .outOfTurn
        case EMFILE, ENFILE: .tooManySockets
        default: .other(errorNumber)
        }
    }
  }

  /// The failed operation; the raw value completes the sentence "cannot ...".
  public enum Operation: String, Hashable, Sendable {
    case parse = "use the endpoint"
    case createContext = "create a context"
    case createSocket = "create a socket"
    case setOption = "set an option"
    case bind = "listen on"
    case connect = "connect to"
    case disconnect = "disconnect from"
    case subscribe = "subscribe"
    case unsubscribe = "unsubscribe"
    case send = "send"
    case receive = "receive"
    case monitor = "watch a socket's connections"
    case poll = "wait for sockets"
    case makeKeys = "make keys"
  }

  /// The reason, for a program.
  public let code: Code
  /// The failed operation.
  public let operation: Operation
  /// The endpoint concerned, if there is one.
  public let endpoint: Endpoint?
  /// The reason and what to do, for users.
  public let text: String

  init(_ code: Code, _ operation: Operation, endpoint: Endpoint? = nil, text: String? = nil) {
    self.code = code
    self.operation = operation
    self.endpoint = endpoint
    self.text = text ?? code.advice
  }

  init(errorNumber: Int32, _ operation: Operation, endpoint: Endpoint? = nil, text: String? = nil) {
    self.init(Code(errorNumber: errorNumber), operation, endpoint: endpoint, text: text)
  }
}

extension ZeroMQError: CustomStringConvertible {
  /// One line: the failed operation, the reason, and what to do.
  public var description: String {
    guard let endpoint else { return "cannot \(operation.rawValue): \(text)" }
    return "cannot \(operation.rawValue) \(endpoint): \(text)"
  }
}

extension ZeroMQError.Code {
  /// The text for an error without a specific one.
  fileprivate var advice: String {
    switch self {
    case .again: "it would have to wait; try again when the poller reports the socket"
    case .interrupted: "a signal came first; try again"
    case .addressInUse:
      "somebody listens there already; stop that program or choose another address"
    case .addressNotAvailable:
      "this machine has no such address; choose one that `ip address` lists, or *"
    case .permission: "this user may not do that; check the owner and the mode, or the port"
    case .terminated: "the context was closed; create a new context and new sockets"
    case .notFound: "there is nothing of that name; check the spelling"
    case .pathTooLong:
      "its path has more than \(Endpoint.maxPathBytes) bytes; choose a shorter directory"
    case .locked: "another socket holds this path; stop that program or choose another path"
    case .hostUnreachable: "the peer is gone; drop the message"
    case .invalidArgument: "libzmq refuses the value; check the spelling and the range"
    case .outOfTurn: "requests and replies alternate on this kind of socket; finish the other first"
    case .tooManySockets: "too many sockets are open; close some or raise `ulimit -n`"
    case .other(let number): String(cString: zmq_strerror(number)) + " (error \(number))"
    }
  }
}
