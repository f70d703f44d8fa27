/// A searchable part of a document, which no match crosses: the text of a leaf block, or one cell
/// of a table.
package struct TextSegment: Hashable, Sendable {
  /// The leaf block, numbered as in `TextPosition`.
  package var block: Int
  /// The cell of a table, row by row from the header's first cell; 0 in any other block.
  package var cell = 0
  /// The grapheme position of the segment's start in the block.
  package var grapheme = 0
  /// The sanitised text, as it is flowed.
  package var text: String
  /// Whether it is made of sentences; otherwise of lines, such as those of code.
  package var isProse = false
}

extension TextDocument {
  /// The searchable texts of the document in reading order, with positions comparable to those of
  /// flowed rows.
  package var segments: [TextSegment] {
    var reader = SegmentReader(window: window)
    reader.add(blocks)
    return reader.segments
  }
}

/// Walks the leaf blocks of a document in the same order as `Flow`.
private struct SegmentReader {
  private(set) var segments: [TextSegment] = []
  private let window: TextWindow?
  private var leaf = -1

  init(window: TextWindow?) {
    self.window = window
  }

  mutating func add(_ blocks: [TextBlock]) {
    for block in blocks { add(block) }
  }

  private mutating func add(_ block: TextBlock) {
    switch block {
    case .heading(_, let text), .paragraph(let text):
      addLeaf(text.sanitized().text, isProse: true)
    case .picture(let picture): addLeaf(picture.text.sanitized().text)
    case .code(let code): addLeaf(code.lines)
    case .preformatted(let lines):
      guard let window else { return addLeaf(lines) }
      for (index, line) in lines.enumerated() {
        leaf = window.start(ofLine: index) - 1
        addLeaf([line])
      }
    case .list(let list):
      for item in list.items {
        if item.isBare { leaf += 1 }
        add(item.blocks)
      }
    case .table(let table):
      leaf += 1
      add(table)
    case .quote(let blocks), .alert(_, let blocks), .aligned(_, let blocks): add(blocks)
    case .versions(let versions): for code in versions { addLeaf(code.lines) }
    case .columns(let columns): for column in columns { add(column.blocks) }
    case .pause: break
    case .rule, .space: leaf += 1
    }
  }

  private mutating func addLeaf(_ lines: [StyledText]) {
    addLeaf(lines.map { sanitized($0.text, keeping: .tabs) }.joined(separator: "\n"))
  }

  private mutating func addLeaf(_ text: String, isProse: Bool = false) {
    leaf += 1
    if !text.isEmpty { segments.append(TextSegment(block: leaf, text: text, isProse: isProse)) }
  }

  private mutating func add(_ table: TextTable) {
    guard !table.alignments.isEmpty else { return }
    let prepared = PreparedTable(table, body: .plain)
    var above = 0
    for row in -1..<prepared.rows.count {
      let cells = row < 0 ? prepared.header : prepared.rows[row]
      var grapheme = above
      for (column, cell) in cells.enumerated() {
        let index = (row + 1) * cells.count + column
        if !cell.isEmpty {
          segments.append(
            TextSegment(block: leaf, cell: index, grapheme: grapheme, text: cell.text)
          )
        }
        grapheme += graphemeCount(of: cell.text)
      }
      above += row < 0 ? prepared.headerWeight : prepared.weight(of: cells)
    }
  }
}
