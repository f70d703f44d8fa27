import Foundation
import Testing

/// Threads for tests that mostly wait for programs and terminals.
///
/// Swift runs as many tests at once as there are processors; a waiting test would block a processor that computing
/// tests need.
final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let queue = OperationQueue()

  private init() {
    // The programs that these tests start need processors, too.
    queue.maxConcurrentOperationCount = 2
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs a suite's tests on `WaitingThreads`.
struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// Runs the tests of a suite that mostly waits on separate threads.
  static var waiting: Self { WaitingTrait() }
}
