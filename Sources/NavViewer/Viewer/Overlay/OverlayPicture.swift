import NavBase
import NavScene

/// The appearance of an overlay in a terminal at a moment.
struct OverlayPicture: Hashable, Sendable {
  var area: OverlayArea
  var title: String
  /// The text field, after its prompt.
  var field: TextField?
  var prompt = ""
  /// The visible rows.
  var rows: [TextRow] = []
  /// The index of the first visible row.
  var first = 0
  /// The number of all rows.
  var count = 0
  var selection: Int?
  /// The text in the lower border: a description of the keys, or an error.
  var footer = ""
  var isFooterError = false

  private static let coverID = ContainerID(rawValue: .max - 2)
  private static let boxID = ContainerID(rawValue: .max - 1)
  private static let listID = ContainerID(rawValue: .max)
  /// The opacity of the shade over the scene, of 255.
  private static let shade = 140

  /// Returns the scene with the overlay on top of it.
  ///
  /// - Parameters:
  ///   - scene: the scene below; it may still be laid out for another size.
  ///   - size: the terminal's size.
  /// - Returns: the scene to paint.
  func covering(_ scene: Scene, in size: CellSize) -> Scene {
    var shaded = scene
    shaded.viewport = size
    for container in scene.containers where container.parent == nil {
      var covered = container
      covered.overlay = Self.shade
      shaded.insert(covered)
    }
    shaded.insert(cover(of: size))
    shaded.insert(box)
    shaded.insert(list)
    shaded.focus = Self.listID
    return shaded
  }

  /// Returns a container that shades the cells which no container covers: between pages, and beside a letterboxed
  /// scene.
  private func cover(of size: CellSize) -> Container {
    let frame = CellRect(x: 0, y: 0, width: size.columns, height: max(0, size.rows - 1))
    var cover = Container(id: Self.coverID, kind: .stack, frame: frame)
    cover.z = .min
    cover.overlay = Self.shade
    return cover
  }

  private var box: Container {
    var box = Container(id: Self.boxID, kind: .page, frame: area.frame)
    box.z = .max
    box.content = CellRect(x: 0, y: 0, width: area.frame.width, height: area.frame.height)
    box.rows.set(area.hasBorder ? border : field.map { [fieldRow($0)] } ?? [], at: 0)
    return box
  }

  private var list: Container {
    let frame = area.list.offset(x: -area.frame.x, y: -area.frame.y)
    var list = Container(id: Self.listID, kind: .page, parent: Self.boxID, frame: frame)
    list.content = CellRect(x: 1, y: 0, width: area.columns, height: count)
    list.scroll = CellPoint(x: 0, y: first)
    list.selection = selection
    list.rows.set(rows, at: first)
    return list
  }

  // MARK: The border

  private var border: [TextRow] {
    let inner = area.frame.width - 2
    var rows = [
      rule("╭─", title.isEmpty ? "" : " \(title) ", "╮", inner, TextStyle(attributes: .bold))
    ]
    if let field { rows.append(bordered(fieldRow(field), inner)) }
    if area.hasSeparator { rows.append(rule("├─", "", "┤", inner)) }
    while rows.count < area.frame.height - 1 { rows.append(bordered(TextRow(), inner)) }
    let style = isFooterError ? TextStyle(role: .error) : TextStyle(role: .muted)
    rows.append(rule("╰─", footer.isEmpty ? "" : " \(footer) ", "╯", inner, style))
    return rows
  }

  private static let line = TextStyle(role: .rule)

  private func rule(
    _ start: String,
    _ text: String,
    _ end: String,
    _ inner: Int,
    _ style: TextStyle = Self.line
  ) -> TextRow {
    // At least one blank or line character stays between the text and the corner.
    let text = text.truncated(toColumns: max(0, inner - 2))
    var row = StyledText(start, style: Self.line)
    row.append(text, style: style)
    let rest = max(0, inner - 1 - columnWidth(of: text))
    row.append(String(repeating: "─", count: rest) + end, style: Self.line)
    return TextRow(row.text, runs: row.runs)
  }

  private func bordered(_ row: TextRow, _ inner: Int) -> TextRow {
    let rest = String(repeating: " ", count: max(0, inner - columnWidth(of: row.text)))
    let bar = StyledRun(length: "│".utf8.count, style: Self.line)
    let runs = [bar] + row.runs + [StyledRun(length: rest.utf8.count, style: .plain), bar]
    return TextRow("│\(row.text)\(rest)│", runs: runs.filter { $0.length > 0 })
  }

