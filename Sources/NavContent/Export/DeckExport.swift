package import NavText

/// A deck as text and as one file of HTML.
package struct DeckExport: Sendable {
  private let deck: Deck

  /// How wide lines of text are, in columns.
  package static let textColumns = 78

  package init(_ deck: Deck) {
    self.deck = deck
  }

  package var title: String { deck.title }
  package var slides: [Slide] { deck.slides }

  /// The rows of a slide, wrapped to `textColumns`, without styles; what is seen step by step is all there.
  package static func lines(of document: TextDocument) -> [String] {
    FlowedText(document, columns: textColumns).rows.map { flowed in
      let row = flowed.row
      return row.text.isEmpty ? "" : String(repeating: " ", count: row.indent) + row.text
    }
  }

  /// All slides, a line of hyphens between two; notes stand behind their slide.
  package var text: String {
    let parts = deck.slides.map { slide in
      var lines = Self.lines(of: slide.document)
      if !slide.notes.isEmpty {
        lines += ["", "Notes:"]
        lines += slide.notes.split(separator: "\n", omittingEmptySubsequences: false).map {
          $0.isEmpty ? "" : "  " + sanitized(String($0))
        }
      }
      return lines.map { $0 + "\n" }.joined()
    }
    let rule = "\n" + String(repeating: "-", count: Self.textColumns) + "\n\n"
    return parts.joined(separator: rule)
  }

  /// One file that needs no script and no other file.
  package var html: String {
    let count = deck.slides.count
    var page = HTMLPage(title: deck.title)
    for (index, slide) in deck.slides.enumerated() {
      let footer = deck.footer?.texts(slide: index + 1, of: count)
      page.add(
        slide,
        number: index + 1,
        of: count,
        footer: footer.map { [$0.left, $0.center, $0.right] } ?? []
      )
    }
    return page.finish()
  }
}
