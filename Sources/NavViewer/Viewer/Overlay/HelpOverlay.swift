import NavBase

/// The help overlay: the keys with an effect on the focused content, then those that work
/// everywhere.
struct HelpOverlay: OverlayContent {
  private enum Entry: Hashable {
    case heading(String)
    case binding(keys: String, help: String)
    case blank
  }

  private let entries: [Entry]
  /// The entries as rows, for the width of the last layout.
  private var rows: [StyledText] = []
  private(set) var preferredSize = OverlayArea.PreferredSize(columns: 0, rows: 0)
  var list = OverlayList(isSelectable: false)
  var title: String { "Keys" }

  /// - Parameter context: the state that decides which keys have an effect.
  init(_ context: KeyContext) {
    let help = KeyTable.help(in: context)
    entries =
      (help.own.isEmpty ? [] : [.heading("Here")] + help.own.map(Self.entry) + [.blank])
      + [.heading("Everywhere")] + help.everywhere.map(Self.entry)
  }

  private static func entry(_ binding: KeyBinding) -> Entry {
    .binding(keys: binding.keys.map(\.name).joined(separator: " "), help: binding.help)
  }

  /// Wraps the entries to the terminal's width, so that no text is truncated.
  mutating func fit(_ size: CellSize) {
    var (keyColumns, helpColumns) = (0, 0)
    for case .binding(let keys, let help) in entries {
      keyColumns = max(keyColumns, columnWidth(of: keys))
      helpColumns = max(helpColumns, columnWidth(of: help))
    }
    let most = OverlayArea(OverlayArea.PreferredSize(columns: .max, rows: 1), in: size).columns
    // If keys and help texts don't both fit, the keys get at most two fifths.
    let keys =
      keyColumns + Self.gap + helpColumns <= most ? keyColumns : min(keyColumns, most * 2 / 5)
    let help = max(1, min(helpColumns, most - keys - Self.gap))
    rows = entries.flatMap { Self.rows(of: $0, keyColumns: keys, helpColumns: help) }
    preferredSize = OverlayArea.PreferredSize(columns: keys + Self.gap + help, rows: rows.count)
    if list.count != rows.count { list.replace(count: rows.count) }
  }

  /// The number of blanks between keys and help texts.
  private static let gap = 2

  private static func rows(of entry: Entry, keyColumns: Int, helpColumns: Int) -> [StyledText] {
    switch entry {
    case .blank: return [StyledText()]
    case .heading(let text):
      return text.wrappedAtBlanks(columns: keyColumns + gap + helpColumns)
        .map { StyledText($0, style: TextStyle(attributes: .bold)) }
    case .binding(let keys, let help):
      let names = keys.wrappedAtBlanks(columns: keyColumns)
      let lines = help.wrappedAtBlanks(columns: helpColumns)
      return (0..<max(names.count, lines.count)).map { index in
        let name = index < names.count ? names[index] : ""
        var row = StyledText(name, style: TextStyle(role: .listMarker)).padded(
          toColumns: keyColumns
        )
        if index < lines.count { row.append(String(repeating: " ", count: gap) + lines[index]) }
        return row
      }
    }
  }

  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow {
    TextRow(rows[index], columns: columns)
  }

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    // If all rows are visible, no key scrolls.
    guard list.count > rows else { return .closes }
    return list.receive(key, rows: rows, isTyping: false) ? .stays : .closes
  }

  mutating func choose(_ row: Int) -> Overlay.Outcome { .closes }

  func footer(isScrollable: Bool) -> String {
    isScrollable ? "arrows scroll, Esc closes" : "any key closes this"
  }
}

extension String {
  /// Wraps the text at blanks; a word that is too wide is split.
  ///
  /// - Parameter columns: the width, at least 1.
  /// - Returns: the lines; none for an empty text.
  fileprivate func wrappedAtBlanks(columns: Int) -> [String] {
    let columns = max(1, columns)
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      var word = word
      if !line.isEmpty, columnWidth(of: line) + 1 + columnWidth(of: word) <= columns {
        line += " \(word)"
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while columnWidth(of: word) > columns {
        let head = word.prefix(columns: columns)
        // A character wider than the line gets its own line.
        let end = head.isEmpty ? word.index(after: word.startIndex) : head.endIndex
        lines.append(String(word[..<end]))
        word = word[end...]
      }
      line = String(word)
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
