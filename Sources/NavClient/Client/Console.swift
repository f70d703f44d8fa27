import CNavSupport
import Glibc

/// Prints an error message on standard error.
package func printError(_ text: String) {
  let line = Array("navclient: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Prints an explanation on standard error, as it is.
package func printNote(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
