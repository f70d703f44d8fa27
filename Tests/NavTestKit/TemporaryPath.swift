import Glibc

/// The system could not create a directory.
package struct NoTemporaryDirectory: Error {
  package let code: Int32
}

/// Makes a directory of its own; the caller removes it.
///
/// - Parameters:
///   - name: the prefix of its name; short, since sockets are created in it.
///   - parent: an existing directory.
/// - Returns: its path.
/// - Throws: `NoTemporaryDirectory` with the system's code.
package func makeTemporaryDirectory(
  _ name: String,
  below parent: String = "/tmp"
) throws(NoTemporaryDirectory) -> String {
  // The system replaces the letters by a unique suffix.
  let pattern = "\(parent)/\(name)-" + String(repeating: "X", count: 6)
  var template = Array(pattern.utf8CString)
  guard let made = mkdtemp(&template) else { throw NoTemporaryDirectory(code: errno) }
  return String(cString: made)
}
