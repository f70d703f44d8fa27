import NavBase

/// The files that a deck includes: Markdown (`include`) and code (a code block `file`).
///
/// The files must be in the directory of the deck or below it. They are not read while the deck is parsed: a deck is
/// parsed again with the files that it has asked for, until it asks for no further ones (`DeckReader`).
struct DeckFiles {
  /// The deck's directory, either empty or with a trailing slash; nil for a text without a file.
  private let root: String?
  /// The files that were read, by their paths relative to the deck's directory.
  private var outcomes: [String: Outcome] = [:]
  /// The size of all of them.
  private var bytesRead = 0
  /// The files that were asked for and are not read yet, in order.
  private(set) var missing: [String] = []
  /// The files that were included since `begin`, and their bytes.
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
    root = path?.pathBeforeName
  }

  /// Begins to parse the deck.
  mutating func begin() { (count, bytes) = (0, 0) }

  /// Returns an included file.
  ///
  /// - Parameters:
  ///   - name: the path, relative to the including file, or to the deck's directory after `@/`.
  ///   - chain: the paths of the including files, from the deck inwards.
  /// - Returns: the text, or the reason why it can't be included; nil if it has to be read first.
  mutating func find(_ name: String, in chain: [String]) -> Outcome? {
    let name = name.trimmingBlanks()
    func problem(_ reason: String) -> Outcome { Self.problem(name, reason) }
    guard root != nil else { return problem("this text is no file, so no directory is its own") }
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
    switch outcomes[path] {
    case .text(let text, _)?:
      bytes += text.utf8.count
      return bytes <= Self.byteLimit ? .text(text, path: path) : problem("too much is included")
    case .problem(let reason)?: return problem(reason)
    case nil:
      if !missing.contains(path) { missing.append(path) }
      return nil
    }
  }

  /// Reads the files that were asked for; returns whether there were any.
  mutating func readMissing() -> Bool {
    guard let root, !missing.isEmpty else { return false }
    for path in missing {
      guard outcomes.count < Self.countLimit else {
        outcomes[path] = .problem("\(Self.countLimit) files are included already")
        continue
      }
      do throws(ContentError) {
        let text = try loadText(path: root + path, limit: Self.byteLimit - bytesRead, beneath: root)
        bytesRead += text.utf8.count
        outcomes[path] = .text(text, path: path)
      } catch {
        outcomes[path] = .problem(error.reason)
      }
    }
    missing = []
    return true
  }

  /// Returns an included file, which is read if necessary.
  mutating func read(_ name: String, in chain: [String]) -> Outcome {
    if let found = find(name, in: chain) { return found }
    _ = readMissing()
    return find(name, in: chain) ?? Self.problem(name, "it can't be read")
  }

  private static func problem(_ name: String, _ reason: String) -> Outcome {
    .problem("can't include \(sanitized(name).truncated(toColumns: 60)): \(reason)")
  }
}
