import Foundation
import Testing

/// Long enough for a busy machine under a sanitizer; a passing test never waits that long.
let deadline = Duration.seconds(60)

/// A condition that did not hold before its deadline, and the state found instead.
struct DeadlineMissed: Error, CustomStringConvertible {
  let condition: String
  let limit: Duration
  let location: SourceLocation
  let found: String

  var description: String {
    "\(location): still not so after \(limit): \(condition)\n\(found)"
  }
}

/// Polls until the condition holds.
///
/// - Parameters:
///   - condition: its name, for the failure.
///   - limit: the deadline.
///   - location: the caller's location.
///   - found: the state found instead; called only at the deadline.
///   - holds: the condition.
/// - Throws: `DeadlineMissed` at the deadline, or the error that the condition throws.
func eventually(
  _ condition: String,
  within limit: Duration = deadline,
  at location: SourceLocation = #_sourceLocation,
  found: () -> String = { "" },
  _ holds: () throws -> Bool
) throws {
  let end = ContinuousClock.now + limit
  while try !holds() {
    if ContinuousClock.now > end {
      throw DeadlineMissed(condition: condition, limit: limit, location: location, found: found())
    }
    poll(nil, 0, 5)
  }
}
