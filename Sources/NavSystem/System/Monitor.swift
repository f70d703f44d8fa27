import Glibc

/// A value that several threads change, and wait for.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
  /// Only accessed while `lock` is held.
  private var value: Value
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>

  package init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    change = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(lock)
    change.deallocate()
    lock.deallocate()
  }

  /// Accesses the value, and has all waiting threads look at it again.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(lock)
    }
    return body(&value)
  }

  /// Waits until `body` returns something; it is called now, and after each access of another thread.
  ///
  /// - Parameter body: looks at the value; may change it only when it returns something.
  /// - Returns: what `body` has returned.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(lock)
    }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(change, lock)
    }
  }
}
