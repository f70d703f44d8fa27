import Synchronization

/// The paths of everything that was read for some content, whether it was there or not.
///
/// Whoever reads content does it inside of `record`; whatever is read from the file system below notes its
/// path by itself.
package final class ReadFiles: Sendable {
  private let found = Mutex<Set<String>>([])

  @TaskLocal private static var current: ReadFiles?

  /// The most paths that are noted; further ones are not.
  package static let limit = 1_024

  package init() {}

  /// What was read so far.
  package var paths: Set<String> { found.withLock(\.self) }

  /// Notes what is read while `body` runs.
  package func record<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The task-local's own function forgets the type of errors.
    let outcome = Self.$current.withValue(self) {
      Swift.Result { () throws(Failure) in try body() }
    }
    return try outcome.get()
  }

  /// Something is read from a path.
  package static func note(_ path: String) {
    current?.found.withLock { found in
      if found.count < limit { found.insert(path) }
    }
  }
}
