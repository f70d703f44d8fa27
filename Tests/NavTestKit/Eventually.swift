import Glibc

/// A condition that did not hold before its deadline.
package struct DeadlineMissed: Error, CustomStringConvertible {
  package let condition: String
  package let deadline: Duration

  package var description: String { "still not so after \(deadline): \(condition)" }
}

/// Polls every few milliseconds until a condition holds.
///
/// For tests that wait for other processes. The error message contains the condition's name; the deadline is long
/// enough for a busy machine, and a passing test never waits for it.
///
/// - Throws: `DeadlineMissed`, or the error that the condition throws.
package func eventually(
  _ condition: String,
  within deadline: Duration = .seconds(60),
  _ isTrue: () throws -> Bool
) throws {
  let end = ContinuousClock.now.advanced(by: deadline)
  while try !isTrue() {
    if ContinuousClock.now >= end {
      throw DeadlineMissed(condition: condition, deadline: deadline)
    }
    poll(nil, 0, 3)
  }
}

/// Polls until a value is non-nil and returns it.
package func eventually<T>(
  _ condition: String,
  within deadline: Duration = .seconds(60),
  get value: () throws -> T?
) throws -> T {
  var found: T?
  try eventually(condition, within: deadline) {
    found = try value()
    return found != nil
  }
  guard let found else { throw DeadlineMissed(condition: condition, deadline: deadline) }
  return found
}
