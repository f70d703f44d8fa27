/// A program that is to run, and what it is given.
///
/// The program gets no terminal: it is the leader of a session of its own. It sees no descriptor of
/// this process but its own 0, 1 and 2, blocks and ignores no signal, and dumps no core.
package struct Invocation: Hashable, Sendable {
  /// Where what the program prints as errors goes.
  package enum Errors: Hashable, Sendable {
    /// Between the output, in the order in which it is printed.
    case merged
    /// Kept apart from the output.
    case apart
    case dropped
  }

  /// The program, looked up in PATH where it has no slash, and its arguments; nothing reads them as
  /// a shell does.
  package var arguments: [String]
  /// Where it runs; nil for where this process does.
  package var directory: String?
  package var environment: [String: String]
  /// What it reads from its standard input; nothing at all is `/dev/null`.
  package var input: [UInt8]
  package var errors: Errors

  package init(
    _ arguments: [String],
    directory: String? = nil,
    environment: [String: String] = ProcessEnvironment.inherited().environment,
    input: [UInt8] = [],
    errors: Errors = .merged
  ) {
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
    self.input = input
    self.errors = errors
  }

  /// A line that the user's shell language takes apart: pipes, variables and quotes mean what they
  /// mean there.
  ///
  /// `/bin/sh -c` reads it, whatever the user's login shell is, so that a line means the same for
  /// everybody.
  package static func shell(
    _ line: String,
    directory: String? = nil,
    environment: [String: String] = ProcessEnvironment.inherited().environment
  ) -> Invocation {
    Invocation(["/bin/sh", "-c", line], directory: directory, environment: environment)
  }
}
