extension TextDocument {
  /// Returns the document's text for reading aloud or copying, without wrapping.
  ///
  /// O(blocks and lines).
  ///
  /// - Parameter step: content of later steps is omitted; nil for all steps.
  /// - Returns: passages whose texts are not sanitised yet.
  package func passages(step: Int? = nil) -> [Passage] {
    var reader = PassageReader(step: step)
    reader.read(blocks)
    return reader.passages
  }
}

/// Walks the blocks in the same order as `Flow`.
private struct PassageReader {
  private(set) var passages: [Passage] = []
  private let step: Int?
  private var steps = StepCounter()
  /// The prefix of every line at this level.
  private var margin = ""
  /// The prefix of the next line only, in place of the end of `margin`.
  private var marker: String?
  /// The marker of a column that has begun; it is emitted with the column's first passage.
  private var column: Passage?
  private var isTight = false

  init(step: Int?) {
    self.step = step
  }

  mutating func read(_ blocks: [TextBlock]) {
    for block in blocks {
      switch block {
      case .heading(let level, let text): add(.heading(min(max(1, level), 6)), text.lines)
      case .paragraph(let text): add(.text, text.lines)
      case .picture(let picture): add(.text, picture.text.lines)
      case .list(let list): read(list)
      case .code(let code):
        add(.code(code.language), code.text)
        _ = steps.pass(turns: code.focus.count)
      case .preformatted(let lines): add(.verbatim, lines.map(\.text))
      case .table(let table):
        add(.table, [], ([table.header] + table.rows).map { $0.map(\.text) })
      case .versions(let versions): read(versions)
      case .quote(let blocks): read(blocks, marker: "> ", margin: "> ")
      case .alert(let kind, let blocks): read(kind, blocks)
      case .aligned(_, let blocks): read(blocks)
      case .space: break
      case .rule: add(.rule, ["---"])
      case .columns(let columns): read(columns)
      case .pause: steps.passPause()
      }
    }
  }

  private mutating func add(_ kind: Passage.Kind, _ lines: [String], _ cells: [[String]] = []) {
    let lead = marker ?? margin
    defer {
      marker = nil
      isTight = false
    }
    if let step, step < steps.visibleFrom { return }
    if let column {
      passages.append(column)
      self.column = nil
    }
    passages.append(
      Passage(
        kind,
        lines: lines,
        cells: cells,
        lead: lead,
        margin: margin,
        isTight: isTight
      )
    )
  }

  // MARK: Blocks in blocks

  private mutating func read(_ list: TextList) {
    let outer = margin
    for (item, text) in zip(list.items, list.spokenMarkers) {
      // A marker whose item had no text yet precedes this one.
      marker = (marker ?? outer) + text + " "
      margin = outer + String(repeating: " ", count: columnWidth(of: text) + 1)
      read(item, isTight: list.isTight)
      isTight = list.isTight
      marker = nil
    }
    margin = outer
    isTight = false
  }

  private mutating func read(_ item: TextListItem, isTight isTightList: Bool) {
    guard !item.isBare else {
      add(.text, [""])
      for _ in item.blocks { steps.passPause() }
      return
    }
    for (index, block) in item.blocks.enumerated() {
      if index > 0 { isTight = isTightList }
      read([block])
    }
  }

  /// Reads an alert: its kind becomes a text prefix.
  private mutating func read(_ kind: AlertKind, _ blocks: [TextBlock]) {
    guard case .paragraph(let title)? = blocks.first, blocks.count > 1 else {
      return read(blocks, marker: "", margin: "  ")
    }
    read(Array(blocks.dropFirst()), marker: title.text + ": ", margin: "  ")
  }

  /// Reads blocks with a marker on the first line and a margin on further lines.
  private mutating func read(_ blocks: [TextBlock], marker lead: String, margin inner: String) {
    let outer = margin
    marker = (marker ?? outer) + lead
    margin = outer + inner
    read(blocks)
    margin = outer
  }

  /// Reads the version shown in the step; all versions if all steps are read.
  private mutating func read(_ versions: [TextCode]) {
    let first = steps.pass(turns: versions.reduce(0) { $0 + $1.turnCount })
    guard let step else {
      for code in versions { add(.code(code.language), code.text) }
      return
    }
    var shown = 0
    var end = first + (versions.first?.turnCount ?? 1)
    while shown + 1 < versions.count, step >= end {
      shown += 1
      end += versions[shown].turnCount
    }
    if versions.indices.contains(shown) {
      add(.code(versions[shown].language), versions[shown].text)
    }
  }

  private mutating func read(_ columns: [TextColumn]) {
    let outer = column
    let plan = ColumnSteps(columns, from: steps)
    for (index, parts) in plan.parts.enumerated() {
      column = columns.count > 1 ? Passage(.column(index + 1, of: columns.count)) : outer
      isTight = false
      for part in parts {
        steps = part.start
        read(Array(part.blocks))
      }
    }
    steps = plan.end
    column = nil
  }
}

extension StyledText {
  /// The lines as broken by the author.
  fileprivate var lines: [String] {
    sanitized().text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension TextList {
  /// The markers of the items, in characters that can be read aloud and typed.
  fileprivate var spokenMarkers: [String] {
    if !hasMarkers { return items.map { _ in ":" } }
    return items.enumerated().map { index, item in
      let box = item.isDone.map { $0 ? "[x]" : "[ ]" }
      guard let start else { return box ?? "•" }
      return (["\(start &+ index)."] + [box].compactMap(\.self)).joined(separator: " ")
    }
  }
}
