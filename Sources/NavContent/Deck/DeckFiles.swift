import NavText

/// Reads the files that a deck includes: Markdown (`include`) and code (a code block `file`).
///
/// The files must be in the directory of the deck or below it.
struct DeckFiles {
  /// The deck's directory, either empty or with a trailing slash; nil for a text without a file.
  private let root: String?
  private var count = 0
  private var bytes = 0

  /// Limits of a deck: the number of included files, their total bytes, and the nesting depth.
  static let countLimit = 256
  static let byteLimit = 4 << 20
  static let depthLimit = 8

  enum Outcome {
    /// The text of the file, and its path relative to the deck's directory.
    case text(String, path: String)
    /// One sanitised sentence without a full stop.
    case problem(String)
  }

  /// - Parameter path: the path of the deck; nil for a text without a file.
  init(deck path: String?) {
    root = path.map { $0.lastIndex(of: "/").map { String(path?[...$0] ?? "") } ?? "" }
  }

  /// Returns the name of a deck's file.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Reads an included file.
  ///
  /// - Parameters:
  ///   - name: the path, relative to the including file, or to the deck's directory after `@/`.
  ///   - chain: the paths of the including files, from the deck inwards.
  /// - Returns: the text, or the reason why it can't be included.
  mutating func read(_ name: String, in chain: [String]) -> Outcome {
    let name = name.trimmingBlanks()
    func problem(_ reason: String) -> Outcome {
      .problem("can't include \(sanitized(name).truncated(toColumns: 60)): \(reason)")
    }
    guard let root else { return problem("this text is no file, so no directory is its own") }
    let isOfRoot = name.hasPrefix("@/")
    let directory = isOfRoot ? "" : DocsPath.directory(of: chain.last ?? "")
    guard !name.hasPrefix("/"),
      let path = DocsPath.resolved(isOfRoot ? String(name.dropFirst(2)) : name, in: directory),
      !path.isEmpty
    else { return problem("it is not in the deck's directory") }
    guard !chain.contains(path) else { return problem("it includes itself") }
    guard chain.count <= Self.depthLimit else {
      return problem("files are included more than \(Self.depthLimit) deep")
    }
    guard count < Self.countLimit else { return problem("\(count) files are included already") }
    count += 1
    do throws(ContentError) {
      let text = try loadText(path: root + path, limit: Self.byteLimit - bytes)
      bytes += text.utf8.count
      guard bytes <= Self.byteLimit else { return problem("too much is included") }
      return .text(text, path: path)
    } catch {
      return problem(error.reason)
    }
  }
}
