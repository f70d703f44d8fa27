import Foundation
import NavTestKit
import Testing

/// Long enough for a busy machine under a sanitizer; a passing test never waits that long.
let deadline = Duration.seconds(60)

/// Polls until the condition holds; a failure names the caller's location.
///
/// - Parameters:
///   - condition: its name, for the failure.
///   - limit: the deadline.
///   - location: the caller's location.
///   - found: describes the state found instead; called only at the deadline.
///   - holds: the condition.
/// - Throws: `DeadlineMissed` at the deadline, or the error that the condition throws.
func eventually(
  _ condition: String,
  within limit: Duration = deadline,
  at location: SourceLocation = #_sourceLocation,
  found: () -> String = { "" },
  _ holds: () throws -> Bool
) throws {
  try NavTestKit.eventually("\(condition), at \(location)", within: limit, found: found, holds)
}

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
