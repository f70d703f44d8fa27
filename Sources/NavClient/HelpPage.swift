import NavCommands
import NavGeometry
import NavLayout
import NavText

/// The help: the key table as a page that lies over the scene.
enum HelpPage {
  private static let id = ContainerID(rawValue: .max)
  /// How dark the scene below is covered, of 255.
  private static let shade = 140

  /// The scene with the help on top of it.
  static func over(_ scene: Scene, in size: CellSize) -> Scene {
    let rows = framed(
      lines(focus: scene.focusKind.keyFocus),
      in: CellSize(columns: size.columns, rows: size.rows - 1)
    )
    var shaded = scene
    // The scene may still be laid out for another size.
    shaded.viewport = size
    for container in scene.containers where container.parent == nil {
      var covered = container
      covered.overlay = Self.shade
      shaded.insert(covered)
    }
    let width = rows.map { columnWidth(of: $0.text) }.max() ?? 0
    let height = rows.count
    var page = Container(
      id: id,
      kind: .page,
      frame: CellRect(
        x: max(0, (size.columns - width) / 2),
        y: max(0, (size.rows - 1 - height) / 2),
        width: width,
        height: height
      )
    )
    page.z = 1
    page.content = CellRect(x: 0, y: 0, width: width, height: height)
    page.rows.set(rows, at: 0)
    shaded.insert(page)
    return shaded
  }

  private struct Line {
    var keys: String
    var help: String
  }

  private static func lines(focus: KeyFocus) -> [Line] {
    KeyTable.bindings(focus: focus).map { binding in
      Line(keys: binding.keys.map(\.name).joined(separator: " "), help: binding.help)
    }
  }

  /// The lines in a box, cut to what a size has room for; dots at its foot tell of lines that it has not.
  private static func framed(_ lines: [Line], in size: CellSize) -> [TextRow] {
    let help = lines.map { columnWidth(of: $0.help) }.max() ?? 0
    var keys = lines.map { columnWidth(of: $0.keys) }.max() ?? 0
    let inner = max(1, min(keys + 2 + help, size.columns - 4))
    // Where not both have room, what the keys do is worth more than the last of their names.
    if keys + 2 + help > inner { keys = min(keys, inner * 2 / 5) }
    let shown = lines.prefix(max(0, size.rows - 2))
    let foot = shown.count < lines.count ? " … " : ""
    return [rule("╭─", inner >= 30 ? " Keys (any key closes this) " : " Keys ", "╮", inner: inner)]
      + shown.map { row($0, keys: keys, inner: inner) } + [rule("╰─", foot, "╯", inner: inner)]
  }

  private static func rule(
    _ start: String,
    _ title: String,
    _ end: String,
    inner: Int
  ) -> TextRow {
    let title = title.truncated(toColumns: inner)
    let rest = String(repeating: "─", count: max(0, inner + 1 - columnWidth(of: title)))
    return rule(start + title + rest + end)
  }

  private static func rule(_ text: String) -> TextRow {
    TextRow(
      text,
      runs: [StyledRun(length: text.utf8.count, style: TextStyle(role: .rule))]
    )
  }

  private static func row(_ line: Line, keys: Int, inner: Int) -> TextRow {
    let name = padded(line.keys.truncated(toColumns: keys), to: keys)
    let help = ("  " + line.help).truncated(toColumns: inner - columnWidth(of: name))
    let middle = padded(name + help, to: inner)
    let bar = TextStyle(role: .rule)
    return TextRow(
      "│ \(middle) │",
      runs: [
        StyledRun(length: "│".utf8.count, style: bar),
        StyledRun(length: 1, style: .plain),
        StyledRun(length: name.utf8.count, style: TextStyle(role: .listMarker)),
        StyledRun(length: middle.utf8.count - name.utf8.count + 1, style: .plain),
        StyledRun(length: "│".utf8.count, style: bar),
      ]
    )
  }

  private static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - columnWidth(of: text)))
  }
}
