import Dispatch
import Synchronization
import Testing

@testable import NavStore

extension SQLiteStore {
  /// Returns the number of rows of a table, on the store's own connection.
  func count(_ table: String) throws -> Int {
    try query("SELECT count(*) FROM \(table)") ?? 0
  }

  /// Returns a statement's number, on the store's own connection.
  @discardableResult
  func query(_ sql: String) throws -> Int? {
    try #require(file).connection.number(sql).map(Int.init)
  }

  /// Waits for all requested work of the worker.
  @discardableResult
  func waitForWorker() -> Result<Void, StoreError>? {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Void, StoreError>?>(nil)
    sync { outcome in
      result.withLock { $0 = outcome }
      done.signal()
    }
    guard done.wait(timeout: .now() + .seconds(60)) == .success else { return nil }
    return result.withLock { $0 }
  }
}
