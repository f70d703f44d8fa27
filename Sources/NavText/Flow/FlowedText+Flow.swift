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
  ///   - room: the columns that text is wrapped for, and the columns beside them that wide blocks may take.
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
    var flow = Flow(columns: room.columns, step: step, wraps: wraps, rowLimit: rowLimit)
    (flow.isNumbered, flow.wide) = (isNumbered, WideRows(room))
    flow.add(document.blocks)
    let (places, lineRows, stepRows) = (flow.places, flow.lineRows, flow.stepRows.rows)
    let wide = flow.wide
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

/// The state of flowing one document: the margin of the next row, and the rows so far.
struct Flow {
  private(set) var columns: Int
  /// The rows of blocks that are wider than the text.
  var wide = WideRows()
  /// The step that is shown; nil for all steps.
  let step: Int?
  /// Whether verbatim lines are wrapped.
  let wraps: Bool
  let rowLimit: Int
  private var margin = Margin()
  private(set) var rows: [FlowedRow] = []
  /// The number of rows up to the last one that is visible in this step.
  private(set) var seenRows = 0
  var steps = StepCounter()
  /// Whether preformatted lines have numbers.
  var isNumbered = false
  /// The indices of the first rows of the lines of the last preformatted block.
  var lineRows: [Int] = []
  /// The rows that the step reveals or highlights.
  var stepRows = StepRows()
  /// The starts of rows in columns (`FlowedText.row(of:)`).
  var places: [FlowedText.RowPlace] = []
  /// The margin depth of the blank row to emit before the next row; nil for no blank row.
  private var pendingBlank: Int?
  /// The index of the current leaf block.
  private(set) var leaf = -1
  /// The minimum number of the leaf's graphemes above the next row.
  private var graphemesAbove = 0
  /// The number of graphemes of the last previous leaf with rows.
  private var lastLeafEnd = 0
  private var listDepth = 0
  /// Whether the row limit is exceeded; further rows are dropped.
  var isFull = false
  /// The style of plain text at this point, such as a quote's inside a quote.
  private(set) var body = TextStyle.plain
  /// The alignment of the next blocks.
  private var alignment = TextTable.Alignment.left

  init(columns: Int, step: Int? = nil, wraps: Bool = true, rowLimit: Int) {
    precondition(columns >= 1, "cannot flow a document to no columns")
    precondition(rowLimit >= 1, "cannot flow a document to no rows")
    self.columns = columns
    self.step = step
    self.wraps = wraps
    self.rowLimit = rowLimit
  }

  /// Starts the flow of one of several columns at the current point of another flow.
  init(column columns: Int, of flow: Flow) {
    let rowLimit = max(1, flow.rowLimit - flow.rows.count)
    self.init(columns: columns, step: flow.step, wraps: flow.wraps, rowLimit: rowLimit)
    leaf = flow.leaf
    steps = flow.steps
    body = flow.body
    graphemesAbove = flow.rows.isEmpty ? flow.graphemesAbove : flow.graphemesBehindLastRow
  }

  /// The grapheme position of a row before the first leaf of a column.
  private var graphemesBehindLastRow: Int {
    guard let last = rows.last?.position, last.block == leaf else { return 0 }
    return max(graphemesAbove, last.grapheme + 1)
  }

  /// Reverts the start of a leaf and continues after the rows above.
  mutating func stepBackLeaf(behind last: TextPosition?) {
    leaf -= 1
    if let last, last.block == leaf { graphemesAbove = last.grapheme + 1 }
  }

  /// Whether the next content is not visible yet in this step.
  var isHidden: Bool { step.map { $0 < steps.visibleFrom } ?? false }

  /// The number of graphemes in the leaf of the last row.
  var endOfLastRow: Int { rows.last?.position.block == leaf ? graphemesAbove : lastLeafEnd }

  /// The columns that the margin leaves for text.
  var room: Int { columns - margin.columns }

  consuming func finish() -> [FlowedRow] {
    if isFull {
      let note = "… cut off here: more than \(rowLimit) rows".truncated(toColumns: columns)
      var builder = RowBuilder()
      builder.append(note, style: TextStyle(role: .muted))
      rows[rows.count - 1].row = builder.row(indent: 0)
      rows[rows.count - 1].pieces = RowPieces()
    }
    if seenRows < rows.count { rows.removeLast(rows.count - seenRows) }
    return rows
  }

  // MARK: Blocks

  mutating func add(_ blocks: [TextBlock], separated: Bool = true) {
    var isFirst = true
    for block in blocks where !isFull {
      if case .pause = block {
        steps.passPause()
        continue
      }
      if !isFirst && separated && !block.isSpace { requestBlank() }
      isFirst = false
      add(block)
    }
  }

