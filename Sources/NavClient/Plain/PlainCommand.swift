import NavCommands
import NavWire

/// A line that is typed, or written by a script, to a viewer without a screen: words as `navclient
/// send` takes them.
enum PlainCommand: Hashable {
  case act(Request.Input.Action)
  /// Say the place once more.
  case again
  case help
  case leave
  /// Nothing stands in the line.
  case nothing
  /// What is wrong, and what to do.
  case unknown(String)

  static let words =
    "next, back, goto NUMBER, next-tab, previous-tab, tab NUMBER, attachment, key NAME..., "
    + "again, help, leave"

  /// - Parameter line: without its end.
  init(_ line: String) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    switch (words.first, words.count) {
    case (nil, _): self = .nothing
    case ("next", 1): self = .act(.command(.forward))
    case ("back", 1): self = .act(.command(.back))
    case ("next-tab", 1): self = .act(.command(.nextTab))
    case ("previous-tab", 1): self = .act(.command(.previousTab))
    case ("attachment", 1): self = .act(.command(.toggleAttachment))
    case ("again", 1): self = .again
    case ("help", 1): self = .help
    case ("leave", 1): self = .leave
    case ("goto", 2): self = Self.goTo(words[1])
    case ("tab", 2): self = Self.tab(words[1])
    case ("key", 2...): self = Self.keys(words.dropFirst())
    default: self = .unknown("'\(line)' is no command: write \(Self.words)")
    }
  }

  private static func goTo(_ word: String) -> PlainCommand {
    guard let page = Int(word), page > 0 else {
      return .unknown("'\(word)' is no page: give a number from 1")
    }
    return .act(.command(.goTo(page)))
  }

  private static func tab(_ word: String) -> PlainCommand {
    guard let tab = Int(word), SessionCommand.tabNumbers.contains(tab) else {
      return .unknown("'\(word)' is no tab: give a number from 1 to 9")
    }
    return .act(.command(.tab(tab)))
  }

  private static func keys(_ names: ArraySlice<String>) -> PlainCommand {
    guard names.count <= Request.Input.maximumKeys else {
      return .unknown("at most \(Request.Input.maximumKeys) keys at once")
    }
    var keys: [Key] = []
    for name in names {
      guard let key = Key(name: name) else {
        return .unknown("'\(name)' names no key: try Right, PgDn, Enter, G, F1")
      }
      keys.append(key)
    }
    return .act(.keys(keys))
  }
}
