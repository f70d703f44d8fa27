import NavCanvas
package import NavConfiguration

/// Looks through configuration and theme files.
package enum FileCheck {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case config, theme
  }

  /// What a file of TOML is: by its directory, its name, else by what it says.
  package static func kind(of path: String, _ bytes: [UInt8]) -> Kind {
    let parts = path.split(separator: "/")
    if parts.last == "config.toml" { return .config }
    if parts.dropLast().last == "themes" { return .theme }
    guard let document = try? ConfigurationDocument(bytes) else { return .config }
    return document.root.keys.contains(where: ThemeParser.isOutermost) ? .theme : .config
  }

  /// What is wrong in a file.
  ///
  /// Of a configuration, all tables are looked through: those of viewers and those of the daemon.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - kind: what it is.
  ///   - path: where it is: what a theme inherits from is looked for beside it.
  /// - Returns: what is wrong, in the file's order.
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

  /// What of it keeps the daemon from starting is more than a strange name.
  private static func configurationFaults(
    in bytes: [UInt8]
  ) throws(ConfigurationFaults) -> [ConfigurationFault] {
    let viewer = try ViewerParser(bytes).faults
    let daemon = ConfigurationParser.faults(
      in: try ConfigurationDocument(bytes),
      beside: [ViewerParser.table]
    )
    // Both tell of tables that nobody has, the daemon with advice on all of them.
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
      parser.ancestryFault(in: [name], most: ThemeLibrary.mostAncestors)
      ?? parser.missingAncestorFault(among: library.names)
    return ConfigurationFaults(
      parser.applied(to: .dark).faults + [ancestry].compactMap(\.self)
    ).faults
  }
}
