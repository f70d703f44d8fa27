extension Flow {
  mutating func addSpace(_ count: Int) {
    beginLeaf()
    for _ in 0..<min(max(0, count), TextBlock.spaceLimit) { emit(RowBuilder()) }
  }

  mutating func addParagraph(_ text: StyledText) {
    beginLeaf()
    addLines(of: text.sanitized().styled(as: context.body))
  }

  /// Adds the rows of a picture, which share the positions of its description.
  mutating func addPicture(_ picture: TextPicture) {
    guard let size = picture.cells(inColumns: room, rows: options.pictureRows) else {
      return addParagraph(picture.text)
    }
    beginLeaf()
    let text = picture.text.sanitized().text
    let graphemes = graphemeCount(of: text)
    for (index, row) in picture.raster.rows(size).enumerated() {
      var builder = RowBuilder()
      builder.append(row)
      emit(builder, grapheme: index * graphemes / size.rows)
    }
    passGraphemes(to: graphemes)
    guard let id = picture.raster.id, !isHidden, !output.isFull else { return }
    output.pictures.append(
      PlacedPicture(
        id,
        row: output.rows.count - size.rows,
        column: margin.columns,
        size: size,
        natural: (picture.raster.naturalWidth, picture.raster.naturalHeight),
        text: text
      )
    )
  }

  mutating func addHeading(_ text: StyledText, level: Int) {
    let role: TextRole =
      switch level {
      case 1: .heading1
      case 2: .heading2
      default: .heading3
      }
    beginLeaf()
    let style = TextStyle(role: role, attributes: .bold)
    let text = text.sanitized().styled(as: style)
    if level == 1, options.hasLargeTitle, output.rows.isEmpty, let lines = largeLines(of: text) {
      return addLarge(lines)
    }
    let width = addLines(of: text)
    if level == 1 && width > 0 {
      var builder = RowBuilder()
      builder.append(String(repeating: "━", count: width), style: TextStyle(role: .headingRule))
      emit(builder)
    }
  }

  /// Returns the lines of a text in large letters; nil if they would be more than two, or a letter is missing.
  private func largeLines(of text: StyledText) -> [LineReader.Line]? {
    let all = columnWidth(of: text.text)
    guard all > 0, all <= room else { return nil }
    // No word is cut.
    let least = max((all + 1) / 2, longestWord(of: text.text, keepingUpTo: room))
    var columns = all
    while columns >= least {
      var reader = LineReader(text, columns: columns, keepsWords: true)
      var lines: [LineReader.Line] = []
      while lines.count <= 2, let line = reader.next() { lines.append(line) }
      guard lines.count <= 2 else { return nil }
      let widths = lines.map { LargeLetters.columns(of: $0.content.text) }
      guard !widths.contains(nil) else { return nil }
      if widths.allSatisfy({ $0 ?? 0 <= room }) { return lines }
      // Down to the columns of the widest line, the lines would be the same.
      columns = (lines.map(\.columns).max() ?? 0) - 1
    }
    return nil
  }

  private mutating func addLarge(_ lines: [LineReader.Line]) {
    for line in lines {
      for row in 0..<LargeLetters.rows {
        var builder = RowBuilder()
        if row == 0 { builder.append(line) }
        emit(builder, grapheme: line.grapheme)
        if !output.isFull { output.rows[output.rows.count - 1].row.largeRow = row }
      }
      passGraphemes(to: line.grapheme + graphemeCount(of: line.content.text))
    }
  }

  /// Emits the wrapped lines of a leaf and returns the width of the widest line.
  @discardableResult
  mutating func addLines(of text: StyledText, cell: Int = 0) -> Int {
    var reader = LineReader(text, columns: room)
    var widest = 0
    while !output.isFull, let line = reader.next() {
      var builder = RowBuilder()
      builder.append(line, cell: cell)
      emit(builder, grapheme: line.grapheme)
      widest = max(widest, line.columns)
    }
    passGraphemes(to: reader.graphemes)
    return widest
  }

  mutating func addRule() {
    beginLeaf()
    var builder = RowBuilder()
    builder.append(String(repeating: "─", count: room), style: TextStyle(role: .rule))
    emit(builder)
  }

  mutating func addQuote(_ blocks: [TextBlock]) {
    let outer = context.body
    context.body.role = .quote
    let hasBar = canNarrow(by: Margin.barColumns)
    if hasBar { margin.pushBar("▎", role: .quoteBar) }
    add(blocks)
    if hasBar { margin.pop() }
    context.body = outer
  }

  /// Adds an alert: its icon is placed before its title, and its text starts directly below.
  mutating func addAlert(_ kind: AlertKind, _ blocks: [TextBlock]) {
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

  mutating func addList(_ list: TextList) {
    let markers = list.markers(depth: context.listDepth)
    context.listDepth += 1
    for (index, item) in list.items.enumerated() where !output.isFull {
      if index > 0 {
        requestBlank(leading(atDepth: 1 + margin.depth, least: list.isTight ? 0 : 1))
      }
      add(item, marker: markers[index], isTight: list.isTight)
    }
    context.listDepth -= 1
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
    if margin.hasUnpaintedMarker && !output.isFull {
      emit(RowBuilder())
    }
    margin.pop()
  }

  /// Whether enough columns remain for text after adding a margin level.
  private func canNarrow(by narrowing: Int) -> Bool {
    room - narrowing >= max(1, min(10, columns / 2))
  }
}
