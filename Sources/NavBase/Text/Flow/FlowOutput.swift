/// The rows of a flow so far, and what is recorded with them.
struct FlowOutput {
  var rows: [FlowedRow] = []
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
