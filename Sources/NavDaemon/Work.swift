import Glibc

/// A piece of work that runs on a thread of its own.
final class Work: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// Starts the thread; returns false if that is not possible, and then the work is not done.
  func start() -> Bool {
    var thread = pthread_t()
    let unmanaged = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      },
      unmanaged.toOpaque()
    )
    guard status == 0 else {
      unmanaged.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
