extension ByteReader {
  mutating func blocks() -> [TextBlock] { blocks(count()) }

  private mutating func blocks(_ count: Int) -> [TextBlock] {
    var blocks: [TextBlock] = []
    blocks.reserveCapacity(count)
    for _ in 0..<count { blocks.append(block()) }
    return blocks
  }

  private mutating func block() -> TextBlock {
    guard let tag = BlockTag(rawValue: byte()) else {
      preconditionFailure("cannot unpack a block that was never packed")
    }
    switch tag {
    case .heading:
      let level = number()
      return .heading(level: level, styledText())
    case .paragraph: return .paragraph(styledText())
    case .list: return .list(list())
    case .code: return .code(code())
    case .preformatted: return .preformatted(styledTexts())
    case .table: return .table(table())
    case .quote: return .quote(blocks())
    case .alert:
      guard let kind = AlertKind(rawValue: text()) else {
        preconditionFailure("cannot unpack an alert of no kind")
      }
      return .alert(kind, blocks())
    case .rule: return .rule
    case .pause: return .pause
    case .columns:
      return .columns(
        (0..<count()).map { _ in
          let weight = count()
          return TextColumn(weight: weight, blocks: blocks())
        }
      )
    case .space: return .space(number())
    case .aligned:
      let alignment = alignment()
      return .aligned(alignment, blocks())
    case .versions: return .versions((0..<count()).map { _ in code() })
    case .picture: return .picture(picture())
    }
  }

  private mutating func picture() -> TextPicture {
    let text = styledText()
    let wanted = number()
    let (width, height) = (count(), count())
    let natural = (count(), count())
    let pixels = raw(width * height * 4)
    guard
      var raster = TextPicture.Raster(width: width, height: height, of: natural, pixels: pixels)
    else { preconditionFailure("cannot unpack a picture that was never packed") }
    raster.id = PictureID(self.text())
    let own: TextPicture.Width? =
      wanted == 0 ? nil : wanted > 0 ? .percent(wanted) : .pixels(-wanted)
    return TextPicture(text: text, raster: raster, width: own)
  }

  private mutating func list() -> TextList {
    let flags = byte()
    let start = flags & 1 == 0 ? nil : number()
    let count = count()
    var items: [TextListItem] = []
    items.reserveCapacity(count)
    for _ in 0..<count {
      let (blockCount, mark) = self.count().quotientAndRemainder(dividingBy: 3)
      items.append(
        TextListItem(blocks: blocks(blockCount), isDone: mark == 0 ? nil : mark == 2)
      )
    }
    return TextList(
      start: start,
      isTight: flags & 2 != 0,
      hasMarkers: flags & 4 != 0,
      items: items
    )
  }

  private mutating func code() -> TextCode {
    let flags = byte()
    let language = text()
    let firstNumber = flags & 1 == 0 ? nil : number()
    let title = flags & 2 == 0 ? nil : text()
    let focus = flags & 8 == 0 ? [] : (0..<count()).map { _ in lineFocus() }
    return TextCode(
      language: language,
      lines: styledTexts(),
      firstNumber: firstNumber,
      focus: focus,
      title: title,
      hasGround: flags & 4 != 0
    )
  }

  private mutating func lineFocus() -> TextCode.LineFocus {
    let code = count()
    guard code > 0 else { return .all }
    return .lines(
      (0..<code - 1).map { _ in
        let first = number()
        return first...number()
      }
    )
  }

  private mutating func table() -> TextTable {
    let alignments = (0..<count()).map { _ in alignment() }
    let header = styledTexts()
    return TextTable(
      alignments: alignments,
      header: header,
      rows: (0..<count()).map { _ in styledTexts() }
    )
  }

  private mutating func alignment() -> TextTable.Alignment {
    TextTable.Alignment(rawValue: byte()) ?? .left
  }

  private mutating func styledTexts() -> [StyledText] {
    let count = count()
    var texts: [StyledText] = []
    texts.reserveCapacity(count)
    for _ in 0..<count { texts.append(styledText()) }
    return texts
  }

  private mutating func styledText() -> StyledText {
    let head = count()
    let text = text(of: head >> 2)
    switch RunsForm(rawValue: UInt8(head & 3)) ?? .none {
    case .none: return StyledText(text, runs: [])
    case .plain: return StyledText(text, runs: [StyledRun(length: head >> 2, style: .plain)])
    case .one: return StyledText(text, runs: [StyledRun(length: head >> 2, style: style())])
    case .several:
      let count = count()
      var runs: [StyledRun] = []
      runs.reserveCapacity(count)
      for _ in 0..<count {
        let length = self.count()
        runs.append(StyledRun(length: length, style: style()))
      }
      return StyledText(text, runs: runs)
    }
  }

  private mutating func style() -> TextStyle {
    let flags = byte()
    var style = TextStyle.plain
    if flags & 1 != 0 { style.roleCode = byte() }
    if flags & 2 != 0 { style.attributes = TextAttributes(rawValue: byte()) }
    if flags & 4 != 0 { style.foreground = TextColor(code: UInt32(count())) }
    if flags & 8 != 0 { style.background = TextColor(code: UInt32(count())) }
    if flags & 16 != 0 { style.link = text() }
    return style
  }
}
