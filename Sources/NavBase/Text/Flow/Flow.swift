/// The rules by which a flow breaks a document into rows.
struct FlowOptions {
  /// The step that is shown; nil for all steps.
  var step: Int?
  /// Whether verbatim lines are wrapped.
  var wraps = true
  /// The most rows.
  var rowLimit: Int
  /// The blank rows between two blocks at the root; within lists and quotes there are fewer.
  var leading = 1
  /// Whether a first-level heading at the start has large letters, if they take at most two lines.
  var hasLargeTitle = false
  /// Whether preformatted lines have numbers.
  var isNumbered = false
  /// The part of a large file that preformatted lines are.
  var window: TextWindow?
  /// The most rows of a picture; with fewer than a picture needs, its description is shown.
  var pictureRows = 0
}

/// The state of flowing one document: the margin of the next row, and the rows so far.
struct Flow {
  let options: FlowOptions
  private(set) var columns: Int
  /// The rows of blocks that are wider than the text.
  private(set) var wide: WideRows
  var margin = Margin()
  var output = FlowOutput()
  var steps = StepCounter()
  var leaf = LeafCursor()
  /// The blank rows to emit before the next row, and their margin depth; nil for none.
  var pendingBlank: (rows: Int, depth: Int)?
  var context = BlockContext()

  init(columns: Int, options: FlowOptions, wide: WideRows = WideRows()) {
    precondition(columns >= 1, "cannot flow a document to no columns")
    precondition(options.rowLimit >= 1, "cannot flow a document to no rows")
    self.columns = columns
    self.options = options
    self.wide = wide
  }

  /// Starts the flow of one of several columns at the current point of another flow.
  init(column columns: Int, of flow: Flow) {
    var options = flow.options
    options.rowLimit = max(1, options.rowLimit - flow.output.rows.count)
    options.isNumbered = false
    options.hasLargeTitle = false
    self.init(columns: columns, options: options)
    steps = flow.steps
    context.body = flow.context.body
    leaf.index = flow.leaf.index
    leaf.graphemesAbove =
      flow.output.rows.isEmpty ? flow.leaf.graphemesAbove : flow.graphemesBehindLastRow
  }

  /// The grapheme position of a row before the first leaf of a column.
  private var graphemesBehindLastRow: Int {
    guard let last = output.rows.last?.position, last.block == leaf.index else { return 0 }
    return max(leaf.graphemesAbove, last.grapheme + 1)
  }

  /// Reverts the start of a leaf and continues after the rows above.
  mutating func stepBackLeaf(behind last: TextPosition?) {
    leaf.index -= 1
    if let last, last.block == leaf.index { leaf.graphemesAbove = last.grapheme + 1 }
  }

  /// Whether the next content is not visible yet in this step.
  var isHidden: Bool { options.step.map { $0 < steps.visibleFrom } ?? false }

  /// The number of graphemes in the leaf of the last row.
  var endOfLastRow: Int {
    output.rows.last?.position.block == leaf.index ? leaf.graphemesAbove : leaf.lastEnd
  }

  /// The columns that the margin leaves for text.
  var room: Int { columns - margin.columns }

  consuming func finish() -> [FlowedRow] {
    if output.isFull {
      let note = "… cut off here: more than \(options.rowLimit) rows".truncated(toColumns: columns)
      var builder = RowBuilder()
      builder.append(note, style: TextStyle(role: .muted))
      output.rows[output.rows.count - 1].row = builder.row(indent: 0)
      output.rows[output.rows.count - 1].pieces = RowPieces()
    }
    if output.seenRows < output.rows.count {
      output.rows.removeLast(output.rows.count - output.seenRows)
    }
    output.rows.trimCapacity()
    return output.rows
  }

  // MARK: Blocks

  mutating func add(_ blocks: [TextBlock], separated: Bool = true) {
    var isFirst = true
    for block in blocks where !output.isFull {
      if case .pause = block {
        steps.passPause()
        continue
      }
      if !isFirst && !block.isSpace {
        let depth = separated && margin.depth == 0 ? 0 : 1 + max(1, margin.depth)
        requestBlank(leading(atDepth: depth, least: separated ? 1 : 0))
      }
      isFirst = false
      add(block)
    }
  }

  private mutating func add(_ block: TextBlock) {
    let alignment = context.alignment
    guard alignment != .left else { return place(block) }
    context.alignment = .left
    let (first, pictures) = (output.rows.count, output.pictures.count)
    place(block)
    align(rowsFrom: first, of: block, alignment, pictures)
    context.alignment = alignment
  }

  /// Adds a block in the columns of the text, or across the free columns beside them if it is wider.
  private mutating func place(_ block: TextBlock) {
    guard wide.room > 0, let natural = naturalColumns(of: block).map({ $0 + margin.columns }),
      natural > columns
    else { return placeInColumns(block) }
    emitPendingBlank()
    let (narrow, first) = (columns, output.rows.count)
    columns = wide.columns(for: natural, from: narrow)
    placeInColumns(block)
    wide.add(first..<output.rows.count, columns: columns, from: narrow)
    columns = narrow
  }

