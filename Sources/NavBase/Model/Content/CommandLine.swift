/// A program that the daemon runs as its own user.
package struct CommandLine: Hashable, Sendable {
  package enum Kind: Hashable, CaseIterable, Sendable {
    /// The one argument is a command line for `sh`.
    case shell
    /// The arguments are those of `man`.
    case man
    /// The arguments are those of `git log`, and name a range or paths.
    case gitLog
    /// The arguments are those of `git diff`.
    case gitDiff

    /// The name in files.
    package var name: String {
      switch self {
      case .shell: "shell"
      case .man: "man"
      case .gitLog: "git_log"
      case .gitDiff: "git_diff"
      }
    }
  }

  package var kind: Kind
  /// At most `mostArguments`, `argumentByteLimit` bytes together, none with a NUL.
  package var arguments: [String]
  /// The working directory, an absolute path.
  package var directory: String

  package static let mostArguments = 64
  package static let argumentByteLimit = 32 << 10

  package init(_ kind: Kind, _ arguments: [String], in directory: String) {
    self.kind = kind
    self.arguments = arguments
    self.directory = directory
  }

  /// Validates; throws the first violation.
  package func check() throws(Rejection) {
    guard arguments.count <= Self.mostArguments else {
      throw Rejection("\(arguments.count) arguments; give at most \(Self.mostArguments)")
    }
    let count = arguments.reduce(0) { $0 + $1.utf8.count }
    guard count <= Self.argumentByteLimit else {
      throw Rejection("arguments of \(count) bytes; give at most \(Self.argumentByteLimit)")
    }
    guard !(arguments + [directory]).contains(where: { $0.utf8.contains(0) }) else {
      throw Rejection("an argument with a NUL, which no program can be given")
    }
    guard directory.utf8.first == UInt8(ascii: "/") else {
      throw Rejection("a program's directory that is no absolute path: name one from /")
    }
    guard kind != .shell || arguments.count == 1 else {
      throw Rejection("\(arguments.count) command lines for the shell; give one")
    }
  }

  /// The command line as a user would type it.
  package var text: String {
    let name =
      switch kind {
      case .shell: ""
      case .man: "man "
      case .gitLog: "git log "
      case .gitDiff: "git diff "
      }
    let line = name + arguments.joined(separator: " ")
    return line.utf8.last == UInt8(ascii: " ") ? String(line.dropLast()) : line
  }
}
