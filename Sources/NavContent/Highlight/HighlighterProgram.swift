import NavBase

/// An external syntax highlighter: its arguments and output format; the preferred one is the first case.
///
/// Debian's `highlight` tears some languages, such as Rust, into single letters.
package enum HighlighterProgram: Hashable, Sendable, CaseIterable {
  /// `bat`, which Debian names `batcat`; it outputs only one of the terminal's 16 colours for each
  /// token.
  case bat
  /// `highlight`, which outputs the class of each token.
  case highlight

  /// The names of its executable, the most likely first.
  var names: [String] {
    switch self {
    case .highlight: ["highlight"]
    case .bat: ["batcat", "bat"]
    }
  }

  /// Returns the arguments to highlight standard input in a language.
  func arguments(language: String) -> [String] {
    switch self {
    case .highlight: ["--out-format=html", "--fragment", "--syntax=" + language]
    case .bat:
      // This theme uses only the terminal's own colours and distinguishes strings from comments.
      [
        "--color=always", "--plain", "--style=plain", "--theme=base16", "--paging=never",
        "--tabs=0", "--wrap=never", "--language=" + language,
      ]
    }
  }

  /// Environment variables that disable the user's own configuration.
  var variables: [String: String] {
    switch self {
    case .highlight: [:]
    case .bat: ["BAT_CONFIG_PATH": "/dev/null", "BAT_OPTS": "", "BAT_STYLE": "plain"]
    }
  }

  /// Parses the program's output; nil if it is invalid.
  func lines(of output: [UInt8]) -> [StyledText]? {
    guard let text = String(validating: output, as: UTF8.self) else { return nil }
    return switch self {
    case .highlight: HighlightMarkup(text)?.lines
    case .bat: ColoredCode(text)?.lines
    }
  }

  /// Returns the program's name for a language in a code fence or a file name extension.
  func name(of language: String) -> String {
    let own =
      switch self {
      case .highlight: Self.highlightNames[language]
      case .bat: Self.batNames[language]
      }
    return own ?? Self.commonNames[language] ?? language
  }

  private static let commonNames = [
    "c++": "cpp", "c#": "cs", "csharp": "cs", "golang": "go", "jsonc": "json", "jsx": "js",
    "shell": "sh", "console": "sh", "zsh": "sh", "docker": "dockerfile", "text": "txt",
    "plain": "txt", "plaintext": "txt", "rust": "rs", "javascript": "js", "typescript": "ts",
    "ruby": "rb", "haskell": "hs", "kotlin": "kt", "perl": "pl", "powershell": "ps1",
    "elixir": "ex", "makefile": "make",
  ]
  private static let highlightNames = [
    "objective-c": "objc", "vue": "html", "tsx": "ts", "toml": "ini",
  ]
  private static let batNames = ["objective-c": "m", "objc": "m"]
}
