/// A key that a program reads from the configuration file, with its table.
package protocol ConfigurationName: Hashable, CaseIterable, CustomStringConvertible {
  var tableName: String { get }
  var name: String { get }
}

extension ConfigurationName {
  /// The full key, such as `limits.sessions`.
  package var description: String { "\(tableName).\(name)" }

  /// The tables of the program with their keys.
  package static var tables: [ConfigurationSchema.Table] {
    var tables: [ConfigurationSchema.Table] = []
    for key in allCases where !tables.contains(where: { $0.name == key.tableName }) {
      let keys = allCases.filter { $0.tableName == key.tableName }.map(\.name)
      tables.append(ConfigurationSchema.Table(key.tableName, keys: keys))
    }
    return tables
  }
}

/// The settings of one program from a configuration file; the tables of other programs are ignored.
package struct ConfigurationReading<Key: ConfigurationName, Layer> {
  /// The valid settings.
  package private(set) var layer: Layer
  /// The line of each valid setting, from 1.
  package private(set) var lines: [Key: Int] = [:]
  /// All faults, in any order.
  package private(set) var faults: [ConfigurationFault] = []

  /// - Parameters:
  ///   - document: the parsed file.
  ///   - others: the tables of other programs, so that a key in the wrong table can be explained.
  ///   - layer: the settings before.
  ///   - read: sets a key to a value; if the value is invalid, returns what the key takes, and what to do.
  package init(
    _ document: ConfigurationDocument,
    beside others: [ConfigurationSchema.Table] = [],
    into layer: Layer,
    read: (Key, ConfigurationValue, inout Layer) -> String?
  ) {
    self.layer = layer
    let schema = ConfigurationSchema(Key.tables, beside: others)
    func refuse(
      _ path: [String],
      _ problem: String,
      _ weight: ConfigurationFault.Weight = .wrong
    ) {
      faults.append(document.fault(at: path, problem, weight: weight))
    }
    for (table, value) in document.root where !schema.isForeign(table) {
      guard schema.has(table) else {
        refuse([table], schema.problem(ofTable: table), .strangeName)
        continue
      }
      guard let content = value.table else {
        refuse([table], "\(table) is a table: write [\(table)], and its keys on the lines below")
        continue
      }
      for (name, value) in content {
        let path = [table, name]
        let key = Key.allCases.first { $0.tableName == table && $0.name == name }
        guard let key else {
          refuse(path, schema.problem(ofKey: name, in: table), .strangeName)
          continue
        }
        if let wanted = read(key, value, &self.layer) {
          refuse(path, "\(key) takes \(wanted)")
        } else {
          lines[key] = document.line(of: path)
        }
      }
    }
  }
}

extension ConfigurationValue {
  /// Sets a setting to true or false; returns false for another value.
  package func set(_ flag: inout Bool?) -> Bool {
    guard let own = self.flag else { return false }
    flag = own
    return true
  }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// All words in quotation marks, for a message.
  package static var wordList: String {
    let words = allCases.map { "\"\($0.rawValue)\"" }
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
