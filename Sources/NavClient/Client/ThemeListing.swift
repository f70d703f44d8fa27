import NavSystem

/// The output of `navclient themes`.
package enum ThemeListing {
  /// Returns the names, one per line.
  package static func text(_ library: ThemeLibrary) -> String {
    library.names.joined(separator: "\n")
  }

  /// Returns a JSON array of objects with the keys `name` and `path` (null for a built-in theme).
  package static func json(_ library: ThemeLibrary) throws -> String {
    try JSONText.encode(library.names.map { Entry(name: $0, path: library.path(of: $0)) })
  }

  private struct Entry: Encodable {
    let name: String
    let path: String?

    private enum CodingKeys: CodingKey {
      case name, path
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(path, forKey: .path)
    }
  }
}
