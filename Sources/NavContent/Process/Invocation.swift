import NavSystem

/// A program with its arguments and environment.
///
/// The program gets no terminal: it is the leader of its own session. It inherits only the
/// descriptors 0, 1 and 2, blocks and ignores no signals, and writes no core dump.
package struct Invocation: Hashable, Sendable {
  /// The destination of the standard error.
  package enum Errors: Hashable, Sendable {
    /// Merged with standard output, in the order in which it is written.
    case merged
    /// Separate from standard output.
    case apart
    case dropped
  }

  /// The program, searched in PATH if it has no slash, and its arguments; not interpreted by a
  /// shell.
  package var arguments: [String]
  /// The working directory; nil for that of this process.
  package var directory: String?
  package var environment: [String: String]
  /// The standard input; empty for `/dev/null`.
  package var input: [UInt8]
  package var errors: Errors

  package init(
    _ arguments: [String],
    directory: String? = nil,
    environment: [String: String] = ProcessEnvironment.inherited(),
    input: [UInt8] = [],
    errors: Errors = .merged
  ) {
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
    self.input = input
    self.errors = errors
  }

  /// Makes the invocation of a shell command line with pipes, variables and quotes.
  ///
  /// It is run by `/bin/sh -c`, not by the user's login shell, so that it means the same for
  /// everybody.
  package static func shell(
    _ line: String,
    directory: String? = nil,
    environment: [String: String] = ProcessEnvironment.inherited()
  ) -> Invocation {
    Invocation(["/bin/sh", "-c", line], directory: directory, environment: environment)
  }
}

extension Launch {
  /// Validates an invocation, and finds its program.
  init(_ invocation: Invocation) throws(ProcessError) {
    try self.init(
      invocation.arguments,
      environment: invocation.environment,
      directory: invocation.directory
    )
  }
}
