import NavCommands
import NavText

/// The help: the key table, what matters here first.
struct HelpOverlay: OverlayContent {
  private enum Line: Hashable {
    case heading(String)
    case binding(keys: String, help: String)
    case blank
  }

  private let lines: [Line]
  private let keyColumns: Int
  let wish: OverlayRoom.Wish
  var list = OverlayList(isSelectable: false)
  var title: String { "Keys" }

  /// - Parameter focus: what has the keys.
  init(focus: KeyFocus) {
    let here = KeyTable.bindings(focus: focus).dropLast(KeyTable.everywhere.count)
    var lines = here.isEmpty ? [] : [Line.heading("Here")] + here.map(Self.line) + [.blank]
    lines += [.heading("Everywhere")] + KeyTable.everywhere.map(Self.line)
    self.lines = lines
    var (keyColumns, helpColumns) = (0, 0)
    for case .binding(let keys, let help) in lines {
      keyColumns = max(keyColumns, columnWidth(of: keys))
      helpColumns = max(helpColumns, columnWidth(of: help))
    }
    self.keyColumns = keyColumns
    wish = OverlayRoom.Wish(columns: keyColumns + 2 + helpColumns, rows: lines.count)
    list.replace(count: lines.count)
  }

  private static func line(_ binding: KeyBinding) -> Line {
    .binding(keys: binding.keys.map(\.name).joined(separator: " "), help: binding.help)
  }

  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow {
    switch lines[index] {
    case .blank: return TextRow()
    case .heading(let text):
      return TextRow(StyledText(text, style: TextStyle(attributes: .bold)), columns: columns)
    case .binding(let keys, let help):
      // Where not both have room, what the keys do is worth more than the last of their names.
      let room = keyColumns + 2 < columns / 2 ? keyColumns : min(keyColumns, columns * 2 / 5)
      let names = StyledText(keys, style: TextStyle(role: .listMarker))
      var row = names.padded(toColumns: room)
      row.append("  " + help)
      return TextRow(row, columns: columns)
    }
  }

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    // Where all is seen there is nothing that a key could scroll.
    guard list.count > rows else { return .closes }
    return list.receive(key, rows: rows, isTyping: false) ? .stays : .closes
  }

  mutating func choose(_ row: Int) -> Overlay.Outcome { .closes }

  func foot(isLonger: Bool) -> String {
    isLonger ? "arrows scroll, Esc closes" : "any key closes this"
  }
}
