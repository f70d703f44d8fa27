/// Lines of code that belong to a program but are not shown.
///
/// In Rust such lines start with `# `, as in rustdoc and mdBook; in decks of presenterm, those of further languages
/// start with `/// `, in decks of slides with `///`. A fence may set another prefix (`hidelines=`).
enum HiddenLines {
  /// Returns the visible lines.
  static func shown(of lines: [String], _ fence: CodeFence) -> [String] {
    if let prefix = fence.hiddenPrefix {
      return lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix(prefix) }
    }
    guard ["rust", "rs", "rust-script"].contains(fence.language.lowercased()) else { return lines }
    return lines.filter { line in
      let text = line.drop(while: \.isWhitespace)
      return text != "#" && !text.hasPrefix("# ")
    }.map { line in
      // `##` is an escaped `#`.
      let blanks = line.prefix(while: \.isWhitespace)
      let text = line[blanks.endIndex...]
      return text.hasPrefix("##") ? String(blanks + text.dropFirst()) : line
    }
  }

  /// Returns the text of a code block without the lines that begin with a prefix; nil if it has none, and for languages
  /// that have such lines otherwise.
  static func shown(of text: String, behind prefix: String, _ fence: CodeFence) -> String? {
    guard languages.contains(fence.language.lowercased()), text.contains(prefix) else { return nil }
    return LineCursor(text).filter { !$0.hasPrefix(prefix) }.map { $0 + "\n" }.joined()
  }

  private static let languages: Set<String> = [
    "bash", "c", "c#", "c++", "cpp", "csharp", "fish", "go", "golang", "haskell", "java",
    "javascript", "js", "julia", "kotlin", "lua", "nushell", "perl", "php", "python", "py", "r",
    "ruby", "sh", "shell", "ts", "typescript", "zsh",
  ]
}
