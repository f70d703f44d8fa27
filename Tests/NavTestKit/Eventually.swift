import Glibc

/// A condition that did not hold before its deadline.
package struct DeadlineMissed: Error, CustomStringConvertible {
  package let condition: String
  package let deadline: Duration
  /// The state found instead; empty if the test does not describe it.
  package let found: String

  package init(condition: String, deadline: Duration, found: String = "") {
    self.condition = condition
    self.deadline = deadline
    self.found = found
  }

  package var description: String {
    "still not so after \(deadline): \(condition)" + (found.isEmpty ? "" : "\n\(found)")
  }
}

/// Whether the code under test is built with a sanitizer, which costs memory and time.
package let isSanitized = getenv("NAV_SANITIZED") != nil

/// Polls every few milliseconds until a condition holds.
///
/// For tests that wait for other processes. The error message contains the condition's name; the deadline is long
/// enough for a busy machine, and a passing test never waits for it. With a sanitizer it is four times as long.
///
/// - Throws: `DeadlineMissed`, or the error that the condition throws.
package func eventually(
  _ condition: String,
  within deadline: Duration = .seconds(60),
  _ isTrue: () throws -> Bool
) throws {
  try eventually(condition, within: deadline, found: { "" }, isTrue)
}

/// Polls until a condition holds; a failure also contains the state found instead, as `found` describes it.
package func eventually(
  _ condition: String,
  within deadline: Duration,
  found: () -> String,
  _ isTrue: () throws -> Bool
) throws {
  let deadline = isSanitized ? deadline * 4 : deadline
  let end = ContinuousClock.now.advanced(by: deadline)
  while try !isTrue() {
    if ContinuousClock.now >= end {
      throw DeadlineMissed(condition: condition, deadline: deadline, found: found())
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
  guard let found else {
    throw DeadlineMissed(condition: condition, deadline: deadline)
  }
  return found
}