  /// Returns the text field as a row, with the cursor as an underlined cell.
  private func fieldRow(_ field: TextField) -> TextRow {
    let window = field.window(columns: max(1, area.columns - columnWidth(of: prompt)))
    let head = window.text.prefix(columns: window.cursorColumn)
    let tail = window.text[head.endIndex...]
    var row = StyledText(" " + prompt, style: TextStyle(role: .listMarker))
    row.append(String(head))
    row.append(tail.first.map(String.init) ?? " ", style: TextStyle(attributes: .underline))
    row.append(String(tail.dropFirst()))
    return TextRow(row.text, runs: row.runs)
  }
}

extension TextRow {
  /// Creates a row of an overlay: a text at its left, and one at its right if both fit.
  ///
  /// - Parameters:
  ///   - left: the left text, truncated if it is too long.
  ///   - right: the right text, dropped if it would leave less than `minimumColumns` for the left one.
  ///   - columns: the width of the row.
  init(_ left: StyledText, right: StyledText = StyledText(), columns: Int) {
    let width = columnWidth(of: right.text)
    guard width > 0, columns - width - 2 >= min(Self.minimumColumns, columnWidth(of: left.text))
    else {
      let left = left.truncated(toColumns: columns)
      self.init(left.text, runs: left.runs)
      return
    }
    var row = left.truncated(toColumns: columns - width - 2)
    row.append(String(repeating: " ", count: columns - width - columnWidth(of: row.text)))
    row.append(right)
    self.init(row.text, runs: row.runs)
  }

  private static let minimumColumns = 10
}

extension StyledText {
  /// Returns the text padded with blanks to a width; truncated if it is longer.
  func padded(toColumns columns: Int) -> StyledText {
    var padded = truncated(toColumns: columns)
    padded.append(String(repeating: " ", count: max(0, columns - columnWidth(of: padded.text))))
    return padded
  }
}

/// The position of an overlay in a terminal, and of its list.
///
/// A box in the centre, above the status line. A terminal with few rows uses all of them, without a
/// border. Never larger than the terminal.
struct OverlayArea: Hashable, Sendable {
  /// The preferred size of an overlay.
  struct PreferredSize: Hashable, Sendable {
    /// The width of the text, without the border.
    var columns: Int
    /// The height of the list.
    var rows: Int
    /// Whether there is a text field above the list.
    var hasField = false
  }

  let frame: CellRect
  let hasBorder: Bool
  let hasField: Bool
  /// Whether there is a line below the text field.
  let hasSeparator: Bool
  /// The width of the text.
  let columns: Int
  /// The list's rectangle in the terminal, with a blank column on either side of the text.
  let list: CellRect

  /// The least rows with which the overlay has a border.
  private static let minimumBorderedRows = 4
  /// The least rows with which one row above and one below the box stay free.
  private static let minimumRowsWithMargin = 14
  private static let minimumRowsWithSeparator = 8

  init(_ preferred: PreferredSize, in size: CellSize) {
    let above = max(1, size.rows - 1)
    hasBorder = above >= Self.minimumBorderedRows
    hasField = preferred.hasField
    let border = hasBorder ? 1 : 0
    let limit = above >= Self.minimumRowsWithMargin ? above - 2 : above
    hasSeparator = preferred.hasField && limit >= Self.minimumRowsWithSeparator
    let top = border + (preferred.hasField ? 1 : 0) + (hasSeparator ? 1 : 0)
    let rows = max(0, min(max(1, preferred.rows), limit - top - border))
    columns = max(1, min(preferred.columns, size.columns - 2 - 2 * border))
    let width = hasBorder ? columns + 4 : size.columns
    let height = hasBorder ? rows + top + border : above
    frame = CellRect(
      x: max(0, (size.columns - width) / 2),
      y: max(0, (above - height) / 2),
      width: min(width, size.columns),
      height: min(height, above)
    )
    list = CellRect(
      x: frame.x + border,
      y: frame.y + top,
      width: frame.width - 2 * border,
      height: hasBorder ? rows : max(0, above - top)
    )
  }
}
