import NavBase

/// Finds code that is too wide for a usual terminal.
extension DeckLint {
  /// The columns of a slide in a terminal of 80, and those beside it.
  private static let usual = (columns: 72, margins: 8)
  /// The most columns that are tried.
  private static let widestColumns = 4_096

  /// Reports each slide with code of which a terminal of 80 columns shows only a part, at its longest line.
  mutating func checkWidths(of markdown: String) {
    // The pages of a book are set in a column of their own.
    guard Docs.place(ofChapter: text.path) == nil else { return }
    var place = 0
    for slide in Deck(markdown: markdown, name: text.path).slides {
      let cut = Self.cutRows(of: slide.document, columns: Self.usual.columns)
      guard let longest = cut.max(by: { $0.hiddenColumns < $1.hiddenColumns }) else { continue }
      let code = Self.ink(longest.windows.map(longest.text(of:)).max { $0.count < $1.count } ?? "")
      place = text.lines[place...].firstIndex { Self.ink($0).contains(code) } ?? place
      let needed = Self.wholeColumns(of: slide.document) + Self.usual.margins
      noteInFile(
        "terminals of fewer than \(needed) columns cut code of this slide: break its longest line",
        line: place + 1
      )
    }
  }

  private static func cutRows(of document: TextDocument, columns: Int) -> [TextRow] {
    FlowedText(document, columns: columns, wraps: false).rows.map(\.row)
      .filter { $0.hiddenColumns > 0 }
  }

  /// Returns the least columns for which no code is cut.
  private static func wholeColumns(of document: TextDocument) -> Int {
    var (cut, whole) = (usual.columns, widestColumns)
    while whole - cut > 1 {
      let columns = (cut + whole) / 2
      if cutRows(of: document, columns: columns).isEmpty { whole = columns } else { cut = columns }
    }
    return whole
  }

  /// Returns a text without its blanks, whose number differs between a file and its rows.
  private static func ink(_ text: String) -> String { text.filter { $0 != " " && $0 != "\t" } }
}
