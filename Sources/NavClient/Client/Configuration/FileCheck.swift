package import NavSystem
import NavViewer

/// Checks configuration and theme files.
package enum FileCheck {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case config, theme
  }

  /// Guesses the kind of a TOML file: by its name, its directory, or else its contents.
  package static func kind(of path: String, _ bytes: [UInt8]) -> Kind {
    let parts = path.split(separator: "/")
    if parts.last == "config.toml" { return .config }
    if parts.dropLast().last == "themes" { return .theme }
    guard let document = try? ConfigurationDocument(bytes) else { return .config }
    return document.root.keys.contains(where: ThemeParser.isTopLevelName) ? .theme : .config
  }

  /// Returns the faults in a file.
  ///
  /// In a configuration, all tables are checked: those of viewers and those of the daemon.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the file.
  ///   - kind: the kind of the file.
  ///   - path: the path of the file; an inherited theme is searched for beside it.
  /// - Returns: the faults, in the order of the file.
  package static func faults(
    in bytes: [UInt8],
    as kind: Kind,
    at path: String
  ) -> [ConfigurationFault] {
    do throws(ConfigurationFaults) {
      switch kind {
      case .config: return try configurationFaults(in: bytes)
      case .theme: return themeFaults(of: try ThemeParser(bytes), at: path)
      }
    } catch {
      return error.faults
    }
  }

  /// Returns the faults in a configuration; unknown names in the daemon's tables count as errors,
  /// because the daemon does not start with them.
  private static func configurationFaults(
    in bytes: [UInt8]
  ) throws(ConfigurationFaults) -> [ConfigurationFault] {
    let viewer = try ViewerParser(bytes).faults
    let daemon = ConfigurationParser.faults(
      in: try ConfigurationDocument(bytes),
      beside: ViewerKey.tables
    )
    // Both parsers report unknown tables; the daemon's advice names all tables.
    let others = viewer.filter { fault in
      !daemon.contains { ($0.line, $0.column) == (fault.line, fault.column) }
    }
    return ConfigurationFaults(daemon.map(\.asWrong) + others).faults
  }

  private static func themeFaults(
    of parser: ThemeParser,
    at path: String
  ) -> [ConfigurationFault] {
    let slash = path.lastIndex(of: "/")
    let library = ThemeLibrary(directory: slash.map { String(path[..<$0]) } ?? ".")
    let file = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let name = file.hasSuffix(".toml") ? String(file.dropLast(".toml".count)) : String(file)
    let ancestry =
      parser.ancestryFault(in: [name], most: ThemeLibrary.maximumAncestors)
      ?? parser.missingAncestorFault(among: library.names)
    return ConfigurationFaults(
      parser.applied(to: .dark).faults + [ancestry].compactMap(\.self)
    ).faults
  }
}
