package import NavBase
package import NavWire

/// Names for sessions that the user did not name: they are derived from the content.
package enum SessionNaming {
  /// The highest number in a name: `talk`, `talk-2` and so on.
  package static let highestNumber = 99
  /// The longest name without a number, in letters; with a number it must still be a valid session name.
  private static let maximumLetters = 60
  private static let maximumBytes = SessionNameRule.maximumBytes - 4

  /// Returns the name of the session to join or create for some content.
  ///
  /// - Parameters:
  ///   - content: the content to show.
  ///   - sessions: the existing sessions.
  ///   - isNew: whether the session is not to exist yet.
  /// - Returns: the first name that is free, or else whose session has the same origin.
  package static func name(
    for content: ContentSpec,
    among sessions: [Reply.SessionInfo],
    isNew: Bool = false
  ) -> String {
    let origins = Dictionary(sessions.map { ($0.name, $0.content) }) { first, _ in first }
    var name = content.sessionName
    while let origin = origins[name], isNew || origin != content.origin,
      let next = next(after: name)
    {
      name = next
    }
    return name
  }

  /// Returns the name to try after one that is taken; nil at the limit.
  package static func next(after name: String) -> String? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, let number = Int(last),
      (2...highestNumber).contains(number)
    else { return name + "-2" }
    guard number < highestNumber else { return nil }
    return name.dropLast(last.count) + "\(number + 1)"
  }

  /// Converts a text to a session's name (`SessionNameRule`).
  package static func name(of text: String) -> String {
    var name = ""
    for character in text {
      if character != "-", SessionNameRule.admits(character) {
        name.append(character)
      } else if name.last != "-" {
        name.append("-")
      }
    }
    name = String(name.drop { !SessionNameRule.mayBegin(with: $0) }.prefix(maximumLetters))
    while name.utf8.count > maximumBytes { name.removeLast() }
    while let last = name.last, "-.".contains(last) { name.removeLast() }
    return name.isEmpty ? "session" : name
  }
}

extension ContentSpec {
  /// The generated name of a session with this content.
  package var sessionName: String { SessionNaming.name(of: baseName) }

  /// The common name of the content: a file's name without its extension, a directory's or a program's
  /// name.
  private var baseName: String {
    switch self {
    case .tour: "tour"
    case .path(let content):
      switch content.kind.traits.sessionName {
      case .stem: Self.lastComponent(of: content.path).fileStem
      case .name: Self.lastComponent(of: content.path)
      case .book: Self.book(at: content.path)
      }
    case .command(let command): Self.name(of: command)
    case .text: "stdin"
    case .bundle(let bundle): bundle.entry.baseName
    case .tabs(let contents): contents.first?.sessionName ?? ""
    }
  }

  private static func lastComponent(of path: String) -> String {
    path.lastComponent ?? "files"
  }

  /// Returns the name of a book's directory, not of its subdirectory with the chapters.
  private static func book(at path: String) -> String {
    var parts = path.split(separator: "/")
    if let name = parts.last, name.hasSuffix(".md") { parts.removeLast() }
    if parts.count > 1, parts.last == "src" { parts.removeLast() }
    return parts.last.map(String.init) ?? "book"
  }

  private static func name(of command: CommandLine) -> String {
    switch command.kind.traits.sessionName {
    case .firstWord:
      let words = (command.arguments.first ?? "").split(whereSeparator: \.isWhitespace)
      return lastComponent(of: words.first.map(String.init) ?? "")
    case .lastArgument: return command.arguments.last ?? command.kind.name
    case .directory(let addition): return lastComponent(of: command.directory) + addition
    }
  }
}
