/// The reason why a program could not be started.
package enum ProcessError: Error, Hashable, Sendable {
  /// There is no such program in PATH, or no executable one.
  case notFound(program: String)
  case notPermitted(program: String)
  /// The working directory doesn't exist or may not be entered.
  case noDirectory(path: String)
  /// An argument, a variable or a path is too long or contains a NUL.
  case invalidArguments
  /// Any other system error, with its number (`errno`).
  case refused(program: String, code: Int32)
}
