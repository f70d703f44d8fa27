import FoundationEssentials

/// JSON as every command prints it: on one line, keys in order.
enum JSONText {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// A size in JSON: `{"columns":80,"rows":24}`.
struct JSONSize: Encodable {
  let columns: Int
  let rows: Int
}
