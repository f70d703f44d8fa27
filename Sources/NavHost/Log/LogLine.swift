package import NavBase

/// The bytes of one line of the log.
///
/// For any names, paths and keys in it, the result is one line of valid UTF-8 without control characters and
/// without characters that change the direction of the text.
package struct LogLine: Sendable {
  /// The most bytes of a line with its line feed: the system writes that many into a pipe at once (`PIPE_BUF`), so
  /// that lines of several threads and processes stay apart.
  package static let limit = 4_096

  /// The most bytes of one value: a long one leaves room for the others.
  private static let valueLimit = 1_024
  /// The bytes that are kept for the end of a line: the mark of one that was cut, a brace and the line feed.
  private static let reserve = 32

  package private(set) var bytes: [UInt8] = []
  private var isCut = false

  /// Creates the line of an entry.
  ///
  /// - Parameters:
  ///   - entry: what it tells.
  ///   - format: its form.
  ///   - unixTime: its time, in milliseconds since 1970; text has none.
  ///   - hasPriority: whether text begins with `<N>`, by which journald knows the level.
  package init(
    _ entry: LogEntry,
    as format: LogFormat,
    at unixTime: Int64,
    hasPriority: Bool = false
  ) {
    switch format {
    case .text: writeText(entry, hasPriority: hasPriority)
    case .logfmt: writePairs(entry, at: unixTime)
    case .json: writeObject(entry, at: unixTime)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  // MARK: Forms

  private mutating func writeText(_ entry: LogEntry, hasPriority: Bool) {
    if hasPriority { write("<\(entry.level.priority)>") }
    write("navd: ")
    for scalar in sanitized(entry.message).unicodeScalars {
      guard bytes.count + scalar.utf8.count <= Self.limit - Self.reserve else { return write("…") }
      bytes += scalar.utf8
    }
  }

  private mutating func writePairs(_ entry: LogEntry, at unixTime: Int64) {
    write("time=\(LogTime.text(unixTime)) level=\(entry.level.rawValue)")
    if let event = entry.event { write(" event=\(event.rawValue)") }
    write(" msg=")
    writeWord(entry.message)
    for field in entry.fields {
      guard hasRoom(for: field) else { break }
      write(" \(field.key.rawValue)=")
      switch field.value {
      case .text(let text): writeWord(text)
      case .number(let number): write("\(number)")
      }
    }
    if isCut { write(" cut=true") }
  }

  private mutating func writeObject(_ entry: LogEntry, at unixTime: Int64) {
    write("{\"time\":\"\(LogTime.text(unixTime))\",\"level\":\"\(entry.level.rawValue)\"")
    if let event = entry.event { write(",\"event\":\"\(event.rawValue)\"") }
    write(",\"msg\":")
    writeString(entry.message)
    for field in entry.fields {
      guard hasRoom(for: field) else { break }
      write(",\"\(field.key.rawValue)\":")
      switch field.value {
      case .text(let text): writeString(text)
      case .number(let number): write("\(number)")
      }
    }
    if isCut { write(",\"cut\":true") }
    write("}")
  }

  // MARK: Parts

  private mutating func write(_ text: String) { bytes += text.utf8 }

  /// Whether the name of a field and the shortest value fit.
  private mutating func hasRoom(for field: LogField) -> Bool {
    // The name with separators and quotes, or a number of 20 digits.
    let most = field.key.rawValue.utf8.count + 26
    let hasRoom = bytes.count + most <= Self.limit - Self.reserve
    if !hasRoom { isCut = true }
    return hasRoom
  }

  /// Writes a value of logfmt, with quotation marks where it is no plain word.
  private mutating func writeWord(_ text: String) {
    let isPlain =
      !text.isEmpty && text.utf8.count <= Self.valueLimit
      && bytes.count + text.utf8.count <= Self.limit - Self.reserve
      && text.utf8.allSatisfy {
        $0 > 0x20 && $0 < 0x7F
          && ![UInt8(ascii: "\""), UInt8(ascii: "="), UInt8(ascii: "\\")]
            .contains($0)
      }
    if isPlain { write(text) } else { writeString(text) }
  }

  /// Writes a string of JSON (RFC 8259).
  private mutating func writeString(_ text: String) {
    let end = min(bytes.count + Self.valueLimit, Self.limit - Self.reserve)
    write("\"")
    for scalar in text.unicodeScalars {
      let size = Self.size(of: scalar)
      // A quotation mark follows.
      guard bytes.count + size < end else {
        isCut = true
        break
      }
      append(scalar)
    }
    write("\"")
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": write("\\\"")
    case "\\": write("\\\\")
    case "\n": write("\\n")
    case "\r": write("\\r")
    case "\t": write("\\t")
    case let scalar where Self.isHidden(scalar):
      let digits = String(scalar.value, radix: 16)
      write("\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits)
    default: bytes += scalar.utf8
    }
  }

  /// Returns how many bytes `append` writes.
  private static func size(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "\"", "\\", "\n", "\r", "\t": 2
    case let scalar where isHidden(scalar): 6
    default: scalar.utf8.count
    }
  }

  /// Whether a terminal, an editor or a reader may not show a character as itself: controls, separators of lines, and
  /// marks that change the direction of the text.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200B}"..."\u{200F}",
      "\u{2028}"..."\u{202E}", "\u{2060}"..."\u{206F}", "\u{FEFF}":
      true
    default: false
    }
  }
}

extension LogLevel {
  /// The priority of syslog.
  fileprivate var priority: Int {
    switch self {
    case .debug: 7
    case .info: 6
    case .warning: 4
    case .error: 3
    }
  }
}
