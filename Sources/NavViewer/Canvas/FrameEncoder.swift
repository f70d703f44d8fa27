import NavBase

/// Encodes canvases as the bytes that update a terminal from one to the next.
///
/// Law: a terminal that shows the previous canvas and receives the bytes shows the new one; equal canvases
/// need no bytes. The output never makes the terminal scroll.
///
/// Terminals disagree about the width of many Unicode characters. After such a character the cursor is
/// positioned again, and every cell that the character may have covered is rewritten. So a terminal with
/// another width shows that character wrongly, and all others in their correct positions.
package struct FrameEncoder: Sendable {
  private let options: EncoderOptions
  /// The canvas that the terminal shows; nil if unknown.
  private var shown: Canvas?
  private var writer: TerminalWriter

  package init(_ options: EncoderOptions = EncoderOptions()) {
    self.options = options
    writer = TerminalWriter(options)
  }

  /// Declares the terminal's contents unknown: the next frame is written whole.
  package mutating func forget() {
    shown = nil
  }

  /// Whether it is unknown what the terminal shows.
  package var isUnknown: Bool { shown == nil }

  /// Whether all cells of a canvas would be written.
  package func writesWhole(_ canvas: Canvas) -> Bool { shown?.size != canvas.size }

  /// Returns the bytes for the next frame; all of them have to reach the terminal.
  ///
  /// The first canvas, and one of another size than the last, are written after clearing the screen.
  ///
  /// - Parameters:
  ///   - painted: the next canvas.
  ///   - rows: the rows that may differ from the last canvas; nil for all.
  /// - Returns: the bytes; the next call needs no new memory once they are released.
  package mutating func encode(_ painted: Canvas, rows: RowSet? = nil) -> [UInt8] {
    let canvas = options.symbols ? painted : painted.withoutSymbols()
    writer.begin(size: canvas.size)
    var rows = rows
    if shown?.size != canvas.size {
      writer.clearScreen()
      shown = Canvas(size: canvas.size)
      rows = nil
    }
    // Taken out, so that it is changed in place.
    guard var old = shown.take() else { return [] }
    let change = CanvasChange(from: old, to: canvas, options: options)
    for y in 0..<canvas.size.rows where rows?.contains(y) ?? true {
      change.encodeRow(y, with: &writer)
    }
    if let rows {
      _ = consume change
      old.takeRows(rows, of: canvas)
    } else {
      old = canvas
    }
    shown = old
    return writer.finish()
  }
}

/// The terminal features that an encoder may use.
package struct EncoderOptions: Hashable, Sendable {
  /// The depth that the canvases were painted for; `mono` writes no colours.
  package var depth: ColorDepth
  /// Whether each frame is wrapped in DEC private mode 2026, so that it appears at once.
  package var synchronizedOutput: Bool
  /// Whether links are written, with OSC 8.
  package var hyperlinks: Bool
  /// Whether the terminal's font has symbols; otherwise ASCII characters replace them.
  package var symbols: Bool
  /// The replacements of the terminal's default colours; plain for none.
  package var page: CellStyle

  /// Whether a few cells of a row may be erased with one sequence (ECH).
  ///
  /// Every terminal with synchronised output supports it; some older ones do not.
  var erasesCells: Bool { synchronizedOutput }

  package init(
    depth: ColorDepth = .truecolor,
    synchronizedOutput: Bool = false,
    hyperlinks: Bool = false,
    symbols: Bool = true,
    page: CellStyle = .plain
  ) {
    self.depth = depth
    self.synchronizedOutput = synchronizedOutput
    self.hyperlinks = hyperlinks
    self.symbols = symbols
    self.page = page
  }
}

/// The difference between the canvas that a terminal shows and the next one.
struct CanvasChange {
  let old: Canvas
  let new: Canvas
  private let options: EncoderOptions
  /// Whether the two canvases' tables are equal, so that equal cells mean equal characters and
  /// links.
  private let sharesTables: Bool

  /// The most unchanged cells that are written again instead of skipped: no cursor movement is
  /// shorter.
  private static let shortestSkip = 4
  /// The least number of blanks for which erasing the rest of the row is shorter.
  private static let shortestErase = 4
  /// The least number of blanks for which erasing them and moving on is shorter, whatever the
  /// numbers' digits.
  private static let shortestGap = 12

