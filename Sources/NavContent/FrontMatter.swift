/// What stands before a document: simple `key: value` lines between two lines of `---`.
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

  init(of text: String) {
    body = text
    if body.unicodeScalars.first == "\u{FEFF}" { body.unicodeScalars.removeFirst() }
    guard body.utf8.starts(with: "---".utf8) else { return }
    var lines = LineCursor(body)
    guard lines.next()?.trimmingBlanks() == "---" else { return }
    var values: [String: String] = [:]
    var isBlank = true
    while let line = lines.next() {
      let trimmed = line.trimmingBlanks()
      if trimmed == "---" || trimmed == "...", line.utf8.first != 0x20 {
        guard isBlank || !values.isEmpty else { return }
        self.values = values
        body = lines.rest
        return
      }
      if trimmed.isEmpty { continue }
      isBlank = false
      if let (key, value) = Self.pair(in: line) {
        values[key] = values[key] ?? value
      } else if !Self.isContinuation(line) {
        return
      }
    }
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
