import Foundation
import Testing

/// Threads for tests that mostly wait, for programs and terminals.
///
/// Swift runs as many tests at once as there are processors; one that waits would hold a processor's place, and
/// tests that compute would stand behind it.
final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let queue = OperationQueue()

  private init() {
    // What these tests start needs processors, too.
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
  /// For a suite whose tests mostly wait: they do it on threads of their own.
  static var waiting: Self { WaitingTrait() }
}
