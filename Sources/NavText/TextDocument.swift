/// A document as blocks of meaning, without any width: what a content source produces and what
/// `flow` turns into rows for one width.
package struct TextDocument: Hashable, Sendable {
  package var blocks: [TextBlock]

  package init(blocks: [TextBlock] = []) {
    self.blocks = blocks
  }
}

/// One block of a document.
package indirect enum TextBlock: Hashable, Sendable {
  /// Level 1 ... 6.
  case heading(level: Int, StyledText)
  case paragraph(StyledText)
  case list(TextList)
  /// The code's lines, without the fence; `language` is the first word behind the fence, or empty.
  case code(language: String, lines: [String])
  /// Lines shown as they are: tabs reach to the next of the stops 8 columns apart, and a line longer
  /// than a row goes on in the next one, wherever that cuts it.
  case preformatted(lines: [String])
  case table(TextTable)
  case quote([TextBlock])
  case rule
}

/// A bulleted or numbered list.
package struct TextList: Hashable, Sendable {
  /// The number of the first item of a numbered list; nil for bullets.
  package var start: Int?
  /// Whether the author left no blank lines between the items.
  package var isTight: Bool
  package var items: [TextListItem]

  package init(start: Int?, isTight: Bool, items: [TextListItem]) {
    self.start = start
    self.isTight = isTight
    self.items = items
  }
}

package struct TextListItem: Hashable, Sendable {
  package var blocks: [TextBlock]
  /// For an item of a task list: whether it is ticked.
  package var isDone: Bool?

  package init(blocks: [TextBlock], isDone: Bool? = nil) {
    self.blocks = blocks
    self.isDone = isDone
  }
}

/// A table: every row has as many cells as there are alignments.
package struct TextTable: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable {
    case left, center, right
  }

  package var alignments: [Alignment]
  package var header: [StyledText]
  package var rows: [[StyledText]]

  package init(alignments: [Alignment], header: [StyledText], rows: [[StyledText]]) {
    self.alignments = alignments
    self.header = header
    self.rows = rows
  }
}
