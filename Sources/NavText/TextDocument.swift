/// A document as blocks of meaning, without any width: what a content source produces and what
/// `flow` turns into rows for one width.
package struct TextDocument: Hashable, Sendable {
  package var blocks: [TextBlock]
  /// Where it stands in a page that has more rows.
  package var placement = Placement.automatic

  package enum Placement: Hashable, Sendable {
    /// In the middle where it only names something (`isTitle`), else at the top.
    case automatic
    case top, middle
  }

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
  case code(TextCode)
  /// Lines shown as they are: tabs reach to the next of the stops 8 columns apart, and a line longer
  /// than a row goes on in the next one, wherever that cuts it.
  case preformatted([StyledText])
  case table(TextTable)
  case quote([TextBlock])
  /// A quote with a title, which is the first of its blocks.
  case alert(AlertKind, [TextBlock])
  case rule
  /// What follows is seen from the next step on (`TextDocument.stepCount`).
  case pause
  /// Columns beside one another, from the left; at most `TextColumn.countLimit`.
  ///
  /// A pause among the blocks of one holds back what stands behind the same pause of all others (`ColumnSteps`).
  case columns([TextColumn])
  /// So many blank rows, from 1 to `spaceLimit`: a leaf without text.
  case space(Int)
  /// Blocks at the left, in the middle or at the right of their room: each line of a paragraph and of a heading for
  /// itself, lists, tables and quotes as a whole. Code, rules and columns take all of the room anyway.
  case aligned(TextTable.Alignment, [TextBlock])
  /// Code in several versions: each takes the place of the one before it, a step later.
  ///
  /// Where all steps are shown at once, they stand below one another. Each version is a leaf.
  case versions([TextCode])

  /// The most blank rows of one block.
  package static let spaceLimit = 100
}

/// One of several columns.
package struct TextColumn: Hashable, Sendable {
  /// Its share of the width, from 1 to `weightLimit`.
  package var weight: Int
  package var blocks: [TextBlock]

  package static let countLimit = 8
  package static let weightLimit = 100

  package init(weight: Int = 1, blocks: [TextBlock] = []) {
    self.weight = min(max(1, weight), Self.weightLimit)
    self.blocks = blocks
  }
}

extension TextBlock {
  /// Code in one colour.
  package static func code(language: String, lines: [String]) -> TextBlock {
    .code(TextCode(language: language, lines: lines.map { StyledText($0) }))
  }

  /// Lines shown as they are, in one colour.
  package static func preformatted(lines: [String]) -> TextBlock {
    .preformatted(lines.map { StyledText($0) })
  }
}

/// A block of code: its lines are shown as they are, each as wide as it is written.
package struct TextCode: Hashable, Sendable {
  /// The first word behind the fence, or empty.
  package var language: String
  /// Without the fence; plain text in it is of the role `codeBlock`.
  package var lines: [StyledText]
  /// The number before the first line; nil where lines have none.
  package var firstNumber: Int?
  /// Which lines stand out, one step after the other; empty for all of them.
  package var focus: [LineFocus]
  /// The name of the file, say, in a row above the lines; nil for none.
  ///
  /// It is no part of the text.
  package var title: String?
  /// Whether it stands on a ground of its own.
  package var hasGround: Bool

  /// The most turns of the focus.
  package static let focusLimit = 100

  package init(
    language: String = "",
    lines: [StyledText],
    firstNumber: Int? = nil,
    focus: [LineFocus] = [],
    title: String? = nil,
    hasGround: Bool = true
  ) {
    self.title = title
    self.hasGround = hasGround
    self.language = language
    self.lines = lines
    self.firstNumber = firstNumber
    self.focus = Array(focus.prefix(Self.focusLimit))
  }

  /// Lines of a block of code that stand out from the others.
  package enum LineFocus: Hashable, Sendable {
    case all
    /// By their numbers in the block, from 1; none where there are no ranges.
    case lines([ClosedRange<Int>])

    func contains(_ line: Int) -> Bool {
      switch self {
      case .all: true
      case .lines(let ranges): ranges.contains { $0.contains(line) }
      }
    }
  }

  /// Its text, line by line.
  package var text: [String] { lines.map(\.text) }

  /// How many steps it is shown in, at least 1.
  package var turnCount: Int { max(1, focus.count) }
}

/// A bulleted or numbered list.
package struct TextList: Hashable, Sendable {
  /// The number of the first item of a numbered list; nil for bullets.
  package var start: Int?
  /// Whether the author left no blank lines between the items.
  package var isTight: Bool
  /// Whether items have bullets or numbers; those of a list of definitions are just indented.
  package var hasMarkers: Bool
  package var items: [TextListItem]

  package init(start: Int?, isTight: Bool, hasMarkers: Bool = true, items: [TextListItem]) {
    self.start = start
    self.isTight = isTight
    self.hasMarkers = hasMarkers
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

  /// Whether it has nothing but its marker: that is a leaf, too.
  package var isBare: Bool { blocks.allSatisfy { $0 == .pause } }
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
