/// A program that the daemon runs as its own user.
package struct CommandLine: Hashable, Sendable {
  /// Numbered as in `input.proto`.
  package enum Kind: UInt8, Hashable, CaseIterable, Sendable {
    /// The one argument is a command line for `sh`.
    case shell = 1
    /// The arguments are those of `man`.
    case man = 2
    /// The arguments are those of `git log`, and name a range or paths.
    case gitLog = 3
    /// The arguments are those of `git diff`.
    case gitDiff = 4

    package struct Traits: Sendable {
      /// The name in files.
      package var name: String
      package var option: ContentOption
      /// The part of a message that tells what the option wants; nil if it may be empty.
      package var wanted: String?
      /// The beginning of the line that a user would type.
      fileprivate var program = ""
      package var sessionName: SessionNameSource
    }

    /// The text after which a session is named.
    package enum SessionNameSource: Sendable {
      case firstWord, lastArgument
      /// The name of the directory, and an addition.
      case directory(String)
    }

    package var traits: Traits {
      switch self {
      case .shell:
        Traits(
          name: "shell",
          option: ContentOption(
            "cmd",
            valueName: "line",
            help: "Run a command line in this directory, and show its output while it runs."
          ),
          wanted: "a command line: write one, in quotes",
          sessionName: .firstWord
        )
      case .man:
        Traits(
          name: "man",
          option: ContentOption(
            "man",
            valueName: "page",
            help: "Show a page of the manual: 'printf', '3 printf'."
          ),
          wanted: "a page: write its name, as in --man printf",
          program: "man ",
          sessionName: .lastArgument
        )
      case .gitLog:
        Traits(
          name: "git_log",
          option: ContentOption(
            "git-log",
            valueName: "range",
            help:
              "Show the commits of this repository, each of which can be opened; a range may follow."
          ),
          program: "git log ",
          sessionName: .directory("-log")
        )
      case .gitDiff:
        Traits(
          name: "git_diff",
          option: ContentOption(
            "git-diff",
            valueName: "range",
            help: "Show the differences in this repository, file by file; a range may follow."
          ),
          program: "git diff ",
          sessionName: .directory("-diff")
        )
      }
    }

    /// The name in files.
    package var name: String { traits.name }

    /// The option that names it.
    package var option: ContentOption { traits.option }
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
    let line = kind.traits.program + arguments.joined(separator: " ")
    return line.utf8.last == UInt8(ascii: " ") ? String(line.dropLast()) : line
  }
}
