import TOMLKit

/// A file of TOML that was read: its values, and where they stand.
///
/// What the library makes of a text it never gives back, some kilobytes each time that a file is
/// read, which people do.
package struct ConfigurationDocument: Sendable {
  /// The longest file, in bytes.
  package static let mostBytes = 64 << 10

  package let root: [String: ConfigurationValue]
  private let lines: [Substring]
  private let positions: KeyPositions

  /// Reads a file.
  ///
  /// - Parameter bytes: all of it.
  /// - Throws: the first place that can't be read.
  package init(_ bytes: [UInt8]) throws(ConfigurationFaults) {
    let text = try Self.validated(bytes)
    lines = Self.lines(of: text)
    do {
      root = Self.values(of: try TOMLTable(string: text))
    } catch let error as TOMLParseError {
      let begin = error.source.begin
      let position = KeyPositions.Position(line: begin.line, column: begin.column)
      // The texts of the library begin in capitals and end in nothing.
      let problem = "this is no TOML (\(error.description)): correct it"
      throw ConfigurationFaults([ConfigurationFault(at: position, problem, in: lines)])
    } catch {
      let fault = ConfigurationFault(at: KeyPositions.Position(), "\(error)", in: lines)
      throw ConfigurationFaults([fault])
    }
    positions = KeyPositions(in: text)
  }

  /// The line in which a key was first written, from 1.
  package func line(of path: [String]) -> Int { positions[path].line }

  /// What is wrong with a key.
  ///
  /// - Parameters:
  ///   - path: the key, after the tables around it.
  ///   - problem: what is the case and what to do.
  ///   - weight: what it takes with it.
  /// - Returns: the fault, with its place.
  package func fault(
    at path: [String],
    _ problem: String,
    weight: ConfigurationFault.Weight = .wrong
  ) -> ConfigurationFault {
    ConfigurationFault(at: positions[path], problem, weight: weight, in: lines)
  }

  // MARK: The text

  /// The library reads C strings: it would see nothing behind a NUL.
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
    // A carriage return and a line feed are one character.
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// The library bounds how deep tables stand in one another.
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
