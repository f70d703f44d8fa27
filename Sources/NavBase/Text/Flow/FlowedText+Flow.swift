extension FlowedText {
  /// The most rows of a document (proto/README.md: Limits).
  package static let rowLimit = 100_000

  /// Wraps a document to a width.
  ///
  /// Every row fits in the available columns, is safe for a terminal, and has no trailing blanks except those of a
  /// background. Positions ascend from row to row, so `row(of: rows[i].position) == i`. A blank row between two blocks
  /// has the position of the end of the upper one. An empty document has no rows. O(text).
  ///
  /// - Parameters:
  ///   - document: its text need not be sanitised.
  ///   - room: the columns that text is wrapped for, the columns beside them that wide blocks may take, and the rows
  ///     that a slide fills and that pictures may have.
  ///   - step: content of later steps is omitted at the end and blank elsewhere, so that every row keeps its place in
  ///     all steps; nil for all steps.
  ///   - isNumbered: whether verbatim lines have numbers.
  ///   - wraps: whether verbatim lines continue in the next row; if false, each is one row, shown through a window
  ///     (`TextRow.windows`), and only prose is wrapped.
  ///   - rowLimit: the most rows; a note in the last row reports omitted ones.
  package init(
    _ document: TextDocument,
    room: TextWidthLimit,
    step: Int? = nil,
    isNumbered: Bool = false,
    wraps: Bool = true,
    rowLimit: Int = FlowedText.rowLimit
  ) {
    var options = FlowOptions(step: step, wraps: wraps, rowLimit: rowLimit, isNumbered: isNumbered)
    options.window = document.window
    options.pictureRows = room.pictureRows
    let (flow, top) = SlideSetting.flow(document, in: room, options)
    let (places, lineRows) = (flow.output.places, flow.output.lineRows)
    let (stepRows, wide) = (flow.output.stepRows.rows, flow.wide)
    let pictures = flow.output.pictures
    self.init(
      rows: wide.placed(flow.finish(), in: room.columns),
      room: room,
      columns: room.columns + wide.left + wide.right,
      outdent: wide.left,
      step: step,
      wraps: wraps,
      stepRows: stepRows,
      beside: places
    )
    self.isNumbered = isNumbered
    self.lineRows = lineRows
    self.pictures = pictures
    self.top = top
  }

  /// Wraps a document to a width of at least 1, without columns beside it for wide blocks.
  package init(
    _ document: TextDocument,
    columns: Int,
    step: Int? = nil,
    isNumbered: Bool = false,
    wraps: Bool = true,
    rowLimit: Int = FlowedText.rowLimit
  ) {
    self.init(
      document,
      room: TextWidthLimit(columns: columns),
      step: step,
      isNumbered: isNumbered,
      wraps: wraps,
      rowLimit: rowLimit
    )
  }
}
