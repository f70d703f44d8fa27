package import NavCommands
import NavScene

/// The content specification of a session.
package enum ContentSpec: Hashable, Sendable {
  /// The built-in tour; the text is the command with which other viewers join.
  case tour(command: String)
  /// The absolute path of a Markdown deck.
  case deck(path: String)
  /// The absolute path of a directory, and the order of its entries and those below it.
  case tree(path: String, order: TreeOrder = .standard)
  /// The absolute path of a scene file, and the order of its directories; nil for the order given in the file.
  case scene(path: String, order: TreeOrder? = nil)
  /// The absolute path of a book's `SUMMARY.md`, or of a directory of Markdown files.
  case docs(path: String)
  /// The absolute path of a JSON or YAML document.
  case outline(path: String)
  /// The absolute path of any other file, shown as in a directory.
  case file(path: String)
  /// The output of a program, which ends with the session.
  case command(CommandLine)
  /// A text sent with the request.
  case text(GivenText)
  /// Several contents, each with a side tab: 1 to `mostTabs`, not nested.
  indirect case tabs([ContentSpec])

  package static let mostTabs = Limits.tabs
}

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
  package func check() throws(WireError) {
    guard arguments.count <= Self.mostArguments else {
      throw WireError("\(arguments.count) arguments; give at most \(Self.mostArguments)")
    }
    let count = arguments.reduce(0) { $0 + $1.utf8.count }
    guard count <= Self.argumentByteLimit else {
      throw WireError("arguments of \(count) bytes; give at most \(Self.argumentByteLimit)")
    }
    guard !(arguments + [directory]).contains(where: { $0.utf8.contains(0) }) else {
      throw WireError("an argument with a NUL, which no program can be given")
    }
    guard directory.utf8.first == UInt8(ascii: "/") else {
      throw WireError("a program's directory that is no absolute path: name one from /")
    }
    guard kind != .shell || arguments.count == 1 else {
      throw WireError("\(arguments.count) command lines for the shell; give one")
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

/// A text that a client sends with its request, read from its standard input.
package struct GivenText: Hashable, Sendable {
  package enum Form: Hashable, CaseIterable, Sendable {
    /// Lines of a program's output, with colours.
    case printed
    case deck
    case outline
  }

  /// The name in lists: one line, possibly empty.
  package var name: String
  /// The text, at most `byteLimit` bytes.
  package var bytes: [UInt8]
  package var form: Form

  package static let byteLimit = 512 << 10

  package init(name: String, bytes: [UInt8], form: Form) {
    self.name = name
    self.bytes = bytes
    self.form = form
  }

  /// The display name, with a default for an empty name.
  package var shownName: String { name.isEmpty ? "standard input" : name }
}

extension ContentSpec {
  /// Whether the content contains directories, or may contain some.
  package var hasTrees: Bool {
    switch self {
    case .tree, .scene: true
    case .tabs(let contents): contents.contains(where: \.hasTrees)
    case .tour, .deck, .docs, .outline, .file, .command, .text: false
    }
  }

  /// Returns the content with all its directories in a given order.
  package func ordered(_ order: TreeOrder) -> ContentSpec {
    switch self {
    case .tree(let path, _): .tree(path: path, order: order)
    case .scene(let path, _): .scene(path: path, order: order)
    case .tabs(let contents): .tabs(contents.map { $0.ordered(order) })
    case .tour, .deck, .docs, .outline, .file, .command, .text: self
    }
  }
}

extension ContentSpec {
  /// The origin of the content for listings and messages; not sanitised.
  package var origin: String {
    switch self {
    case .tour: "tour"
    case .deck(let path), .tree(let path, _), .scene(let path, _), .docs(let path),
      .outline(let path), .file(let path):
      path
    case .command(let command): command.text
    case .text(let text): text.shownName
    case .tabs(let contents): contents.map(\.origin).joined(separator: ", ")
    }
  }

  /// The last component of the origin; not sanitised.
  package var shortName: String {
    switch self {
    case .tour: "tour"
    case .deck(let path), .tree(let path, _), .scene(let path, _), .docs(let path),
      .outline(let path), .file(let path):
      path.split(separator: "/").last.map(String.init) ?? "/"
    case .command(let command): command.text
    case .text(let text): text.shownName
    case .tabs(let contents): contents.map(\.shortName).joined(separator: ", ")
    }
  }
}
