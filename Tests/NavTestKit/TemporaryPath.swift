import Glibc

/// The system refused a directory.
package struct NoTemporaryDirectory: Error {
  package let code: Int32
}

/// Makes a directory that nobody else has; whoever asked for it removes it.
///
/// - Parameters:
///   - name: what its name begins with; short, since sockets are put into it.
///   - parent: a directory that is there.
/// - Returns: its path.
/// - Throws: `NoTemporaryDirectory` with the system's code.
package func makeTemporaryDirectory(
  _ name: String,
  below parent: String = "/tmp"
) throws(NoTemporaryDirectory) -> String {
  // Where the letters stand, the system puts what makes the name its own.
  let pattern = "\(parent)/\(name)-" + String(repeating: "X", count: 6)
  var template = Array(pattern.utf8CString)
  guard let made = mkdtemp(&template) else { throw NoTemporaryDirectory(code: errno) }
  return String(cString: made)
}