  private mutating func add(_ block: TextBlock) {
    let alignment = self.alignment
    guard alignment != .left else { return place(block) }
    self.alignment = .left
    let first = rows.count
    place(block)
    align(rowsFrom: first, of: block, alignment)
    self.alignment = alignment
  }

  /// Adds a block in the columns of the text, or across the free columns beside them if it is wider.
  private mutating func place(_ block: TextBlock) {
    guard margin.columns == 0, wide.room > 0, let natural = naturalColumns(of: block),
      natural > columns
    else { return placeInColumns(block) }
    emitPendingBlank()
    let (narrow, first) = (columns, rows.count)
    columns = wide.columns(for: natural, from: narrow)
    placeInColumns(block)
    wide.add(first..<rows.count, columns: columns, from: narrow)
    columns = narrow
  }

  private mutating func placeInColumns(_ block: TextBlock) {
    switch block {
    case .heading(let level, let text): addHeading(text, level: level)
    case .paragraph(let text): addParagraph(text)
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
      self.alignment = alignment
      add(blocks)
      self.alignment = .left
    case .pause: break
    }
  }

  private mutating func addSpace(_ count: Int) {
    beginLeaf()
    for _ in 0..<min(max(0, count), TextBlock.spaceLimit) { emit(RowBuilder()) }
  }

  /// Aligns the rows of a block, each on its own or all together.
  private mutating func align(
    rowsFrom first: Int,
    of block: TextBlock,
    _ alignment: TextTable.Alignment
  ) {
    guard let isOfLines = block.isAlignedByLines else { return }
    let widths = rows[first...].map { flowed in
      flowed.row.text.isEmpty ? 0 : flowed.row.indent + columnWidth(of: flowed.row.text)
    }
    let widest = widths.max() ?? 0
    for (index, width) in zip(rows[first...].indices, widths) where width > 0 {
      let blanks = max(0, columns - (isOfLines ? width : widest))
      rows[index].row.indent += alignment.blanksBefore(of: blanks)
    }
  }

  private mutating func addParagraph(_ text: StyledText) {
    beginLeaf()
    addLines(of: text.sanitized().styled(as: body))
  }

  private mutating func addHeading(_ text: StyledText, level: Int) {
    let role: TextRole =
      switch level {
      case 1: .heading1
      case 2: .heading2
      default: .heading3
      }
    beginLeaf()
    let style = TextStyle(role: role, attributes: .bold)
    let width = addLines(of: text.sanitized().styled(as: style))
    if level == 1 && width > 0 {
      var builder = RowBuilder()
      builder.append(String(repeating: "━", count: width), style: TextStyle(role: .headingRule))
      emit(builder)
    }
  }

  /// Emits the wrapped lines of a leaf and returns the width of the widest line.
  @discardableResult
  mutating func addLines(of text: StyledText, cell: Int = 0) -> Int {
    var reader = LineReader(text, columns: room)
    var widest = 0
    while !isFull, let line = reader.next() {
      var builder = RowBuilder()
      builder.append(line, cell: cell)
      emit(builder, grapheme: line.grapheme)
      widest = max(widest, line.columns)
    }
    passGraphemes(to: reader.graphemes)
    return widest
  }

  private mutating func addRule() {
    beginLeaf()
    var builder = RowBuilder()
    builder.append(String(repeating: "─", count: room), style: TextStyle(role: .rule))
    emit(builder)
  }

  private mutating func addQuote(_ blocks: [TextBlock]) {
    let outer = body
    body.role = .quote
    let hasBar = canNarrow(by: Margin.barColumns)
    if hasBar { margin.pushBar("▎", role: .quoteBar) }
    add(blocks)
    if hasBar { margin.pop() }
    body = outer
  }

  /// Adds an alert: its icon is placed before its title, and its text starts directly below.
  private mutating func addAlert(_ kind: AlertKind, _ blocks: [TextBlock]) {
    let hasBar = canNarrow(by: Margin.barColumns)
    if hasBar { margin.pushBar(AlertKind.bar, role: kind.role) }
    let icon = Margin.Marker(text: kind.icon, role: kind.role, columns: columnWidth(of: kind.icon))
    let hasIcon = canNarrow(by: icon.columns + 1)
    if hasIcon { margin.push(icon) }
    add(Array(blocks.prefix(1)))
    if hasIcon { margin.pop() }
    add(Array(blocks.dropFirst()))
    if hasBar { margin.pop() }
  }

  private mutating func addList(_ list: TextList) {
    let markers = list.markers(depth: listDepth)
    listDepth += 1
    for (index, item) in list.items.enumerated() where !isFull {
      if index > 0 && !list.isTight { requestBlank() }
      add(item, marker: markers[index], isTight: list.isTight)
    }
    listDepth -= 1
  }

