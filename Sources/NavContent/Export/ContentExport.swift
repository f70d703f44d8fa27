package import NavText

/// Content as a file that needs no daemon to be read.
package struct ContentExport: Hashable, Sendable {
  package enum Format: Hashable, Sendable, CaseIterable {
    /// Rows without styles.
    case text
    /// One file that needs no script and no other file.
    case html
    /// One object on one line.
    case json
  }

  /// One sanitised line.
  package var title: String
  /// Whether its pages are slides, which say themselves what they are.
  package var isDeck: Bool
  package var pages: [ExportedPage]
  /// Of a deck: the indices of its slides by what its links call them.
  package var anchors: [String: Int] = [:]
  /// What is left out, a sentence each.
  package var omissions: [String]

  /// How wide lines of text are, in columns.
  package static let textColumns = 78
  /// How wide lines are that are shown as they are, like those of a program; longer ones go on in the next row.
  package static let lineColumns = 16_384

  package init(
    title: String,
    isDeck: Bool = false,
    pages: [ExportedPage] = [],
    omissions: [String] = []
  ) {
    self.title = title
    self.isDeck = isDeck
    self.pages = pages
    self.omissions = omissions
  }

  /// All slides of a deck, with all their steps.
  package init(_ deck: Deck) {
    self.init(
      title: deck.title,
      isDeck: true,
      pages: deck.slides.enumerated().map { index, slide in
        let footer = deck.footer?.texts(slide: index + 1, of: deck.slides.count)
        return ExportedPage(
          title: slide.title,
          document: slide.document,
          notes: slide.notes,
          footer: footer.map { [$0.left, $0.center, $0.right] } ?? []
        )
      }
    )
    anchors = deck.anchors
  }

  /// The rows of a page, wrapped to `textColumns`, without styles; what is seen step by step is all there.
  ///
  /// Where there is nothing but lines that are shown as they are, each is one row, up to `lineColumns`.
  package static func lines(of document: TextDocument) -> [String] {
    let isVerbatim = document.blocks.allSatisfy { block in
      switch block {
      case .code, .preformatted: true
      case .heading, .paragraph, .list, .table, .quote, .rule, .pause, .columns: false
      }
    }
    let columns = isVerbatim ? lineColumns : textColumns
    return FlowedText(document, columns: columns).rows.map { flowed in
      let row = flowed.row
      return row.text.isEmpty ? "" : String(repeating: " ", count: row.indent) + row.text
    }
  }

  /// The content as a file has it.
  ///
  /// - Parameters:
  ///   - format: how it is written.
  ///   - limit: how many bytes all pages may have together: further ones are left out, which is said.
  /// - Returns: the whole file.
  package func written(as format: Format, limit: Int = .max) -> String {
    switch format {
    case .text: text(limit)
    case .html: html(limit)
    case .json: json(limit)
    }
  }

  // MARK: Formats

  /// A line of hyphens between two pages; notes stand behind their page.
  private func text(_ limit: Int) -> String {
    let (pages, omissions) = pages(within: limit) { _, page in
      var lines = isDeck ? [] : heading(of: page)
      lines += Self.lines(of: page.document)
      if !page.notes.isEmpty {
        lines += ["", "Notes:"]
        lines += page.notes.split(separator: "\n", omittingEmptySubsequences: false).map {
          $0.isEmpty ? "" : "  " + sanitized(String($0))
        }
      }
      return lines.map { $0 + "\n" }.joined()
    }
    let rule = "\n" + String(repeating: "-", count: Self.textColumns) + "\n\n"
    let remarks = omissions.map { $0 + "\n" }.joined()
    return (pages + (remarks.isEmpty ? [] : [remarks])).joined(separator: rule)
  }

  private func heading(of page: ExportedPage) -> [String] {
    let place = page.place.joined(separator: " > ").truncated(toColumns: Self.textColumns)
    return [place, String(repeating: "=", count: columnWidth(of: place)), ""]
  }

  private func html(_ limit: Int) -> String {
    var anchors: [String: Int] = [:]
    for (name, index) in self.anchors { anchors["#" + name] = index + 1 }
    for (index, page) in pages.enumerated() {
      if let key = page.key, anchors[key] == nil { anchors[key] = index + 1 }
    }
    let (sections, omissions) = pages(within: limit) { number, page in
      HTMLSection(page, number, of: self, anchors: anchors).html
    }
    return HTMLPage.text(title: title, sections: sections, remarks: omissions)
  }

  /// Keys in their order, as every command prints them.
  private func json(_ limit: Int) -> String {
    let (pages, omissions) = pages(within: limit) { number, page in
      let lines = Self.lines(of: page.document).map(\.quotedAsJSON).joined(separator: ",")
      let place = page.place.map(\.quotedAsJSON).joined(separator: ",")
      let path = isDeck ? "" : ",\"path\":[\(place)]"
      return "{\"lines\":[\(lines)],\"notes\":\(page.notes.quotedAsJSON),\"number\":\(number)"
        + "\(path),\"title\":\(page.title.quotedAsJSON)}"
    }
    let left = omissions.map(\.quotedAsJSON).joined(separator: ",")
    let all = pages.joined(separator: ",")
    let title = title.quotedAsJSON
    return isDeck
      ? "{\"omitted\":[\(left)],\"slides\":[\(all)],\"title\":\(title)}\n"
      : "{\"omitted\":[\(left)],\"pages\":[\(all)],\"title\":\(title)}\n"
  }

  /// The pages as they are written, as many as there is room for, and what is left out.
  private func pages(
    within limit: Int,
    _ write: (_ number: Int, ExportedPage) -> String
  ) -> (pages: [String], omissions: [String]) {
    var written: [String] = []
    var count = 0
    for (index, page) in pages.enumerated() {
      let text = write(index + 1, page)
      count += text.utf8.count
      guard count <= limit else {
        let rest = pages.count - index
        let what = isDeck ? (rest == 1 ? "slide" : "slides") : (rest == 1 ? "page" : "pages")
        let remark = "\(rest) \(what) left out: an export has at most \(limit) bytes."
        return (written, omissions + [remark])
      }
      written.append(text)
    }
    return (written, omissions)
  }
}

extension String {
  /// The text between quotation marks, as JSON has it, with nothing in it that a terminal would obey.
  fileprivate var quotedAsJSON: String {
    var json = "\""
    for scalar in sanitized(self, keeping: .lineFeeds).unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
