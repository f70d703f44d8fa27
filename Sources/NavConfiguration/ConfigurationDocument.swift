import TOMLKit

/// A parsed TOML file: its values and their positions.
///
/// TOMLKit never frees the memory of a parsed text: some kilobytes each time that a file is read,
/// which happens only when a person changes it.
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
    do {
      root = Self.values(of: try TOMLTable(string: text))
    } catch let error as TOMLParseError {
      let begin = error.source.begin
      let position = KeyPositions.Position(line: begin.line, column: begin.column)
      // The library's messages start with a capital and have no full stop.
      let problem = "this is no TOML (\(error.description)): correct it"
      throw ConfigurationFaults([ConfigurationFault(at: position, problem, in: lines)])
    } catch {
      let fault = ConfigurationFault(at: KeyPositions.Position(), "\(error)", in: lines)
      throw ConfigurationFaults([fault])
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

  /// Converts a table recursively; TOMLKit limits the nesting depth of tables.
  private static func values(of table: TOMLTable) -> [String: ConfigurationValue] {
    var values: [String: ConfigurationValue] = [:]
    for key in table.keys {
      guard let value = table[key] else { continue }
      values[key] =
        if let inner = value.table {
          .table(Self.values(of: inner))
        } else if let text = value.string {
          .text(text)
        } else if let flag = value.bool {
          .flag(flag)
        } else if let number = value.int {
          .number(number)
        } else {
          .other
        }
    }
    return values
  }
}
