import NavProcessKit
import Testing

extension StartedProcess {
  func waitForExit(_ what: String, within limit: Duration = deadline) throws -> Int32 {
    try eventually("\(what) has ended", within: limit, found: { outputText + errorText }) {
      exitCode != nil
    }
    return try #require(exitCode)
  }
}

/// The result of a program.
struct Outcome: CustomStringConvertible {
  let command: String
  let code: Int32
  let output: String
  let errors: String

  var errorLines: [Substring] { errors.split(separator: "\n") }

  var description: String {
    "`\(command)` ended with \(code)\noutput: \(output)\nerrors: \(errors)"
  }
}