  private mutating func placeInColumns(_ block: TextBlock) {
    switch block {
    case .heading(let level, let text): addHeading(text, level: level)
    case .paragraph(let text): addParagraph(text)
    case .picture(let picture): addPicture(picture)
    case .list(let list): addList(list)
    case .code(let code): addCode(code)
    case .preformatted(let lines): addPreformatted(lines)
    case .table(let table): addTable(table)
    case .quote(let blocks): addQuote(blocks)
    case .alert(let kind, let blocks): addAlert(kind, blocks)
    case .rule: addRule()
    case .columns(let columns): addColumns(columns)
    case .space(let count): addSpace(count)
    case .versions(let versions): addVersions(versions)
    case .aligned(let alignment, let blocks):
      context.alignment = alignment
      add(blocks)
      context.alignment = .left
    case .pause: break
    }
  }

  /// Aligns the rows of a block, each on its own or all together, with its pictures from an index on.
  private mutating func align(
    rowsFrom first: Int,
    of block: TextBlock,
    _ alignment: TextTable.Alignment,
    _ pictures: Int
  ) {
    guard let isOfLines = block.isAlignedByLines else { return }
    let widths = output.rows[first...].map { flowed in
      flowed.row.text.isEmpty ? 0 : flowed.row.indent + flowed.row.shownColumns
    }
    let widest = widths.max() ?? 0
    for index in output.pictures.indices.dropFirst(pictures) {
      output.pictures[index].column += alignment.blanksBefore(of: max(0, columns - widest))
    }
    for (index, width) in zip(output.rows[first...].indices, widths) where width > 0 {
      let blanks = max(0, columns - (isOfLines ? width : widest))
      output.rows[index].row.indent += alignment.blanksBefore(of: blanks)
    }
  }
}

extension TextBlock {
  var isSpace: Bool { if case .space = self { true } else { false } }

  /// Whether it is a heading, with any alignment.
  package var isHeading: Bool {
    switch self {
    case .heading: true
    case .aligned(_, let blocks): blocks.count == 1 && blocks[0].isHeading
    default: false
    }
  }

  /// Whether each row is aligned on its own; nil for a block that takes the full width.
  fileprivate var isAlignedByLines: Bool? {
    switch self {
    case .heading, .paragraph: true
    case .list, .table, .quote, .alert, .picture: false
    case .code, .preformatted, .rule, .pause, .columns, .space, .aligned, .versions: nil
    }
  }
}

/// The rows of a flow so far, and what is recorded with them.
struct FlowOutput {
  var rows: [FlowedRow] = []
  /// The styles of the last row that has any.
  var runs: [StyledRun] = []
  /// The number of rows up to the last one that is visible in this step.
  var seenRows = 0
  /// Whether the row limit is exceeded; further rows are dropped.
  var isFull = false
  /// The indices of the first rows of the lines of the last preformatted block.
  var lineRows: [Int] = []
  /// The rows that the step reveals or highlights.
  var stepRows = StepRows()
  /// The starts of rows in columns (`FlowedText.row(of:)`).
  var places: [FlowedText.RowPlace] = []
  /// The pictures that are visible in this step, in their order.
  var pictures: [PlacedPicture] = []
}

/// The leaf block that is flowed, and how much of it stands above the next row.
struct LeafCursor {
  /// The index of the leaf; -1 before the first one.
  var index = -1
  /// The minimum number of the leaf's graphemes above the next row.
  var graphemesAbove = 0
  /// The number of graphemes of the last previous leaf with rows.
  var lastEnd = 0
}

/// The format that a block takes from the blocks around it.
struct BlockContext {
  /// The style of plain text, such as a quote's inside a quote.
  var body = TextStyle.plain
  /// The alignment of the next blocks.
  var alignment = TextTable.Alignment.left
  /// The number of lists around the block.
  var listDepth = 0
}

/// The columns that text is wrapped for, and the blank columns beside them.
///
/// Text is most readable in lines of moderate length. Wider code, tables and columns may extend into the blank
/// columns. A slide also fills the rows of its page (`SlideSetting`).
package struct TextWidthLimit: Hashable, Sendable {
  /// The columns that text is wrapped for, at least 1.
  package var columns: Int
  /// The blank columns on the left that a wide block may take besides those on the right; equal to `right`, or 0.
  package var left: Int
  package var right: Int
  /// The rows of the page that a slide is set in, without those of its footer; nil for text that is read.
  package var rows: Int?
  /// The most rows of a picture; 0 for none.
  package var pictureRows = 0

  package init(columns: Int, left: Int = 0, right: Int = 0) {
    precondition(
      left == 0 || left == right,
      "a wide block stands in the middle, or begins where the text does"
    )
    self.columns = columns
    self.left = left
    self.right = right
  }

  /// Creates a text area centred in a width, with equal blank columns on both sides.
  package init(columns: Int, inMiddleOf all: Int) {
    let beside = max(0, all - columns) / 2
    self.init(columns: columns, left: beside, right: beside)
  }
}
