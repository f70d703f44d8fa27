import FoundationEssentials

/// The JSON that all commands print: one line, sorted keys.
package enum JSONText {
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// A size in JSON: `{"columns":80,"rows":24}`.
package struct JSONSize: Encodable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
