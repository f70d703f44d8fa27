import CNavTOML

/// A parsed TOML file: its values and their positions.
package struct ConfigurationDocument: Sendable {
  /// The maximum size of a file, in bytes.
  package static let mostBytes = 64 << 10

  package let root: [String: ConfigurationValue]
  private let lines: [Substring]
  private let positions: KeyPositions

  /// Parses a file.
  ///
  /// - Parameter bytes: the whole content of the file.
  /// - Throws: the first syntax error.
  package init(_ bytes: [UInt8]) throws(ConfigurationFaults) {
    let text = try Self.validated(bytes)
    lines = Self.lines(of: text)
    do throws(Problem) {
      root = try Self.values(of: text)
    } catch {
      // The library's messages start with a capital and have no full stop.
      let problem = "this is no TOML (\(error.text)): correct it"
      throw ConfigurationFaults([ConfigurationFault(at: error.position, problem, in: lines)])
    }
    positions = KeyPositions(in: text)
  }

  /// Returns the line in which a key was first written, from 1.
  package func line(of path: [String]) -> Int { positions[path].line }

  /// Makes a fault at a key.
  ///
  /// - Parameters:
  ///   - path: the key, preceded by the tables that contain it.
  ///   - problem: a message that says what is wrong and what to do.
  ///   - weight: how serious the fault is.
  /// - Returns: the fault with its line and column.
  package func fault(
    at path: [String],
    _ problem: String,
    weight: ConfigurationFault.Weight = .wrong
  ) -> ConfigurationFault {
    ConfigurationFault(at: positions[path], problem, weight: weight, in: lines)
  }

  // MARK: Decoding

  /// Decodes UTF-8 and rejects NUL: the library reads C strings and would ignore everything after a
  /// NUL.
  private static func validated(_ bytes: [UInt8]) throws(ConfigurationFaults) -> String {
    if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) { return text }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let bad = lines.firstIndex { line in
      line.contains(0) || String(validating: line, as: UTF8.self) == nil
    }
    let position = KeyPositions.Position(line: (bad ?? 0) + 1, column: 1)
    let problem = "this line is no text: write it in UTF-8, without NUL"
    let shown = lines.map { Substring(String(decoding: $0, as: UTF8.self)) }
    throw ConfigurationFaults([ConfigurationFault(at: position, problem, in: shown)])
  }

  private static func lines(of text: String) -> [Substring] {
    // CRLF is one `Character` in Swift.
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// A syntax error of toml++.
  private struct Problem: Error {
    var position = KeyPositions.Position()
    var text: String
  }

  private static func values(
    of text: String
  ) throws(Problem) -> [String: ConfigurationValue] {
    var text = text
    let parsed = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { nav_toml_parse($0.baseAddress, $0.count) }
    }
    guard let document = parsed else { throw Problem(text: "it needs too much memory") }
    defer { nav_toml_free(document) }
    if let problem = nav_toml_problem(document) {
      let line = Int(nav_toml_problem_line(document))
      let column = Int(nav_toml_problem_column(document))
      throw Problem(
        position: KeyPositions.Position(line: line, column: column),
        text: String(cString: problem)
      )
    }
    let entries = UnsafeBufferPointer(
      start: nav_toml_entries(document),
      count: nav_toml_entry_count(document)
    )
    var rest = entries[...]
    return values(takenFrom: &rest, depth: 0)
  }

  /// Takes the entries of one table, and those of the tables in it, whose nesting the library limits.
  private static func values(
    takenFrom entries: inout Slice<UnsafeBufferPointer<nav_toml_entry>>,
    depth: Int
  ) -> [String: ConfigurationValue] {
    var values: [String: ConfigurationValue] = [:]
    while let entry = entries.first, entry.depth == depth {
      entries.removeFirst()
      let value: ConfigurationValue =
        switch entry.kind {
        case NAV_TOML_TABLE: .table(Self.values(takenFrom: &entries, depth: depth + 1))
        case NAV_TOML_TEXT: .text(string(entry.text, entry.text_length))
        case NAV_TOML_FLAG: .flag(entry.number != 0)
        case NAV_TOML_NUMBER: .number(Int(entry.number))
        default: .other
        }
      values[string(entry.key, entry.key_length)] = value
    }
    return values
  }

  private static func string(_ address: UnsafePointer<CChar>?, _ length: Int) -> String {
    let bytes = UnsafeRawBufferPointer(start: address, count: length)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A value of a configuration file.
package enum ConfigurationValue: Hashable, Sendable {
  case text(String)
  case number(Int)
  case flag(Bool)
  case table([String: ConfigurationValue])
  /// A type that no setting uses: a fraction, a date or an array.
  case other

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }

  package var flag: Bool? {
    if case .flag(let flag) = self { flag } else { nil }
  }

  package var table: [String: ConfigurationValue]? {
    if case .table(let table) = self { table } else { nil }
  }
}
