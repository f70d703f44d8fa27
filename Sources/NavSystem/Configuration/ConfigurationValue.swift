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
