import CZeroMQ
import Glibc

/// Repeats a call until it is not interrupted by a signal; the only place that handles `EINTR`.
///
/// Every call to libzmq or the kernel that can fail uses this function.
/// - Parameter call: returns a negative number and sets `errno` on failure. A call that waits
///   computes its remaining time on each repetition.
/// - Returns: the call's result, at least 0, or the negated error number.
@inline(__always)
func uninterrupted(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 { return result }
    let errorNumber = zmq_errno()
    if errorNumber != EINTR { return -errorNumber }
  }
}

/// Calls `uninterrupted` and throws a failure.
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
