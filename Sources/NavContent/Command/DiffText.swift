import NavBase

/// The output of `git diff` as text blocks: a heading for each file, and one below it for each
/// hunk.
struct DiffText {
  /// The maximum number of lines that are shown.
  static let lineLimit = 50_000

  private(set) var blocks: [TextBlock] = []
  private var lines: [String] = []
  private var isInHunk = false
  private var count = 0
  private let namesFiles: Bool

  /// - Parameters:
  ///   - text: the output of `git diff` without colours.
  ///   - namesFiles: whether each file has a heading with its name.
  init(_ text: Substring, namesFiles: Bool) {
    self.namesFiles = namesFiles
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      count += 1
      guard count <= Self.lineLimit else { break }
      add(line)
    }
    flush()
    guard count > Self.lineLimit else { return }
    let note = "Cut off here: only the first \(grouped(Self.lineLimit)) lines are shown."
    blocks.append(.note(note))
  }

  private mutating func add(_ line: Substring) {
    if line.hasPrefix("diff --git ") {
      flush()
      isInHunk = false
      if namesFiles {
        blocks.append(.heading(level: 2, StyledText(GitPath.shown(Self.path(line)))))
      }
    } else if line.hasPrefix("@@") {
      flush()
      isInHunk = true
      let style = TextStyle(role: .diffHunk)
      blocks.append(.heading(level: 3, StyledText(sanitized(String(line)), style: style)))
    } else if isInHunk || !(line.isEmpty || Self.isHeader(line)) {
      let shown = isInHunk ? nil : Self.renaming(line)
      lines.append(shown ?? sanitized(String(line), keeping: .tabs))
    }
  }

  /// Whether a line repeats the heading or is of no use to readers.
  private static func isHeader(_ line: Substring) -> Bool {
    ["index ", "--- ", "+++ "].contains { line.hasPrefix($0) }
  }

  /// Returns a line `rename from path` or the like with the real name; nil for any other line.
  private static func renaming(_ line: Substring) -> String? {
    ["rename from ", "rename to ", "copy from ", "copy to "].first(where: line.hasPrefix).map {
      $0 + GitPath.shown(GitPath.unquoted(line.dropFirst($0.count)))
    }
  }

  private mutating func flush() {
    while lines.last?.isEmpty == true { lines.removeLast() }
    let muted = TextStyle(role: .muted)
    let styled = isInHunk ? DiffLines.hunk(lines) : lines.map { StyledText($0, style: muted) }
    if !lines.isEmpty { blocks.append(.preformatted(styled)) }
    lines = []
  }

  /// Returns the new path of a line `diff --git a/path b/path`, or `diff --git "a/path" "b/path"`.
  private static func path(_ line: Substring) -> String {
    let names = line.dropFirst("diff --git ".count)
    if names.last == "\"", let place = names.ranges(of: " \"b/").last {
      return String(GitPath.unquoted(names[place.lowerBound...].dropFirst()).dropFirst(2))
    }
    if let place = names.firstRange(of: " b/") { return String(names[place.upperBound...]) }
    return String(names)
  }
}
