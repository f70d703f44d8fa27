import NavViewer

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
