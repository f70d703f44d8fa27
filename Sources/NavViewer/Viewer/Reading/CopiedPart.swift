import NavBase
import NavWire

/// A text to copy: a page's text or a part of it.
struct CopiedPart: Hashable, Sendable {
  var text: String
  /// The description in the message after copying, with the size.
  var name: String
  /// For the list of parts: the start of the text, and its kind.
  var label = ""
  var detail = ""
}

extension PageText {
  /// The text that `y` copies: of a list the selected entry's name, of a page in a document its path, otherwise all of
  /// it.
  var copied: CopiedPart? {
    if let selected { return CopiedPart(text: selected, name: selected.clipped) }
    if let path { return CopiedPart(text: path, name: path.clipped) }
    let text = passages.text
    guard passages.contains(where: { !$0.text.isEmpty }) else { return nil }
    return CopiedPart(text: text, name: text.amountInWords)
  }

  /// The path of a document's value: its title, which is also its first row.
  private var path: String? {
    guard title.hasPrefix("/"), title.utf8.count > 1, !title.contains(" …") else { return nil }
    return passages.first?.lines.first == title ? title : nil
  }

  /// Returns the blocks of code and table cells, in order.
  ///
  /// - Parameters:
  ///   - scope: the kind of parts.
  ///   - words: a text that they must contain; nil for all.
  /// - Returns: at most `CopyOverlay.partLimit` parts.
  func parts(of scope: CopyScope, having words: String?) -> [CopiedPart] {
    var parts: [CopiedPart] = []
    for passage in passages {
      switch (passage.kind, scope) {
      case (.code(let language), .code), (.code(let language), .part):
        parts.append(passage.code(in: language))
      case (.table, .cell), (.table, .part): parts += passage.cellParts
      case (.code, _), (.table, _), (.text, _), (.heading, _), (.verbatim, _), (.column, _),
        (.rule, _):
        break
      }
    }
    if let words { parts = parts.filter { $0.holds(words) } }
    return Array(parts.prefix(CopyOverlay.partLimit))
  }
}

extension CopiedPart {
  /// Whether one of its lines contains a text, with tabs expanded as on the screen.
  fileprivate func holds(_ words: String) -> Bool {
    text.split(separator: "\n").contains { line in
      String(line).expandingTabs(every: 4).contains(words)
    }
  }
}

extension Passage {
  fileprivate func code(in language: String) -> CopiedPart {
    let text = lines.map { $0 + "\n" }.joined()
    let name = language.isEmpty ? "code" : language
    let first = lines.first { line in line.contains { $0 != " " && $0 != "\t" } } ?? ""
    let amount = text.amountInWords
    return CopiedPart(
      text: text,
      name: "\(name), \(amount)",
      label: first.expandingTabs(every: 4),
      detail: "\(name), \(amount)"
    )
  }

  /// The non-empty cells; the column's header describes each of them.
  fileprivate var cellParts: [CopiedPart] {
    cells.enumerated().flatMap { index, row in
      row.enumerated().compactMap { column, text -> CopiedPart? in
        guard !text.isEmpty else { return nil }
        let header = index > 0 && column < cells[0].count ? cells[0][column] : "header"
        let line = text.split(separator: "\n").joined(separator: " ")
        return CopiedPart(text: text, name: "\"\(line.clipped)\"", label: line, detail: header)
      }
    }
  }
}

extension String {
  /// The start of the text, short enough for a message.
  fileprivate var clipped: String { truncated(toColumns: 40) }

  /// The number of lines and the size.
  fileprivate var amountInWords: String {
    let lines = utf8.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    return "\(max(1, lines)) \(lines <= 1 ? "line" : "lines"), \(sizeInWords)"
  }

  /// The size in bytes or kB.
  var sizeInWords: String {
    let bytes = utf8.count
    if bytes < 1000 { return "\(bytes) \(bytes == 1 ? "byte" : "bytes")" }
    return bytes < 999_500 ? "\((bytes + 500) / 1000) kB" : "\((bytes + 50_000) / 100_000 * 100) kB"
  }
}
