import Glibc

/// Runs a function on a new thread.
///
/// - Returns: false if no thread could be started; then the function is not called.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
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
