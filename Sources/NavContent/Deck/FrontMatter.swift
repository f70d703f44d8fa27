import Yams

/// What stands before a document: YAML between two lines of `---`.
///
/// Lines of `key: value` are understood even where the whole is no YAML; what is nested is read where it
/// is. Nothing in it makes a deck fail.
///
/// Front matter is there only if the first line is `---`, a later line is `---` or `...`, and what
/// lies between reads like YAML: at least one line `key:` or `key: value`, and apart from such
/// lines only comments (`# ...`), blank lines, lines that are indented, and list entries (`- ...`);
/// or nothing but blank lines. Otherwise the first `---` is a rule like any other.
struct FrontMatter {
  /// Values of keys that stand at the start of a line, without their quotation marks; keys in lower
  /// case.
  private(set) var values: [String: String] = [:]
  /// The document behind the front matter, without a byte order mark.
  private(set) var body: String
  /// How it is written.
  private(set) var dialect = Dialect.yaml
  /// All of it; nil where it is no YAML, has aliases or is long.
  private var node: Node?

  enum Dialect: Hashable, Sendable {
    case yaml
    /// Lines of `%key: value` before the first slide.
    case mdp
    /// Lines that begin with `%`: a title, who made it, a date.
    case pandoc
  }

  /// Longer front matter is read line by line only.
  private static let byteLimit = 64 << 10

  init(of text: String) {
    body = text
    if body.unicodeScalars.first == "\u{FEFF}" { body.unicodeScalars.removeFirst() }
    guard body.utf8.starts(with: "---".utf8) else {
      readPercentLines()
      return
    }
    var lines = LineCursor(body)
    guard lines.next()?.trimmingBlanks() == "---" else { return }
    var values: [String: String] = [:]
    var text = ""
    var isBlank = true
    while let line = lines.next() {
      let trimmed = line.trimmingBlanks()
      if trimmed == "---" || trimmed == "...", line.utf8.first != 0x20 {
        guard isBlank || !values.isEmpty else { return }
        self.values = values
        node = Self.node(of: text)
        body = lines.rest
        return
      }
      if text.utf8.count <= Self.byteLimit { text += line + "\n" }
      if trimmed.isEmpty { continue }
      isBlank = false
      if let (key, value) = Self.pair(in: line) {
        values[key] = values[key] ?? value
      } else if !Self.isContinuation(line) {
        return
      }
    }
  }

  /// Reads the lines before a deck of mdp or patat that begin with `%`.
  private mutating func readPercentLines() {
    var lines = LineCursor(body)
    var rest = lines
    var values: [String: String] = [:]
    var isMdp = false
    for key in ["title", "author", "date"] {
      guard let line = lines.next(), line.first == "%" else { break }
      rest = lines
      let text = line.dropFirst()
      let pair = text.split(separator: ":", maxSplits: 1).map { $0.trimmingBlanks() }
      if pair.count == 2, ["title", "author", "date"].contains(pair[0].lowercased()) {
        isMdp = true
        values[pair[0].lowercased()] = pair[1]
      } else {
        values[key] = text.trimmingBlanks()
      }
    }
    guard !values.isEmpty else { return }
    self.values = values
    dialect = isMdp ? .mdp : .pandoc
    body = rest.rest
  }

  /// A short document could ask for very much with aliases.
  private static func node(of text: String) -> Node? {
    guard text.utf8.count <= byteLimit, !text.hasYAMLAliases else { return nil }
    // Nesting without end is refused by the parser itself.
    return try? Yams.compose(yaml: text)
  }

  // MARK: Values

  /// What stands at a way of keys: a text, a number, a truth value; nil for nothing and for more than that.
  func text(_ path: String...) -> String? {
    let value = found(at: path)?.scalar?.string ?? (path.count == 1 ? values[path[0]] : nil)
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }

  func flag(_ path: String...) -> Bool? {
    let value = found(at: path)?.scalar?.string ?? (path.count == 1 ? values[path[0]] : nil)
    switch value?.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default: return nil
    }
  }

  /// The texts of a list; one for a text alone.
  func texts(_ path: String...) -> [String] {
    guard let node = found(at: path) else {
      return path.count == 1 ? values[path[0]].map { [$0] } ?? [] : []
    }
    if let list = node.sequence { return list.compactMap { $0.scalar?.string } }
    return node.scalar.map { [$0.string] } ?? []
  }

  /// Whether there is a key at the root, whatever it has.
  func has(_ key: String) -> Bool { values[key] != nil }

  private func found(at path: [String]) -> Node? {
    var found = node
    for key in path { found = found?.mapping?.first { $0.key.scalar?.string == key }?.value }
    return found
  }

  private static func isContinuation(_ line: Substring) -> Bool {
    switch line.utf8.first {
    case 0x20, 0x09, UInt8(ascii: "#"): true
    case UInt8(ascii: "-"): line.utf8.dropFirst().first == 0x20
    default: false
    }
  }

  private static func pair(in line: Substring) -> (key: String, value: String)? {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let key = line[..<colon]
    let isName = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
      default: false
      }
    }
    let rest = line[line.utf8.index(after: colon)...]
    let isSeparated = rest.utf8.first.map { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ?? true
    guard isName, isSeparated, key.utf8.first.map({ $0 != UInt8(ascii: "-") }) == true else {
      return nil
    }
    return (key.lowercased(), unquoted(rest.trimmingBlanks()))
  }

  private static func unquoted(_ value: String) -> String {
    guard value.utf8.count >= 2, let quote = value.first, quote == "\"" || quote == "'",
      value.last == quote
    else { return value }
    return String(value.dropFirst().dropLast())
  }
}

/// Walks the lines of a text as CommonMark counts them: a line ends with LF, CR LF or CR.
struct LineCursor {
  private let text: String
  private var place: String.UTF8View.Index

  init(_ text: String) {
    self.text = text
    place = text.utf8.startIndex
  }

  /// What lies behind the lines so far.
  var rest: String { String(text[place...]) }

  /// The next line without its end, nil behind the last.
  mutating func next() -> Substring? {
    let bytes = text.utf8
    guard place < bytes.endIndex else { return nil }
    let start = place
    while place < bytes.endIndex && bytes[place] != 0x0A && bytes[place] != 0x0D {
      place = bytes.index(after: place)
    }
    let line = text[start..<place]
    if place < bytes.endIndex {
      let isCarriageReturn = bytes[place] == 0x0D
      place = bytes.index(after: place)
      if isCarriageReturn && place < bytes.endIndex && bytes[place] == 0x0A {
        place = bytes.index(after: place)
      }
    }
    return line
  }
}
