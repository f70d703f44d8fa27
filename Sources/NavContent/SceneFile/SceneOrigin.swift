import NavText

/// Where a scene file asks for something, for what is found wrong with it later.
package struct SceneOrigin: Hashable, Sendable {
  let path: String
  let line: Int
  let column: Int
  let excerpt: String

  /// The file's name, line and column.
  var place: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "\(sanitized(name)):\(line):\(column)"
  }

  /// A problem at this place: what is the case and what to do.
  package func error(_ problem: String) -> ContentError {
    .malformed(
      path: path,
      SceneFault(line: line, column: column, problem: problem, excerpt: excerpt)
    )
  }
}
