import NavBase

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
