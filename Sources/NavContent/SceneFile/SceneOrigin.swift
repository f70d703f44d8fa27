import NavBase

/// A position in a scene file, for faults that are found after parsing.
struct SceneOrigin: Hashable, Sendable {
  let path: String
  let line: Int
  let column: Int
  let excerpt: String

  /// The position as `name:line:column`.
  var place: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "\(sanitized(name)):\(line):\(column)"
  }

  /// Makes a fault at this position from a message that says what is wrong and what to do.
  func fault(_ problem: String) -> SceneFault {
    SceneFault(line: line, column: column, problem: problem, excerpt: excerpt)
  }

  func error(_ problem: String) -> ContentError { .malformed(path: path, fault(problem)) }
}
