import NavBase
import NavSystem

/// A self-contained HTML file around its sections.
///
/// Its content security policy forbids all network requests, all pictures but embedded ones, and all scripts but that
/// of the slide show, which only decks have; the script and the style sheet are allowed by their hashes.
struct HTMLPage {
  /// The title of the file.
  let title: String
  /// Whether the sections are slides, each in a frame.
  let isDeck: Bool
  /// Additional rules of the style sheet.
  let style: String

  /// Returns the whole file.
  ///
  /// - Parameters:
  ///   - sections: the sections as HTML.
  ///   - remarks: plain text below the sections.
  /// - Returns: the content of the file.
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

extension String {
  /// The text escaped for HTML, without control characters.
  var htmlEscaped: String { htmlEscaped(keeping: .none) }

  /// The text escaped for HTML, with `<br>` at line feeds.
  var htmlLines: String {
    htmlEscaped(keeping: .lineFeeds).replacing("\n", with: "<br>\n")
  }

  func htmlEscaped(keeping kept: KeptControls) -> String {
    var result = ""
    for scalar in sanitized(self, keeping: kept).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
