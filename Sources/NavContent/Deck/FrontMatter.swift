/// The front matter of a document: YAML between two lines of `---`, or TOML between two lines of `+++`.
///
/// Lines of `key: value` are read even if the whole is not valid YAML; nested values need valid YAML. Invalid front
/// matter never makes a deck fail.
///
/// Front matter exists only if the first line is `---`, a later line is `---` or `...`, and the text between them looks
/// like YAML: at least one line `key:` or `key: value`, and otherwise only comments (`# ...`), blank lines, indented
/// lines and list entries (`- ...`); or nothing but blank lines. In all other cases the first `---` is a Markdown rule.
struct FrontMatter {
  /// The values of keys at the start of a line, unquoted; keys in lower case.
  private(set) var values: [String: String] = [:]
  /// The document after the front matter, without a byte order mark.
  private(set) var body: String
  /// The notation of the front matter.
  private(set) var dialect = Dialect.yaml
  /// The parsed YAML; nil if it is invalid, has aliases or is longer than the limit.
  private var node: YAMLValue?

  enum Dialect: Hashable, Sendable {
    case yaml
    /// Of TOML, `key = value` before the first table is read.
    case toml
    /// Lines of `%key: value` before the first slide.
    case mdp
    /// Lines that start with `%`: title, author and date.
    case pandoc
  }

  /// The maximum size that is parsed as YAML, in bytes; longer front matter is only read line by line.
  private static let byteLimit = 64 << 10

  init(of text: String) {
    body = text
    if body.unicodeScalars.first == "\u{FEFF}" { body.unicodeScalars.removeFirst() }
    guard body.utf8.starts(with: "---".utf8) else {
      if body.utf8.starts(with: "+++".utf8) { readTOML() } else { readPercentLines() }
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

  /// Reads TOML up to the second `+++`, if it begins with a key, a table or a comment.
  private mutating func readTOML() {
    var lines = LineCursor(body)
    guard lines.next()?.trimmingBlanks() == "+++" else { return }
    var values: [String: String] = [:]
    var isStart = true
    var isRoot = true
    while let line = lines.next()?.trimmingBlanks() {
      if line == "+++" {
        self.values = values
        dialect = .toml
        body = lines.rest
        return
      }
      let pair = line.split(separator: "=", maxSplits: 1).map { $0.trimmingBlanks() }
      let isTable = line.hasPrefix("[")
      let isKey = pair.count == 2 && !pair[0].isEmpty && !pair[0].contains { $0.isWhitespace }
      if isStart, !line.isEmpty {
        guard isKey || isTable || line.hasPrefix("#") else { return }
        isStart = false
      }
      if isTable { isRoot = false }
      if isKey, isRoot, !line.hasPrefix("#"), values[pair[0].lowercased()] == nil {
        values[pair[0].lowercased()] = FenceParts.unquoted(pair[1])
      }
    }
  }

  /// Reads lines starting with `%` at the start of a deck of mdp or patat.
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

  /// Parses YAML; nil if it is invalid, which aliases are, or too long.
  private static func node(of text: String) -> YAMLValue? {
    guard text.utf8.count <= byteLimit else { return nil }
    return try? YAMLValue.parse(text)
  }

  // MARK: Values

  /// Returns the scalar at a path of keys as text; nil if there is none, and if it is a list or mapping.
  func text(_ path: String...) -> String? {
    let value = found(at: path)?.text ?? (path.count == 1 ? values[path[0]] : nil)
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }

  func flag(_ path: String...) -> Bool? {
    let value = found(at: path)?.text ?? (path.count == 1 ? values[path[0]] : nil)
    switch value?.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default: return nil
    }
  }

  /// Returns the texts of a list; a single scalar is a list of one.
  func texts(_ path: String...) -> [String] {
    guard let node = found(at: path) else {
      return path.count == 1 ? values[path[0]].map { [$0] } ?? [] : []
    }
    if let list = node.items { return list.compactMap(\.text) }
    return node.text.map { [$0] } ?? []
  }

  /// Whether the key exists at the root, with any value.
  func has(_ key: String) -> Bool { values[key] != nil }

  private func found(at path: [String]) -> YAMLValue? {
    var found = node
    for key in path { found = found?[key] }
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
    let isName = key.utf8.allSatisfy { $0.isNameCharacter || $0 == UInt8(ascii: "_") }
    let rest = line[line.utf8.index(after: colon)...]
    let isSeparated = rest.utf8.first.map { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ?? true
    guard isName, isSeparated, key.utf8.first.map({ $0 != UInt8(ascii: "-") }) == true else {
      return nil
    }
    return (key.lowercased(), FenceParts.unquoted(rest.trimmingBlanks()))
  }
}

/// Iterates over the lines of a text as defined by CommonMark: a line ends with LF, CRLF or CR.
struct LineCursor: Sequence, IteratorProtocol {
  private let text: String
  private var place: String.UTF8View.Index

  init(_ text: String) {
    self.text = text
    place = text.utf8.startIndex
  }

  /// The text after the lines read so far.
  var rest: String { String(text[place...]) }

  /// Returns the next line without its line end; nil at the end.
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
