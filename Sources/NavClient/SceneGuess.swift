import Glibc

/// Whether a YAML file is a scene, by the keys at the beginning of its lines.
///
/// A scene is a map with one content, and says nothing else but its title; any other YAML is a document.
package struct SceneGuess {
  package let isScene: Bool

  /// The keys of a node of a scene that are its content.
  static let contents: Set<String> = [
    "text", "file", "deck", "tree", "docs", "outline", "command", "list", "board", "pager", "book",
    "options", "stack", "tabs",
  ]
  /// The other keys of a node.
  static let others: Set<String> = ["title", "hidden", "sort", "size", "insets"]
  /// So much of a file is looked at, in bytes.
  private static let limit = 256 << 10

  /// Looks at a file; what can't be read is a scene, so that the daemon says what is wrong.
  package init(path: String) {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else {
      // No keys at all.
      self.init(text: "")
      return
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.limit)
    let count = read(file, &bytes, bytes.count)
    self.init(text: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
  }

  init(text: String) {
    var keys: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      guard let first = line.first, !first.isWhitespace, first != "#", !line.hasPrefix("---"),
        !line.hasPrefix("%"), first != "\u{FEFF}"
      else { continue }
      guard let colon = line.firstIndex(of: ":") else {
        // A list, a scalar, or the end of a flow.
        if keys.isEmpty { keys.append("") }
        continue
      }
      keys.append(line[..<colon].filter { $0 != "\"" && $0 != "'" && $0 != "{" && $0 != " " })
    }
    let isKnown = keys.allSatisfy { Self.contents.contains($0) || Self.others.contains($0) }
    // Whoever begins to write a scene hears what it needs.
    isScene = keys.isEmpty || isKnown && keys.contains { Self.contents.contains($0) }
  }
}
