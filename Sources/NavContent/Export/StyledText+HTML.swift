import NavText

extension String {
  /// The text with nothing in it that HTML would obey, nor a terminal.
  var htmlEscaped: String { escaped(keeping: .none) }

  /// The text as HTML whose lines end where its own do.
  var htmlLines: String {
    escaped(keeping: .lineFeeds).replacing("\n", with: "<br>\n")
  }

  fileprivate func escaped(keeping kept: KeptControls) -> String {
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

extension StyledText {
  /// Its runs as HTML.
  ///
  /// - Parameters:
  ///   - keepingTabs: whether tabs stay what they are.
  ///   - page: the address of a page by what links call it; nil where there is none.
  /// - Returns: HTML that runs nothing.
  func html(keepingTabs: Bool, page: (String) -> String?) -> String {
    var html = ""
    let bytes = text.utf8
    var start = bytes.startIndex
    for run in runs {
      let end =
        bytes.index(start, offsetBy: run.length, limitedBy: bytes.endIndex) ?? bytes.endIndex
      html += run.style.html(String(text[start..<end]), keepingTabs: keepingTabs, page)
      start = end
    }
    return html + TextStyle.plain.html(String(text[start...]), keepingTabs: keepingTabs, page)
  }
}

extension TextStyle {
  fileprivate func html(
    _ text: String,
    keepingTabs: Bool,
    _ page: (String) -> String?
  ) -> String {
    guard !text.isEmpty else { return "" }
    var html =
      keepingTabs
      ? text.escaped(keeping: .tabs) : text.htmlLines
    for (attribute, name) in Self.elements where attributes.contains(attribute) {
      html = "<\(name)>\(html)</\(name)>"
    }
    if role == .codeSpan { html = "<code>\(html)</code>" }
    if let name = className { html = "<span class=\"\(name)\">\(html)</span>" }
    if let key = self.page {
      return page(key).map { "<a href=\"\($0.htmlEscaped)\">\(html)</a>" } ?? html
    }
    if let address = link.flatMap(Self.safeAddress) {
      html = "<a href=\"\(address.htmlEscaped)\" rel=\"noreferrer\">\(html)</a>"
    }
    return html
  }

  private static let elements: [(TextAttributes, String)] = [
    (.bold, "strong"), (.italic, "em"), (.underline, "u"), (.strikethrough, "del"),
  ]

  /// What the style sheet calls it; nil where it looks like the text around it.
  private var className: String? {
    switch role {
    case .codeComment: "comment"
    case .codeKeyword: "keyword"
    case .codeString: "string"
    case .codeNumber: "number"
    case .codeType: "type"
    case .codeName: "name"
    case .codeMeta: "meta"
    case .diffAdded: "added"
    case .diffRemoved: "removed"
    case .diffHunk: "hunk"
    case .muted: "muted"
    case .error: "error"
    case .plain, .heading1, .heading2, .heading3, .headingRule, .link, .codeSpan, .codeBlock,
      .quote, .quoteBar, .listMarker, .tableHeader, .tableRule, .rule, .taskDone, .taskOpen,
      .branch:
      nil
    }
  }

  /// An address that runs nothing: of the web, of mail, or beside the file; nil for any other.
  private static func safeAddress(_ link: String) -> String? {
    let name = link.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
    guard name.endIndex < link.endIndex, link[name.endIndex] == ":" else { return link }
    return ["http", "https", "mailto"].contains(name.lowercased()) ? link : nil
  }
}
