import Foundation
import Testing

/// Long enough for a busy machine under a sanitizer; a test that passes never waits for all of it.
let deadline = Duration.seconds(60)

/// A condition that did not come true in time, and what was there instead.
struct DeadlineMissed: Error, CustomStringConvertible {
  let condition: String
  let limit: Duration
  let location: SourceLocation
  let found: String

  var description: String {
    "\(location): still not so after \(limit): \(condition)\n\(found)"
  }
}

/// Looks again and again until the condition holds.
///
/// - Parameters:
///   - condition: its name, for the failure.
///   - limit: how long to look.
///   - location: where it is waited for.
///   - found: what is there instead, asked for only when time is up.
///   - holds: the condition.
/// - Throws: `DeadlineMissed` when it does not come true, and what the condition itself throws.
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
