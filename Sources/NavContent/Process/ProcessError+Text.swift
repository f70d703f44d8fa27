import Glibc
import NavBase
package import NavSystem

extension ProcessError: CustomStringConvertible {
  /// One sanitised line that says what happened and what to do.
  package var description: String {
    switch self {
    case .notFound(let program):
      "\(sanitized(program)): no such program; check the name, or install it where navd runs"
    case .notPermitted(let program):
      "\(sanitized(program)): may not be run; make it executable for the user that navd runs as"
    case .noDirectory(let path):
      "\(sanitized(path)): can't run there; check that the directory exists and may be entered"
    case .invalidArguments:
      "the command can't be run: it is too long or has a NUL in it; put it in a script and run that"
    case .refused(let program, let code):
      "\(sanitized(program)): can't be started (\(String(cString: strerror(code)))); try again"
    }
  }
}
