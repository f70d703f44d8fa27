import NavText

extension String {
  /// The text with nothing in it that HTML would obey, nor a terminal.
  var htmlEscaped: String { htmlEscaped(keeping: .none) }

  /// The text as HTML whose lines end where its own do.
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
