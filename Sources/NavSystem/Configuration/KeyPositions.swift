/// The positions of the keys in a TOML text.
///
/// toml++ reports positions only for syntax errors. This scanner expects text that the parser has accepted, and checks
/// nothing; for any other text the positions are meaningless. O(length).
package struct KeyPositions: Sendable {
  /// A line, and a column in Unicode scalars; both from 1.
  package struct Position: Hashable, Comparable, Sendable {
    package var line = 1
    package var column = 1

    package static func < (a: Position, b: Position) -> Bool {
      (a.line, a.column) < (b.line, b.column)
    }
  }

  private var found: [[String]: Position] = [:]
  private let source: [Unicode.Scalar]
  private var index = 0
  private var here = Position()

  package init(in text: String) {
    source = Array(text.unicodeScalars)
    // A byte order mark does not count as a column.
    if source.first == "\u{FEFF}" { index = 1 }
    var table: [String] = []
    while let next = peek {
      switch next {
      case " ", "\t", "\r", "\n": advance()
      case "#": skipComment()
      case "[": table = readHeader()
      default: readEntry(in: table)
      }
    }
  }

  /// The position at which a key was first written; if it is unknown, that of the nearest enclosing table.
  package subscript(path: [String]) -> Position {
    var path = path[...]
    while !path.isEmpty {
      if let position = found[Array(path)] { return position }
      path.removeLast()
    }
    return Position()
  }

  // MARK: Keys and values

  /// Reads `[a.b]` or `[[a.b]]`, up to the closing brackets.
  private mutating func readHeader() -> [String] {
    skip("[")
    let path = readKey(in: [])
    skip("]")
    return path
  }

  private mutating func readEntry(in table: [String]) {
    let path = readKey(in: table)
    skip("=")
    skipBlanks()
    readValue(of: path)
  }

  /// Reads a key such as `a."b".c` and returns its full path.
  private mutating func readKey(in table: [String]) -> [String] {
    var path = table
    repeat {
      skip(".")
      skipBlanks()
      let position = here
      path.append(readPart())
      if found[path] == nil { found[path] = position }
      skipBlanks()
    } while peek == "."
    return path
  }

  private mutating func readPart() -> String {
    if peek == "\"" || peek == "'" { return readString() }
    let start = index
    while let next = peek, !" \t\r\n.=[]{},#".unicodeScalars.contains(next) { advance() }
    // Skips an unexpected character, so that the scan always advances.
    if index == start { advance() }
    return text(start..<index)
  }

  private mutating func readValue(of path: [String]) {
    switch peek {
    case "\"", "'": _ = readString()
    case "[": readList(to: "]") { $0.readValue(of: path) }
    case "{": readList(to: "}") { $0.readEntry(in: path) }
    default: while let next = peek, !"\r\n,]}#".unicodeScalars.contains(next) { advance() }
    }
  }

  private mutating func readList(
    to end: Unicode.Scalar,
    element: (inout KeyPositions) -> Void
  ) {
    advance()
    while let next = peek {
      switch next {
      case " ", "\t", "\r", "\n", ",": advance()
      case "#": skipComment()
      case end: return advance()
      default:
        let start = index
        element(&self)
        if index == start { advance() }
      }
    }
  }

  /// Reads a quoted string and returns the text between the quotes, with escapes left as they are.
  private mutating func readString() -> String {
    guard let quote = peek else { return "" }
    var count = 0
    while count < 3, peek == quote {
      count += 1
      advance()
    }
    // Two quotes alone are an empty string.
    if count == 2 { return "" }
    let start = index
    while peek != nil {
      if source[index...].prefix(count).elementsEqual(repeatElement(quote, count: count)) { break }
      if peek == "\\", quote == "\"" { advance() }
      advance()
    }
    let end = index
    // A multi-line string may end with up to two quotes of its own before the closing ones.
    while peek == quote, index - end < (count == 3 ? 5 : 1) { advance() }
    return text(start..<end)
  }

  // MARK: Characters

  private var peek: Unicode.Scalar? { index < source.count ? source[index] : nil }

  private mutating func advance() {
    guard let next = peek else { return }
    index += 1
    if next == "\n" {
      here = Position(line: here.line + 1, column: 1)
    } else {
      here.column += 1
    }
  }

  private mutating func skip(_ scalar: Unicode.Scalar) {
    while peek == scalar { advance() }
  }

  private mutating func skipBlanks() {
    while peek == " " || peek == "\t" { advance() }
  }

  private mutating func skipComment() {
    while let next = peek, next != "\n" { advance() }
  }

  private func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source[range])
    return String(text)
  }
}
