import NavBase

extension BuiltInTheme {
  /// Creates the theme that is nearest to one of this or of another tool, by its name; `own` for a theme that has no
  /// colours of its own, or is unknown.
  init(nearestTo name: String) {
    self =
      switch name.lowercased() {
      case "dark", "terminal-dark", "league": .dark
      case "light", "terminal-light", "sky", "serif", "simple": .light
      case "projector", "white", "white-contrast": .projector
      case "stage", "black", "black-contrast", "apple-basic", "uncover": .stage
      case "clear": .clear
      case "night", "tokyonight-night", "tokyonight-storm", "tokyonight-moon", "tokyonight-day":
        .night
      case "earth", "gruvbox-dark", "blood": .earth
      case "frost", "nord", "moon": .frost
      case "dusk", "catppuccin-mocha", "catppuccin-macchiato", "catppuccin-frappe", "dracula": .dusk
      case "paper", "catppuccin-latte", "solarized", "beige", "gaia": .paper
      default: .own
      }
  }
}
