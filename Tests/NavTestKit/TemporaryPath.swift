import Glibc

/// The system refused a directory below /tmp.
package struct NoTemporaryDirectory: Error {
  package let code: Int32
}

/// Makes a directory below /tmp that nobody else has; whoever asked for it removes it.
///
/// - Parameter name: what its name begins with; short, since sockets are put into it.
/// - Returns: its path.
/// - Throws: `NoTemporaryDirectory` with the system's code.
package func makeTemporaryDirectory(_ name: String) throws(NoTemporaryDirectory) -> String {
  // Where the letters stand, the system puts what makes the name its own.
  let pattern = "/tmp/\(name)-" + String(repeating: "X", count: 6)
  var template = Array(pattern.utf8CString)
  guard let made = mkdtemp(&template) else { throw NoTemporaryDirectory(code: errno) }
  return String(cString: made)
}
