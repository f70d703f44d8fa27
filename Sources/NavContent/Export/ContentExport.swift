package import NavBase

/// Content to be exported to a file that can be read without the daemon.
package struct ContentExport: Hashable, Sendable {
  /// The title as one sanitised line.
  package var title: String
  /// Whether the pages are slides, whose content includes their titles.
  package var isDeck = false
  package var pages: [ExportedPage] = []
  /// Sentences that report omitted content.
  package var omissions: [String] = []

  /// The width to which text is wrapped, in columns.
  package static let textColumns = 78
  /// The maximum width of preformatted lines, in columns; longer lines wrap.
  package static let lineColumns = 16_384
  /// The maximum size of a picture in an HTML file, in bytes of the picture's file.
  package static let pictureBytes = 8 << 20
  /// The maximum size of all pictures in an HTML file, in bytes; at most half of the export's own limit.
  package static let allPictureBytes = 64 << 20
}

extension ContentExport {
  /// Exports all slides of a deck, with all their steps.
  ///
  /// - Parameters:
  ///   - deck: the deck.
  ///   - hasNotes: whether the speaker notes are exported, too.
  package init(_ deck: Deck, hasNotes: Bool = false) {
    let names = deck.anchors.reduce(into: [Int: [String]]()) { names, anchor in
      names[anchor.value, default: []].append("#" + anchor.key)
    }
    self.init(
      title: deck.title,
      isDeck: true,
      pages: deck.slides.enumerated().map { index, slide in
        ExportedPage(
          title: slide.title,
          document: slide.document,
          notes: hasNotes ? slide.notes.text : "",
          footer: deck.footer(ofSlide: index).map { [$0.left, $0.center, $0.right] } ?? [],
          names: names[index] ?? []
        )
      }
    )
  }

  /// Returns the rows of a page without styles, wrapped to `textColumns`; content that is revealed step by step is
  /// complete.
  ///
  /// If the page has only preformatted lines, each is one row, up to `lineColumns`.
  package static func lines(of document: TextDocument) -> [String] {
    let isVerbatim = document.blocks.allSatisfy { block in
      switch block {
      case .code, .preformatted, .versions: true
      case .heading, .paragraph, .list, .table, .quote, .alert, .rule, .pause, .columns, .space,
        .aligned, .picture:
        false
      }
    }
    let columns = isVerbatim ? lineColumns : textColumns
    return FlowedText(document, columns: columns, wraps: false).rows.map { flowed in
      let row = flowed.row
      return row.text.isEmpty ? "" : String(repeating: " ", count: row.indent) + row.text
    }
  }

  /// Returns the content of the exported file.
  ///
  /// - Parameters:
  ///   - format: the format of the file.
  ///   - limit: the maximum total size of the pages, in bytes; further pages are left out and reported.
  /// - Returns: the whole file.
  package func written(as format: ExportFormat, limit: Int = .max) -> String {
    switch format {
    case .text: text(limit)
    case .html: html(limit)
    case .json: json(limit)
    }
  }

  // MARK: Formats

  /// Writes text; pages are separated by a line of hyphens, and notes follow their page.
  private func text(_ limit: Int) -> String {
    let (pages, omissions) = pages(within: limit) { _, page in
      // A text alone is written as it is, without a heading.
      let isAlone = self.pages.count == 1 && page.written != nil
      var lines = isDeck || isAlone ? [] : heading(of: page)
      lines += page.written ?? Self.lines(of: page.document)
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
    let pictures = ExportedPictures(limit: min(Self.allPictureBytes, limit / 2))
    var resources = HTMLResources(pages, pictures: pictures)
    let (sections, omissions) = pages(within: limit) { number, page in
      let section = HTMLSection(page, number, of: self, resources)
      resources = section.resources
      return section.html
    }
    let remarks = omissions + [resources.pictures.omission].compactMap(\.self)
    return HTMLPage(title: title, isDeck: isDeck, style: resources.style)
      .text(sections: sections, remarks: remarks)
  }

  /// Writes JSON with sorted keys, as all commands do.
  private func json(_ limit: Int) -> String {
    let (pages, omissions) = pages(within: limit) { number, page in
      let written = page.written?.map { $0.quotedAsJSON(keeping: .tabs) }
      let lines = (written ?? Self.lines(of: page.document).map { $0.quotedAsJSON() })
        .joined(separator: ",")
      let place = page.place.map { $0.quotedAsJSON() }.joined(separator: ",")
      let path = isDeck ? "" : ",\"path\":[\(place)]"
      return "{\"lines\":[\(lines)],\"notes\":\(page.notes.quotedAsJSON()),\"number\":\(number)"
        + "\(path),\"title\":\(page.title.quotedAsJSON())}"
    }
    let left = omissions.map { $0.quotedAsJSON() }.joined(separator: ",")
    let all = pages.joined(separator: ",")
    let title = title.quotedAsJSON()
    return isDeck
      ? "{\"omitted\":[\(left)],\"slides\":[\(all)],\"title\":\(title)}\n"
      : "{\"omitted\":[\(left)],\"pages\":[\(all)],\"title\":\(title)}\n"
  }

  /// Writes as many pages as fit into the limit, and returns them and the omissions.
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
  /// Returns the text as a JSON string in which control characters are replaced, so that it is safe to print.
  func quotedAsJSON(keeping kept: KeptControls = .lineFeeds) -> String {
    var json = "\""
    for scalar in sanitized(self, keeping: kept).unicodeScalars {
      switch scalar {
      case "\t": json += "\\t"
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}

extension ContentExport {
  /// The maximum size of a file that is held in memory for its export, in bytes (`StreamedExport`).
  package static let fileLimit = deckByteLimit

  /// Exports a text file of any kind.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - highlighter: the syntax highlighter, for formats with colours.
  /// - Throws: an error if the file can't be read or is not text.
  package init(
    file path: String,
    _ highlighter: CodeHighlighter = .inPath()
  ) throws(ContentError) {
    let bytes = try RegularFile.read(path: path, limit: Self.fileLimit)
    guard let preview = FilePreview(whole: bytes) else { throw .binary(path: path) }
    let name = sanitized(path.lastComponent ?? path)
    var page = ExportedPage(
      title: name,
      place: [name],
      document: highlighter.highlighted(preview, as: path)
    )
    page.written = preview.lines.map { sanitized($0, keeping: .tabs) }
    self.init(title: name, pages: [page])
  }
}

extension CodeHighlighter {
  /// Returns the lines of a file, highlighted if the language is known from its name.
  fileprivate func highlighted(_ preview: FilePreview, as path: String) -> TextDocument {
    let plain = TextDocument(blocks: [.preformatted(lines: preview.lines)])
    let page = TreePage.document(title: "", plain).highlighted(by: self, as: Array(path.utf8))
    guard case .document(_, let document) = page else { return plain }
    return document
  }
}
