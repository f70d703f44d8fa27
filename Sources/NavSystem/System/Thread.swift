import Glibc

/// Runs a closure on a new detached thread.
///
/// - Parameter body: runs to its end, unless the process ends first.
/// - Returns: false if the system has no thread left; the closure does not run then.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  let work = Unmanaged.passRetained(ThreadWork(body))
  var thread = pthread_t()
  let status = pthread_create(
    &thread,
    nil,
    { argument in
      guard let argument else { return nil }
      Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    },
    work.toOpaque()
  )
  guard status == 0 else {
    work.release()
    return false
  }
  pthread_detach(thread)
  return true
}

private final class ThreadWork: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}