  init(from old: Canvas, to new: Canvas, options: EncoderOptions) {
    self.old = old
    self.new = new
    self.options = options
    sharesTables = old.sharesTables(with: new)
  }

  func encodeRow(_ y: Int, with writer: inout TerminalWriter) {
    let columns = new.size.columns
    let start = y * columns
    var x = 0
    // Cells before this column may have been overwritten by a character that the terminal draws too
    // wide.
    var doubtful = 0
    var end = columns
    while x < columns {
      if x >= doubtful { x = firstDifference(in: x..<columns, start) }
      if x == columns { break }
      // The end of the row's text is computed only after a difference was found.
      if end == columns { end = inkEnd(start) }
      if x >= end { break }
      let cell = new.cells[start + x]
      // The second half of a character was written with its first.
      guard cell.width > 0 else {
        x += 1
        continue
      }
      let gap = options.erasesCells && cell == .empty ? self.gap(from: x, to: end, start) : 0
      if gap >= Self.shortestGap {
        writer.move(to: CellPoint(x: x, y: y))
        writer.eraseCells(gap)
        x += gap
        continue
      }
      // Most cells continue where the previous one ended, with the same style.
      if writer.column(inRow: y) == x {
        let last = readyEnd(in: x..<end, doubtful, start, writer)
        if last > x {
          writer.putReady(new.cells.span.extracting(start + x..<start + last))
          x = last
          continue
        }
      }
      write(cell, at: CellPoint(x: x, y: y), &doubtful, with: &writer)
      x += Int(cell.width)
    }
    if x < columns { clearEnd(ofRow: y, from: x, doubtful, with: &writer) }
  }

  // MARK: Comparing

  private func differs(_ index: Int) -> Bool { differs(old.cells[index], new.cells[index]) }

  private func differs(_ a: Cell, _ b: Cell) -> Bool {
    if a == b { return !sharesTables && (a.glyph.cluster != nil || a.link > 0) && !isSame(a, b) }
    if sharesTables, a.link == b.link, a.glyph.cluster == nil, b.glyph.cluster == nil {
      return true
    }
    // Of two links, a terminal may show neither; two clusters may be the same character.
    return !isSame(a, b)
  }

  /// Returns the first column whose cells differ; the end of the range if there is none.
  private func firstDifference(in columns: Range<Int>, _ start: Int) -> Int {
    let range = start + columns.lowerBound..<start + columns.upperBound
    let (old, new) = (old.cells.span.extracting(range), new.cells.span.extracting(range))
    var index = 0
    while index < new.count {
      if sharesTables { index = Self.firstUnequal(old, new, from: index) }
      if index == new.count { break }
      if differs(old[index], new[index]) { return columns.lowerBound + index }
      index += 1
    }
    return columns.upperBound
  }

  /// Returns the index of the first cells that are not equal bit by bit; the end if there are none.
  private static func firstUnequal(
    _ old: borrowing Span<Cell>,
    _ new: borrowing Span<Cell>,
    from start: Int
  ) -> Int {
    let count = min(old.count, new.count)
    var index = start
    // In steps of eight cells, of which the processor compares several at once.
    while index + 8 <= count {
      var difference = SIMD2<UInt64>()
      for offset in index..<index + 8 {
        // Both indices are below `count`.
        difference |= unsafe old[unchecked: offset].difference(from: new[unchecked: offset])
      }
      if difference.x | difference.y != 0 { break }
      index += 8
    }
    while index < count, old[index] == new[index] { index += 1 }
    return index
  }

  /// Returns the end of the cells that are to be written and need no sequence before them.
  ///
  /// - Parameters:
  ///   - columns: the columns from the cursor's on; the cell in the first one is to be written.
  ///   - doubtful: the column before which cells are written even if they do not differ.
  ///   - start: the index of the row's first cell.
  ///   - writer: the writer, whose cursor is in the first column.
  /// - Returns: the column behind the last of these cells; the first column if there are none.
  private func readyEnd(
    in columns: Range<Int>,
    _ doubtful: Int,
    _ start: Int,
    _ writer: TerminalWriter
  ) -> Int {
    let (old, new) = (old.cells.span, new.cells.span)
    let first = new[start + columns.lowerBound]
    guard writer.isReady(for: first, link: link(of: first, self.new)) else {
      return columns.lowerBound
    }
    var x = columns.lowerBound + 1
    while x < columns.upperBound {
      let cell = new[start + x]
      let isLike = !first.isBlank && cell.isAlike(first) && cell.glyph.ascii != nil
      // Blanks may have to be erased together.
      guard isLike || cell.link == first.link && writer.isReady(for: cell),
        !(options.erasesCells && cell == .empty), x < doubtful || differs(old[start + x], cell)
      else { return x }
      x += 1
    }
    return columns.upperBound
  }

