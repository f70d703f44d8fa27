package import NavWire

/// How a session is called that nobody has named: after what it shows.
package enum SessionNaming {
  /// The most sessions of one name: `talk`, `talk-2` and so on.
  package static let most = 99
  /// The longest name without a number, in letters: with one it has to be a session's name still.
  private static let longest = 60

  /// The name under which content is looked for, or made a session of.
  ///
  /// - Parameters:
  ///   - content: what is to be shown.
  ///   - sessions: those that there are.
  /// - Returns: the first name that is free or whose session comes from the same place.
  package static func name(
    for content: ContentDescription,
    among sessions: [Reply.SessionInfo]
  ) -> String {
    let origins = Dictionary(sessions.map { ($0.name, $0.content) }) { first, _ in first }
    var name = content.sessionName
    while let origin = origins[name], origin != content.origin, let next = next(after: name) {
      name = next
    }
    return name
  }

  /// The name to try where another session has this one; nil where there are too many.
  package static func next(after name: String) -> String? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, let number = Int(last),
      (2...most).contains(number)
    else { return name + "-2" }
    guard number < most else { return nil }
    return name.dropLast(last.count) + "\(number + 1)"
  }

  /// A text as a session's name: letters, digits, `.`, `_` and `-`, the first one a letter or a digit.
  package static func name(of text: String) -> String {
    var name = ""
    for character in text {
      if character.isASCII, character.isLetter || character.isNumber || "._".contains(character) {
        name.append(character)
      } else if name.last != "-" {
        name.append("-")
      }
    }
    name = String(name.drop { !$0.isLetter && !$0.isNumber }.prefix(longest))
    while let last = name.last, "-.".contains(last) { name.removeLast() }
    return name.isEmpty ? "session" : name
  }
}

extension ContentDescription {
  /// The name of a session that shows it and that nobody has named.
  package var sessionName: String { SessionNaming.name(of: nameInWords) }

  /// What people call it: a file's name without its ending, a directory's, a program's.
  private var nameInWords: String {
    switch self {
    case .tour: "tour"
    case .deck(let path), .scene(let path, _), .outline(let path), .file(let path):
      Self.stem(of: path)
    case .tree(let path, _): Self.last(of: path)
    case .docs(let path): Self.book(at: path)
    case .command(let command): Self.name(of: command)
    case .text: "stdin"
    case .tabs(let contents): contents.first?.sessionName ?? ""
    }
  }

  private static func last(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "files"
  }

  /// A file's name without what stands behind its last dot.
  private static func stem(of path: String) -> String {
    let name = last(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The directory of a book, and not the one in it that has the chapters.
  private static func book(at path: String) -> String {
    var parts = path.split(separator: "/")
    if let name = parts.last, name.hasSuffix(".md") { parts.removeLast() }
    if parts.count > 1, parts.last == "src" { parts.removeLast() }
    return parts.last.map(String.init) ?? "book"
  }

  private static func name(of command: CommandLine) -> String {
    let directory = last(of: command.directory)
    switch command.kind {
    case .shell:
      let words = (command.arguments.first ?? "").split(whereSeparator: \.isWhitespace)
      return last(of: words.first.map(String.init) ?? "")
    case .man: return command.arguments.last ?? "man"
    case .gitLog: return directory + "-log"
    case .gitDiff: return directory + "-diff"
    }
  }
}
