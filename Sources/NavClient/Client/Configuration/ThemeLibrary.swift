import Glibc
import NavBase
import NavSystem
package import NavViewer

/// The available themes: the built-in ones and the user's files.
package struct ThemeLibrary: Hashable, Sendable {
  /// The theme that depends on the terminal's background.
  package static let automatic = "auto"
  /// The built-in themes; a file can't have one of these names.
  package static let builtIn = [automatic] + Theme.builtIn.map(\.name)

  /// Returns whether a theme may be, or inherit from, the one that depends on the terminal's background.
  static func dependsOnBackground(_ name: String) -> Bool {
    name == automatic || Theme.named(name) == nil
  }

  /// The longest chain of inheritance.
  package static let maximumAncestors = 8
  /// The longest name, in characters.
  package static let maximumNameLength = 64
  /// The most files that are listed.
  package static let maximumNames = 1000

  static let nameForm =
    "the name of a theme: write \"auto\", one that `navclient themes` lists, or what a file in themes/ "
    + "is called without .toml (letters, digits, . _ -)"

  /// The directory of the user's theme files; nil if the user has none.
  package let directory: String?

  package init(directory: String?) {
    self.directory = directory
  }

  /// Whether a text is a valid name of a theme.
  package static func isName(_ text: String) -> Bool {
    (1...maximumNameLength).contains(text.utf8.count) && !text.hasPrefix(".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// The names of all themes: the built-in ones, then the user's, sorted.
  package var names: [String] { Self.builtIn + ownNames }

  private var ownNames: [String] {
    guard let directory, let entries = opendir(directory.utf8.terminated) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries), names.count < Self.maximumNames {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix(".toml") else { continue }
      let stem = String(name.dropLast(".toml".count))
      if Self.isName(stem), !Self.builtIn.contains(stem) { names.append(stem) }
    }
    return names.sorted()
  }

  /// Returns the path of a theme's file, which may not exist; nil for a built-in theme.
  package func path(of name: String) -> String? {
    guard !Self.builtIn.contains(name), Self.isName(name) else { return nil }
    return directory.map { "\($0)/\(name).toml" }
  }

  // MARK: Reading

  /// A theme with the faults in its files.
  package struct Reading: Hashable, Sendable {
    /// The theme; nil if it can't be used.
    package let theme: Theme?
    /// The files that the theme depends on, its own first, including missing ones.
    package let files: [String]
    /// The faults, one line each.
    package let problems: [String]
    /// The first fault, short enough for a status line.
    package let shortProblem: String?
    /// Whether there are faults other than unknown names.
    package let hasErrors: Bool

    /// The theme as a complete file, as a start for another theme; nil if it can't be used.
    package var file: String? {
      theme.map { $0.file(inheriting: $0.appearance.rawValue) }
    }
  }

  /// Reads a theme and those from which it inherits.
  ///
  /// - Parameters:
  ///   - name: the theme's name.
  ///   - appearance: the theme that `auto` means.
  /// - Returns: the theme and the faults in its files.
  package func read(_ name: String, for appearance: Appearance = .dark) -> Reading {
    var files: [String] = []
    do throws(ThemeProblem) {
      let (theme, faults) = try theme(name, for: appearance, below: [], files: &files)
      let strange = ThemeProblem(faults)
      return Reading(
        theme: theme,
        files: files,
        problems: strange.lines,
        shortProblem: strange.short,
        hasErrors: false
      )
    } catch {
      return Reading(
        theme: nil,
        files: files,
        problems: error.lines,
        shortProblem: error.short,
        hasErrors: true
      )
    }
  }

  private func theme(
    _ name: String,
    for appearance: Appearance,
    below descendants: [String],
    files: inout [String]
  ) throws(ThemeProblem) -> (Theme, [ThemeProblem.Place]) {
    if name == Self.automatic { return (.default(for: appearance), []) }
    if let theme = Theme.named(name) { return (theme, []) }
    guard let path = path(of: name) else {
      throw ThemeProblem("there is no theme '\(name)': \(Self.nameForm)")
    }
    files.append(path)
    let parser = try parser(of: try bytes(of: name, at: path), at: path)
    return try finish(parser, name, path, for: appearance, below: descendants, files: &files)
  }

  private func bytes(of name: String, at path: String) throws(ThemeProblem) -> [UInt8] {
    do {
      return try ConfigurationFile.read(path: path)
    } catch {
      throw ThemeProblem(error.code == .notFound ? missing(name, path) : "\(error)")
    }
  }

  private func parser(of bytes: [UInt8], at path: String) throws(ThemeProblem) -> ThemeParser {
    do {
      return try ThemeParser(bytes)
    } catch {
      throw ThemeProblem(error.faults.map { ThemeProblem.Place(path: path, fault: $0) })
    }
  }

  private func finish(
    _ parser: ThemeParser,
    _ name: String,
    _ path: String,
    for appearance: Appearance,
    below descendants: [String],
    files: inout [String]
  ) throws(ThemeProblem) -> (Theme, [ThemeProblem.Place]) {
    let line = descendants + [name]
    if let fault = parser.ancestryFault(in: line, most: Self.maximumAncestors) {
      throw ThemeProblem([ThemeProblem.Place(path: path, fault: fault)])
    }
    let ancestor = parser.ancestor ?? Self.automatic
    let (base, inherited) = try theme(ancestor, for: appearance, below: line, files: &files)
    let (theme, faults) = parser.applied(to: base)
    let places = faults.map { ThemeProblem.Place(path: path, fault: $0) }
    if faults.contains(where: { $0.weight == .wrong }) { throw ThemeProblem(places) }
    return (theme, inherited + places)
  }

  private func missing(_ name: String, _ path: String) -> String {
    let advice =
      Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
      ?? "`navclient themes` lists those that there are"
    return "there is no theme '\(name)': \(sanitized(path)) is missing; \(advice)"
  }
}

/// The reason why a theme can't be used, or the unknown names in it.
struct ThemeProblem: Error, Hashable {
  struct Place: Hashable {
    let path: String
    let fault: ConfigurationFault
  }

  /// The faults, as lines for a terminal.
  let lines: [String]
  /// The first fault, with the file's name instead of its path.
  let short: String?

  init(_ text: String) {
    lines = [text]
    short = text
  }

  init(_ places: [Place]) {
    let shown = places.prefix(ConfigurationFaults.most)
    lines = shown.map { "\(sanitized($0.path)):\($0.fault)" }
    short = shown.first.map { "\(shortName(of: $0.path)):\($0.fault)" }
  }
}

extension Theme {
  /// Returns the theme as a complete file, as a start for another theme.
  ///
  /// - Parameter base: the theme that the file inherits from.
  /// - Returns: the file's text.
  func file(inheriting base: String) -> String {
    var lines = [
      "# A theme: save it as NAME.toml in $XDG_CONFIG_HOME/navd/themes, else ~/.config/navd/themes,",
      "# and name it in config.toml: theme = \"NAME\". What is left out is as in what it inherits.",
      "# color is that of the text, ground what is behind it; ansi and ground_ansi stand in for",
      "# them on terminals with 16 colours; bold, italic, underline and dim are true or false.",
      "", "inherits = \"\(base)\"", "",
      "# What the terminal's own colours are taken to be where pages are covered.",
      "[terminal]", "ink = \"\(ink.hexText)\"",
      paper.map { "paper = \"\($0.hexText)\"" } ?? "# paper = \"#000000\"",
    ]
    for table in ThemePart.Table.allCases {
      lines += ["", "[\(table.rawValue)]"]
      lines += table.parts.map { "\($0.name) = \(self[$0].fileText)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Paint {
  /// `{ color = "#6cb6ff", ansi = 14, bold = true }`.
  fileprivate var fileText: String {
    var settings: [String] = []
    if let ink { settings.append("color = \"\(ink.rgb.hexText)\"") }
    if let index = ink?.index { settings.append("ansi = \(index)") }
    if let ground { settings.append("ground = \"\(ground.rgb.hexText)\"") }
    if let index = ground?.index { settings.append("ground_ansi = \(index)") }
    for property in ThemeProperty.attributes where attributes.contains(property.attribute) {
      settings.append("\(property.rawValue) = true")
    }
    return settings.isEmpty ? "{}" : "{ \(settings.joined(separator: ", ")) }"
  }
}

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
