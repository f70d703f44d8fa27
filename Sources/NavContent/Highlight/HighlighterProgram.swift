import NavText

/// A program that puts code in colours: how it is asked, and what its answer means.
package enum HighlighterProgram: Hashable, Sendable, CaseIterable {
  /// `highlight`, which names tokens.
  case highlight
  /// `bat`, which Debian calls `batcat`: it only gives tokens one of the terminal's 16 colours.
  case bat

  /// What its file is called, the likeliest name first.
  var names: [String] {
    switch self {
    case .highlight: ["highlight"]
    case .bat: ["batcat", "bat"]
    }
  }

  /// What is asked for a text of a language that comes as the program's input.
  func arguments(language: String) -> [String] {
    switch self {
    case .highlight: ["--out-format=html", "--fragment", "--syntax=" + language]
    case .bat:
      // Of its themes that have no colours of their own this one tells strings from comments.
      [
        "--color=always", "--plain", "--style=plain", "--theme=base16", "--paging=never",
        "--tabs=0", "--wrap=never", "--language=" + language,
      ]
    }
  }

  /// What it reads apart from the text: nothing that a user has set for it.
  var variables: [String: String] {
    switch self {
    case .highlight: [:]
    case .bat: ["BAT_CONFIG_PATH": "/dev/null", "BAT_OPTS": "", "BAT_STYLE": "plain"]
    }
  }

  /// The lines of an answer; nil where it is none.
  func lines(of output: [UInt8]) -> [StyledText]? {
    guard let text = String(validating: output, as: UTF8.self) else { return nil }
    return switch self {
    case .highlight: HighlightMarkup(text)?.lines
    case .bat: ColoredCode(text)?.lines
    }
  }

  /// Its name for what fences and names of files call a language.
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