  private func isSame(_ a: Cell, _ b: Cell) -> Bool {
    a.width == b.width && a.look == b.look && link(of: a, old) == link(of: b, new)
      && old.character(of: a) == new.character(of: b)
  }

  private func link(of cell: Cell, _ canvas: Canvas) -> String? {
    options.hyperlinks ? canvas.address(of: cell) : nil
  }

  /// Returns the column from which on the new row has only plain blanks.
  private func inkEnd(_ start: Int) -> Int {
    let (cells, empty) = (new.cells.span, Cell.empty)
    var end = new.size.columns
    while end > 0 && cells[start + end - 1] == empty { end -= 1 }
    return end
  }

  /// Returns the number of cells from a column on that become plain blanks, up to the last one that
  /// differs.
  private func gap(from x: Int, to end: Int, _ start: Int) -> Int {
    var next = x
    while next < end && new.cells[start + next] == .empty { next += 1 }
    while next > x && !differs(start + next - 1) { next -= 1 }
    return next - x
  }

  // MARK: Writing

  private func write(
    _ cell: Cell,
    at point: CellPoint,
    _ doubtful: inout Int,
    with writer: inout TerminalWriter
  ) {
    let link = link(of: cell, new)
    if let scalar = cell.glyph.scalar {
      let trust = WidthConfidence(scalar: scalar, width: Int(cell.width))
      if trust.isCertain {
        approach(point, with: &writer)
        writer.put(cell, scalar, link: link)
        return
      }
      return writeUncertain(Character(scalar), trust, cell, point, link, &doubtful, with: &writer)
    }
    let character = new.character(of: cell)
    let trust = WidthConfidence(cluster: character, width: Int(cell.width))
    writeUncertain(character, trust, cell, point, link, &doubtful, with: &writer)
  }

  private func writeUncertain(
    _ character: Character,
    _ trust: WidthConfidence,
    _ cell: Cell,
    _ point: CellPoint,
    _ link: String?,
    _ doubtful: inout Int,
    with writer: inout TerminalWriter
  ) {
    if point.x + trust.columnsAtEdge <= new.size.columns {
      writer.putUncertain(character, cell: cell, at: point, link: link)
      doubtful = max(doubtful, point.x + trust.columnsAtMost)
    } else {
      // A character that crosses the right edge continues in the next row on some terminals, even
      // without wrapping.
      let blank = Cell.blank(cell.look)
      for x in point.x..<point.x + Int(cell.width) {
        writer.move(to: CellPoint(x: x, y: point.y))
        writer.put(blank, " ", link: link)
      }
    }
  }

  /// Moves the cursor to a cell; rewrites a few unchanged cells instead if that is shorter.
  private func approach(_ point: CellPoint, with writer: inout TerminalWriter) {
    if let x = writer.column(inRow: point.y), x < point.x, point.x - x <= Self.shortestSkip {
      let start = point.y * new.size.columns
      let skipped = new.cells[start + x..<start + point.x]
      if skipped.allSatisfy({ writer.isReady(for: $0, link: link(of: $0, new)) }) {
        for cell in skipped {
          if let scalar = cell.glyph.scalar { writer.put(cell, scalar, link: link(of: cell, new)) }
        }
        return
      }
    }
    writer.move(to: point)
  }

  /// Blanks the rest of a row, which has only plain blanks in the new canvas.
  private func clearEnd(
    ofRow y: Int,
    from first: Int,
    _ doubtful: Int,
    with writer: inout TerminalWriter
  ) {
    let start = y * new.size.columns
    var last = new.size.columns - 1
    while last > first && last >= doubtful && !differs(start + last) { last -= 1 }
    if last - first + 1 >= Self.shortestErase {
      writer.move(to: CellPoint(x: first, y: y))
      writer.eraseToEndOfRow()
    } else {
      for x in first...last {
        writer.move(to: CellPoint(x: x, y: y))
        writer.put(.empty, " ", link: nil)
      }
    }
  }
}
