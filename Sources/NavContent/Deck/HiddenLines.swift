/// Lines of code that belong to the program and are not shown.
///
/// In Rust those that begin with `# `, as its documentation and mdBook have it; in decks of presenterm further
/// languages have `/// `. A fence may name another prefix (`hidelines=`).
enum HiddenLines {
  /// The lines that are shown.
  static func shown(of lines: [String], _ fence: CodeFence) -> [String] {
    if let prefix = fence.hiddenPrefix {
      return lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix(prefix) }
    }
    guard isRust(fence.language) else { return lines }
    return lines.filter { line in
      let text = line.drop(while: \.isWhitespace)
      return text != "#" && !text.hasPrefix("# ")
    }.map { line in
      // Two of them stand for one.
      let blanks = line.prefix(while: \.isWhitespace)
      let text = line[blanks.endIndex...]
      return text.hasPrefix("##") ? String(blanks + text.dropFirst()) : line
    }
  }

  /// The text of a block in a deck of presenterm without its hidden lines; nil where it has none.
  static func shown(ofPresenterm text: String, _ fence: CodeFence) -> String? {
    guard languages.contains(fence.language.lowercased()), text.contains("/// ") else { return nil }
    var cursor = LineCursor(text)
    var shown = ""
    while let line = cursor.next() {
      if !line.hasPrefix("/// ") { shown += line + "\n" }
    }
    return shown
  }

  private static func isRust(_ language: String) -> Bool {
    ["rust", "rs", "rust-script"].contains(language.lowercased())
  }

  private static let languages: Set<String> = [
    "bash", "c", "c#", "c++", "cpp", "csharp", "fish", "go", "golang", "haskell", "java",
    "javascript", "js", "julia", "kotlin", "lua", "nushell", "perl", "php", "python", "py", "r",
    "ruby", "sh", "shell", "ts", "typescript", "zsh",
  ]
}
