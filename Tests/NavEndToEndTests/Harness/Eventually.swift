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
