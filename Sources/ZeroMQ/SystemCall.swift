import CZeroMQ
import Glibc

/// Makes a call until it ends without being interrupted by a signal: the one place where `EINTR` is
/// known.
///
/// Every call that can fail goes through here, to libzmq or to the kernel.
/// - Parameter call: answers a negative number, and sets `errno`, when it failed. A call that waits
///   works out the remaining time itself, each time anew.
/// - Returns: the call's result, at least 0, or the error number with its sign turned.
@inline(__always)
func uninterrupted(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 { return result }
    let errorNumber = zmq_errno()
    if errorNumber != EINTR { return -errorNumber }
  }
}

/// As `uninterrupted`, with a failure thrown.
@discardableResult
@inline(__always)
func checked(
  _ operation: ZeroMQError.Operation,
  endpoint: Endpoint? = nil,
  _ call: () -> Int32
) throws(ZeroMQError) -> Int32 {
  let result = uninterrupted(call)
  if result >= 0 { return result }
  throw ZeroMQError(errorNumber: -result, operation, endpoint: endpoint)
}
