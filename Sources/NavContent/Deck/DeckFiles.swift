import NavText

/// Reads the files that a deck takes in: Markdown (`include`) and code (a block `file`).
///
/// They lie in the directory of the deck or below it.
struct DeckFiles {
  /// The deck's directory, with a slash at its end or empty; nil for a text that is no file.
  private let root: String?
  private var count = 0
  private var bytes = 0

  /// Files of one deck, all of their bytes, and files in one another.
  static let countLimit = 256
  static let byteLimit = 4 << 20
  static let depthLimit = 8

  enum Outcome {
    /// A text, and its path in the directory.
    case text(String, path: String)
    /// One sanitised sentence without its end.
    case problem(String)
  }

  /// - Parameter path: of the deck; nil for a text that is no file.
  init(deck path: String?) {
    root = path.map { $0.lastIndex(of: "/").map { String(path?[...$0] ?? "") } ?? "" }
  }

  /// The path of a deck in its own directory.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Reads a file that another one names.
  ///
  /// - Parameters:
  ///   - name: the path, relative to the file that has it, or to the deck behind `@/`.
  ///   - chain: the files that it is in, from the deck on.
  /// - Returns: the text, or why there is none.
  mutating func read(_ name: String, in chain: [String]) -> Outcome {
    let name = name.trimmingBlanks()
    func problem(_ reason: String) -> Outcome {
      .problem("can't include \(sanitized(name).truncated(toColumns: 60)): \(reason)")
    }
    guard let root else { return problem("this text is no file, so no directory is its own") }
    let isOfRoot = name.hasPrefix("@/")
    let directory = isOfRoot ? "" : BookPath.directory(of: chain.last ?? "")
    guard !name.hasPrefix("/"),
      let path = BookPath.resolved(isOfRoot ? String(name.dropFirst(2)) : name, in: directory),
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
