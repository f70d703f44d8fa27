import NavBase

/// Expands `{{#include FILE}}` in a chapter, as mdBook does.
///
/// The name may be followed by lines (`:3`, `:3:7`, `:3:`, `::7`) or an anchor (`:name`, for the lines between
/// `ANCHOR: name` and `ANCHOR_END: name`). An include that fails is a fault, and a blank line in the text.
struct DocsIncludes {
  private let root: String
  private let limits: DocsLimits
  private var files = 0
  private var bytes = 0
  /// The position of the include of the chapter that is being expanded.
  private var position: String.Index?
  /// The includes that failed: the position in the chapter, and one sanitised sentence without a full stop.
  private(set) var faults: [(position: String.Index?, problem: String)] = []

  init(root: String, limits: DocsLimits) {
    self.root = root
    self.limits = limits
  }

  /// Expands a text.
  ///
  /// - Parameters:
  ///   - text: Markdown, or an included file.
  ///   - path: the paths of the including files, from the chapter inwards.
  /// - Returns: the expanded text.
  mutating func expanded(_ text: String, in path: [String]) -> String {
    guard text.contains("{{#") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.start(of: "{{#") {
      let before = rest[..<start]
      if path.count == 1 { position = start }
      let inner = rest[start...].dropFirst(3)
      guard let end = inner.start(of: "}}"), !inner[..<end].contains(where: \.isNewline) else {
        result += before + "{{#"
        rest = inner
        continue
      }
      if before.last == "\\" {
        result += before.dropLast() + "{{#" + inner[..<end] + "}}"
      } else {
        result += before + replacement(for: inner[..<end], in: path)
      }
      rest = inner[end...].dropFirst(2)
    }
    return result + rest
  }

  private mutating func replacement(for command: Substring, in path: [String]) -> String {
    let words = command.split(separator: " ", maxSplits: 1)
    let argument = words.count > 1 ? words[1].trimmingBlanks() : ""
    switch words.first {
    case "include", "rustdoc_include": return included(argument, in: path)
    case "playground", "playpen":
      let name = argument.split(separator: " ").first.map(String.init) ?? ""
      return "```\n" + included(name, in: path) + "\n```"
    case "title": return ""
    default: return "{{#" + command + "}}"
    }
  }

  private mutating func included(_ argument: String, in path: [String]) -> String {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let directory = DocsPath.directory(of: path.last ?? "")
    guard let file = DocsPath.resolved(name, in: directory), !file.isEmpty else {
      return refused(name, "it is outside of the book")
    }
    guard !path.contains(file) else { return refused(name, "it includes itself") }
    guard path.count <= limits.includeDepth else {
      return refused(name, "files are included more than \(limits.includeDepth) deep")
    }
    guard files < limits.includes else {
      return refused(name, "\(files) files are included already")
    }
    files += 1
    let text: String
    do throws(ContentError) {
      text = try loadText(
        path: root + "/" + file,
        limit: limits.includedBytes - bytes,
        beneath: root
      )
    } catch {
      return refused(name, error.reason)
    }
    bytes += text.utf8.count
    guard bytes <= limits.includedBytes else { return refused(name, "too much is included") }
    let lines = Self.selected(parts.count > 1 ? parts[1] : "", of: text)
    return expanded(lines, in: path + [file])
  }

  private mutating func refused(_ name: String, _ reason: String) -> String {
    let name = sanitized(name).truncated(toColumns: 60)
    faults.append((position, "can't include \(name): \(reason)"))
    // A paragraph of it is a blank row.
    return "\u{A0}"
  }

  /// Returns the selected lines of a text, without anchor lines.
  static func selected(_ selection: Substring, of text: String) -> String {
    var lines = Array(LineCursor(text))
    let ends = selection.split(separator: ":", omittingEmptySubsequences: false)
    let isRange = ends.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    if selection.isEmpty {
      // The whole text.
    } else if isRange {
      let first = max(1, ends.first.flatMap { Int($0) } ?? 1)
      let last = ends.count > 1 ? ends[1].isEmpty ? Int.max : Int(ends[1]) ?? Int.max : first
      lines = Array(lines.prefix(last).dropFirst(first - 1))
    } else {
      lines = anchored(String(ends[0]), in: lines)
    }
    return lines.filter { $0.start(of: "ANCHOR:") == nil && $0.start(of: "ANCHOR_END:") == nil }
      .joined(separator: "\n")
  }

  private static func anchored(_ name: String, in lines: [Substring]) -> [Substring] {
    var found: [Substring] = []
    var isInside = false
    for line in lines {
      if line.mark("ANCHOR_END:") == name { isInside = false }
      if isInside { found.append(line) }
      if line.mark("ANCHOR:") == name { isInside = true }
    }
    return found
  }
}

extension String {
  /// Returns the line and the column of a position, in Unicode scalars, both from 1.
  func place(of position: Index?) -> (line: Int, column: Int) {
    let before = utf8[..<(position ?? startIndex)]
    let line = String(decoding: before.reversed().prefix { $0 != 0x0A }.reversed(), as: UTF8.self)
    return (before.count { $0 == 0x0A } + 1, line.unicodeScalars.count + 1)
  }
}

extension Substring {
  /// Returns the index of the first occurrence of a text; nil if there is none.
  fileprivate func start(of needle: String) -> Index? {
    let first = needle.utf8.first
    var index = utf8.startIndex
    while let found = utf8[index...].firstIndex(where: { $0 == first }) {
      if utf8[found...].starts(with: needle.utf8) { return found }
      index = utf8.index(after: found)
    }
    return nil
  }

  /// Returns the word after a mark; nil without the mark.
  fileprivate func mark(_ mark: String) -> String? {
    guard let start = start(of: mark) else { return nil }
    return self[start...].dropFirst(mark.count).split(whereSeparator: \.isWhitespace).first
      .map(String.init)
  }
}

extension ContentError {
  /// The reason why a file can't be included, without its path.
  var reason: String {
    switch self {
    case .notFound: "there is no such file"
    case .isDirectory: "it is a directory"
    case .notPermitted: "permission denied"
    case .outside: "not among the files that were sent"
    case .linksOut: "a link leads out of the directory"
    case .tooLarge: "too much is included"
    case .needsMemory: "it needs too much memory or time"
    case .notDirectory, .notRegularFile, .binary, .malformed, .vanished, .unreadable:
      "it can't be read"
    }
  }
}
