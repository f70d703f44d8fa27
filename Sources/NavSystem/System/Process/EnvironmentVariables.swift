import CNavSupport

/// Returns all environment variables of this process.
package func environmentVariables() -> [String: String] {
  var variables: [String: String] = [:]
  var next = nav_environment()
  while let entry = next.pointee {
    let text = String(cString: entry)
    if let equals = text.firstIndex(of: "="), equals > text.startIndex {
      variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    next = next.advanced(by: 1)
  }
  return variables
}
