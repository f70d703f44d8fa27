/// A file of HTML around its sections, which needs no other file.
///
/// Its policy lets a browser fetch nothing, show pictures that are in the file alone, and run nothing but the script of
/// the slide show, which decks have: that is known by its hash, as the style sheet is.
struct HTMLPage {
  /// What it is called.
  let title: String
  /// Whether its sections are slides, each in a frame.
  let isDeck: Bool
  /// Rules of the style sheet besides those that every file has.
  let style: String

  /// The whole file.
  ///
  /// - Parameters:
  ///   - sections: HTML already.
  ///   - remarks: what is said below them.
  /// - Returns: its text.
  func text(sections: [String], remarks: [String]) -> String {
    let remarks = remarks.map { "<p class=\"muted\">\($0.htmlEscaped)</p>\n" }.joined()
    let style = "\n" + Self.style + (isDeck ? "\n" + Self.slideStyle : "") + self.style + "\n"
    let script = isDeck ? "\n" + Self.script + "\n" : ""
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy(style: style, script: script))">
      <title>\(title.htmlEscaped)</title>
      <style>\(style)</style>
      </head>
      <body>
      \(isDeck ? bar : "")<main>
      \(sections.joined())</main>
      \(remarks)\(isDeck ? "<script>\(script)</script>\n" : "")</body>
      </html>

      """
  }

  private var bar: String {
    "<header class=\"bar\"><span>\(title.htmlEscaped)</span>\n"
      + "<a href=\"#show-1\">Show the slides <kbd>s</kbd></a></header>\n"
  }

  private static func policy(style: String, script: String) -> String {
    func hash(_ text: String) -> String {
      "'sha256-\(SHA256.hash(of: Array(text.utf8)).base64)'"
    }
    let scripts = script.isEmpty ? "" : "; script-src \(hash(script))"
    return "default-src 'none'; img-src data:; style-src \(hash(style))\(scripts); "
      + "base-uri 'none'; form-action 'none'"
  }
}
