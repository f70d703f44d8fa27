import Glibc
import NavBase

/// Guesses whether a YAML file is a scene, from the keys at the starts of its lines.
///
/// A scene is a map with a content key and otherwise only keys of a scene's node; any other YAML is a
/// document.
package struct SceneGuess {
  package let isScene: Bool

  /// The content keys of a scene's node.
  static let contentKeys: Set<String> = [
    "text", "file", "deck", "tree", "docs", "outline", "command", "list", "board", "pager", "book",
    "options", "stack", "tabs", "split",
  ]
  /// The other keys of a scene's node.
  static let otherKeys: Set<String> = [
    "title", "hidden", "sort", "size", "insets", "bounces", "scroll_enabled", "shows_indicators",
  ]
  /// The number of bytes that are read.
  private static let limit = 256 << 10

  /// Reads a file; an unreadable file counts as a scene, so that the daemon reports the error.
  package init(path: String) {
    let file = open(path.utf8.terminated, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else {
      // No keys at all.
      self.init(text: "")
      return
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.limit)
    let count = read(file, &bytes, bytes.count)
    self.init(text: DecodedText(Array(bytes.prefix(max(0, count))), isCut: true).text)
  }

  init(text: String) {
    var keys: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      guard let first = line.first, !first.isWhitespace, first != "#", !line.hasPrefix("---"),
        !line.hasPrefix("%"), first != "\u{FEFF}"
      else { continue }
      guard let colon = line.firstIndex(of: ":") else {
        // A list, a scalar, or the end of a flow collection.
        if keys.isEmpty { keys.append("") }
        continue
      }
      keys.append(line[..<colon].filter { $0 != "\"" && $0 != "'" && $0 != "{" && $0 != " " })
    }
    let isKnown = keys.allSatisfy { Self.contentKeys.contains($0) || Self.otherKeys.contains($0) }
    // An empty file counts as a scene, so that its author gets a scene's error messages.
    isScene = text.isEmpty || isKnown && keys.contains { Self.contentKeys.contains($0) }
  }
}