  private mutating func add(_ item: TextListItem, marker: Margin.Marker, isTight: Bool) {
    if item.isBare { beginLeaf() }
    let hangs = canNarrow(by: marker.columns + 1)
    if hangs {
      margin.push(marker)
    } else {
      // Too narrow for a hanging marker: the marker gets a row of its own.
      var builder = RowBuilder()
      builder.append(marker.text.truncated(toColumns: room), style: TextStyle(role: marker.role))
      emit(builder)
    }
    add(item.blocks, separated: !isTight)
    guard hangs else { return }
    if margin.hasUnpaintedMarker && !isFull {
      emit(RowBuilder())
    }
    margin.pop()
  }

  /// Whether enough columns remain for text after adding a margin level.
  private func canNarrow(by narrowing: Int) -> Bool {
    room - narrowing >= max(1, min(10, columns / 2))
  }

  // MARK: Rows

  mutating func beginLeaf() {
    if rows.last?.position.block == leaf { lastLeafEnd = graphemesAbove }
    leaf += 1
    graphemesAbove = 0
  }

  /// Sets the minimum number of the leaf's graphemes above the next row.
  mutating func passGraphemes(to count: Int) {
    graphemesAbove = max(graphemesAbove, count)
  }

  /// Requests one blank row before the next row, with at most the current margin depth.
  mutating func requestBlank() {
    pendingBlank = min(pendingBlank ?? margin.depth, margin.depth)
  }

  /// Adds a row after the margin, at `grapheme` graphemes into the leaf or the next free position after the rows above.
  mutating func emit(_ content: RowBuilder, grapheme: Int = 0, fill: TextRole = .plain) {
    emitPendingBlank()
    // A marker on a row of its own may precede the first leaf.
    let block = max(leaf, 0)
    passGraphemes(to: grapheme)
    if let last = rows.last, last.position.block == block {
      passGraphemes(to: last.position.grapheme + 1)
    }
    let lead = margin.lead()
    var row = lead.start
    row.append(content)
    let pieces = row.pieces
    append(
      row.row(indent: lead.indent, fill: fill),
      at: TextPosition(block: block, grapheme: graphemesAbove),
      pieces
    )
  }

  mutating func emitPendingBlank() {
    guard let depth = pendingBlank else { return }
    pendingBlank = nil
    guard let last = rows.last?.position else { return }
    // The blank row takes the position of the end of the block above, so that it never splits that block.
    let isInsideLeaf = last.block == leaf
    let end = isInsideLeaf ? last.grapheme + 1 : max(last.grapheme + 1, lastLeafEnd)
    let lead = margin.blankLead(depth: depth)
    append(
      lead.start.row(indent: lead.indent),
      at: TextPosition(block: last.block, grapheme: end)
    )
  }

  private mutating func append(
    _ row: TextRow,
    at position: TextPosition,
    _ pieces: RowPieces = RowPieces()
  ) {
    guard rows.count < rowLimit else {
      isFull = true
      return
    }
    guard !isHidden else { return rows.append(FlowedRow(row: TextRow(), position: position)) }
    rows.append(FlowedRow(row: row, position: position, pieces: pieces))
    seenRows = rows.count
    // Blank rows above it may be scrolled out of view.
    if step != nil, !row.text.isEmpty {
      stepRows.add(revealed: seenRows - 1..<seenRows, in: steps.visibleFrom)
    }
  }

  /// Adds a row composed from columns.
  ///
  /// - Parameters:
  ///   - content: the row without the margin.
  ///   - position: the position in the leftmost column that has a row here.
  ///   - isSeen: whether any column shows a row in this step.
  mutating func emit(columns content: RowBuilder, at position: TextPosition, isSeen: Bool) {
    guard rows.count < rowLimit else { return isFull = true }
    let lead = margin.lead()
    var row = lead.start
    row.append(content)
    guard isSeen else { return rows.append(FlowedRow(row: TextRow(), position: position)) }
    let pieces = row.pieces
    rows.append(
      FlowedRow(
        row: row.row(indent: lead.indent, keepsGround: true),
        position: position,
        pieces: pieces
      )
    )
    seenRows = rows.count
  }

  /// Continues after columns.
  ///
  /// - Parameters:
  ///   - flow: the flow of the last column.
  ///   - end: the number of graphemes in the leaf of the last row.
  mutating func goOn(behind flow: Flow, endOfLastRow end: Int) {
    leaf = flow.leaf
    steps = flow.steps
    lastLeafEnd = max(lastLeafEnd, end)
    graphemesAbove = lastLeafEnd
  }
}

extension TextBlock {
  fileprivate var isSpace: Bool { if case .space = self { true } else { false } }

  /// Whether each row is aligned on its own; nil for a block that takes the full width.
  fileprivate var isAlignedByLines: Bool? {
    switch self {
    case .heading, .paragraph: true
    case .list, .table, .quote, .alert: false
    case .code, .preformatted, .rule, .pause, .columns, .space, .aligned, .versions: nil
    }
  }
}
