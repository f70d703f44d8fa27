import TOMLKit

/// Reads a configuration file: TOML, with the tables and keys of `ConfigurationKey`.
///
/// Whatever is wrong is told at once. What the library makes of a text it never gives back, some kilobytes each time
/// that a file is read, which people do.
struct ConfigurationParser {
  /// The longest file, in bytes.
  static let mostBytes = 64 << 10
  /// The most that is said about one file.
  static let mostFaults = 10

  private let lines: [Substring]
  private let positions: KeyPositions
  /// What `~` stands for.
  private let home: String?
  private var layer = ConfigurationLayer()
  private var faults: [(position: KeyPositions.Position, problem: String)] = []

  /// - Parameters:
  ///   - bytes: the file.
  ///   - home: the user's home directory, which `~` stands for.
  /// - Returns: what it says.
  /// - Throws: all that is wrong in it.
  static func read(
    _ bytes: [UInt8],
    home: String?
  ) throws(ConfigurationFaults) -> ConfigurationLayer {
    let text = try validated(bytes)
    let lines = lines(of: text)
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let begin = error.source.begin
      let position = KeyPositions.Position(line: begin.line, column: begin.column)
      // The texts of the library begin in capitals and end in nothing.
      let problem = "this is no TOML (\(error.description)): correct it"
      throw ConfigurationFaults(faults: [ConfigurationFault(at: position, problem, in: lines)])
    } catch {
      let fault = ConfigurationFault(at: KeyPositions.Position(), "\(error)", in: lines)
      throw ConfigurationFaults(faults: [fault])
    }
    var parser = ConfigurationParser(lines: lines, positions: KeyPositions(in: text), home: home)
    parser.readTables(of: table)
    return try parser.result()
  }

  private init(lines: [Substring], positions: KeyPositions, home: String?) {
    self.lines = lines
    self.positions = positions
    self.home = home
  }

  private func result() throws(ConfigurationFaults) -> ConfigurationLayer {
    guard !faults.isEmpty else { return layer }
    let sorted = faults.sorted { $0.position < $1.position }
    throw ConfigurationFaults(
      faults: sorted.prefix(Self.mostFaults).map {
        ConfigurationFault(at: $0.position, $0.problem, in: lines)
      }
    )
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
    throw ConfigurationFaults(faults: [ConfigurationFault(at: position, problem, in: shown)])
  }

  private static func lines(of text: String) -> [Substring] {
    // A carriage return and a line feed are one character.
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  // MARK: Tables and keys

  private mutating func readTables(of root: TOMLTable) {
    for name in root.keys {
      guard let table = ConfigurationKey.Table(rawValue: name) else {
        refuse([name], Self.strangeTable(name))
        continue
      }
      guard let content = root[name]?.table else {
        refuse([name], "\(name) is a table: write [\(name)], and its keys on the lines below")
        continue
      }
      for key in content.keys { read(key, of: table, content[key]) }
    }
  }

  private mutating func read(
    _ name: String,
    of table: ConfigurationKey.Table,
    _ value: (any TOMLValueConvertible)?
  ) {
    let path = [table.rawValue, name]
    guard let key = table.keys.first(where: { $0.name == name }), let value else {
      return refuse(path, Self.strangeKey(name, in: table))
    }
    layer.lines[key] = positions[path].line
    switch key {
    case .stateDirectory:
      guard let directory = value.string.flatMap({ self.directory($0) }) else {
        return refuse(
          path,
          "\(key) takes the absolute path of a directory: write one like \"/var/lib/navd\" or \"~/navd\""
        )
      }
      layer.stateDirectory = directory
    case .durability:
      guard let durability = value.string.flatMap({ Durability(rawValue: $0) }) else {
        let choices = Durability.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        return refuse(path, "\(key) takes \(choices): write one of them")
      }
      layer.durability = durability
    case .limit(let limit):
      guard let number = value.int, limit.range.contains(number) else {
        let (least, most) = (limit.range.lowerBound, limit.range.upperBound)
        return refuse(path, "\(key) takes a whole number from \(least) to \(most): write one")
      }
      layer.limits[limit] = number
    }
  }

  private func directory(_ text: String) -> String? {
    if text.hasPrefix("/") { return text }
    guard let home, text == "~" || text.hasPrefix("~/") else { return nil }
    return home + text.dropFirst()
  }

  // MARK: What is wrong

  private mutating func refuse(_ path: [String], _ problem: String) {
    faults.append((positions[path], problem))
  }

  private static func strangeTable(_ name: String) -> String {
    if let key = ConfigurationKey.allCases.first(where: { $0.name == name }) {
      return "\(name) stands in no table: write it below [\(key.table.rawValue)]"
    }
    let tables = ConfigurationKey.Table.allCases.map(\.rawValue)
    let advice =
      Spelling.nearest(to: name, in: tables).map { "did you mean [\($0)]?" }
      ?? "the tables are " + tables.map { "[\($0)]" }.joined(separator: " and ")
    return "navd has nothing of that name to configure: \(advice)"
  }

  private static func strangeKey(_ name: String, in table: ConfigurationKey.Table) -> String {
    let names = table.keys.map(\.name)
    if let other = ConfigurationKey.allCases.first(where: { $0.name == name }) {
      return "[\(table.rawValue)] has no such key: write it below [\(other.table.rawValue)]"
    }
    let advice =
      Spelling.nearest(to: name, in: names).map { "did you mean \($0)?" }
      ?? "its keys are " + names.joined(separator: ", ")
    return "[\(table.rawValue)] has no such key: \(advice)"
  }
}
