/// Writes TOML.
package enum TOMLText {
  /// Returns a basic string in which control and format characters are escaped, so that it is safe
  /// to print.
  package static func quoted(_ text: String) -> String {
    let inside = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": return "\\\""
      case "\\": return "\\\\"
      default: break
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      default: return String(scalar)
      }
    }
    return "\"\(inside.joined())\""
  }

  /// Returns a table of settings with aligned comments.
  ///
  /// - Parameters:
  ///   - name: the name of the table.
  ///   - settings: each `key = value` and the comment after it.
  /// - Returns: the lines of the table, each ending with a line feed.
  package static func table(
    _ name: String,
    _ settings: [(setting: String, note: String)]
  ) -> String {
    let width = settings.map(\.setting.count).max() ?? 0
    return settings.reduce("[\(name)]\n") { text, line in
      let gap = String(repeating: " ", count: width - line.setting.count + 2)
      return text + "\(line.setting)\(gap)# \(line.note)\n"
    }
  }
}
