import NavBase
import NavScene

extension Scene {
  /// The path of a list in a JSON or YAML document, which is its title; nil for any other page.
  var shownPath: String? {
    guard focusKind == .list, let title = currentPage?.title, title.hasPrefix("/"),
      title.utf8.count > 1, !title.contains(" …")
    else { return nil }
    return title
  }

  /// The scene's own text to copy: of a list the selected entry's name, of another page the visible rows.
  var copiedText: CopiedPart? {
    guard let page = currentPage else { return nil }
    if let selection = page.selection {
      guard let name = page.rows[selection]?.withoutDetail, !name.isEmpty else { return nil }
      return CopiedPart(text: name, name: name)
    }
    let visible = page.scroll.y..<page.scroll.y + max(0, page.visibleRows)
    let rows = page.rows.segments.flatMap { segment in
      segment.rows.enumerated()
        .filter { focusKind == .pager || visible.contains(segment.first + $0.offset) }
        .map { String(repeating: " ", count: max(0, $0.element.indent)) + $0.element.text }
    }
    let lines = rows.trimmingBlankLines
    guard !lines.isEmpty else { return nil }
    let name = lines.count == 1 ? "1 line" : "\(lines.count) lines"
    return CopiedPart(text: lines.joined(separator: "\n") + "\n", name: name)
  }
}

/// Code or a table cell's text at a position on the screen.
struct PointedText: Hashable {
  var scope: CopyScope
  var text: String
}

extension ClientCore {
  /// Returns the code or the table cell's text under the pointer; nil for anything else.
  func pointedText(_ mouse: MouseEvent, _ hit: SceneHit, in scene: Scene) -> PointedText? {
    guard let number = hit.row, let page = hit.page.flatMap({ scene[$0] }),
      let row = page.rows[number]
    else { return nil }
    let origin = sizing.origin(of: scene.viewport)
    let left = origin.x + scene.origin(of: page).x + page.content.x
    let seen = mouse.column - left + page.scroll.x - row.indent
    let isCurrent = page.id == scene.currentPage?.id
    let shift = isCurrent ? scene.shift(of: page, lookingAside: view.shift) : 0
    return row.pointedText(atColumn: row.column(shownAt: seen, shiftedBy: shift))
  }
}

extension TextRow {
  /// Returns the stretch of code, or of a cell, around a column of the row's text.
  func pointedText(atColumn column: Int) -> PointedText? {
    let parts = parts
    let isTable = parts.contains { $0.role == .tableRule }
    if isTable {
      guard let text = stretch(around: column, in: parts, where: { $0 != .tableRule }) else {
        return nil
      }
      return PointedText(scope: .cell, text: text)
    }
    let isCode = { (role: TextRole) in role == .codeBlock || role.isToken }
    guard fill == .codeBlock || parts.contains(where: { isCode($0.role) }) else { return nil }
    let code = stretch(around: column, in: parts, where: isCode)
    // The fill extends beyond the text.
    let whole = fill == .codeBlock ? parts.filter { isCode($0.role) }.map(\.text).joined() : nil
    return (code ?? whole?.trimmed).map { PointedText(scope: .code, text: $0) }
  }

  private typealias Part = (text: String, role: TextRole, columns: Range<Int>)

  /// The runs with their columns.
  private var parts: [Part] {
    var parts: [Part] = []
    var column = 0
    runs.forEachPart(of: text) { part, style in
      let width = columnWidth(of: part)
      parts.append((String(part), style.role, column..<column + width))
      column += width
    }
    return parts
  }

  /// Returns the text of adjacent runs with matching roles around a column; nil if that column's run does not match.
  private func stretch(
    around column: Int,
    in parts: [Part],
    where isRight: (TextRole) -> Bool
  ) -> String? {
    guard let index = parts.firstIndex(where: { $0.columns.contains(column) }),
      isRight(parts[index].role)
    else { return nil }
    let first = parts[..<index].lastIndex { !isRight($0.role) }.map { $0 + 1 } ?? 0
    let last = parts[index...].firstIndex { !isRight($0.role) } ?? parts.count
    let text = parts[first..<last].map(\.text).joined().trimmed
    return text.isEmpty ? nil : text
  }

  /// The row of an entry without the muted text at its right.
  fileprivate var withoutDetail: String {
    var name = text[...]
    if let last = runs.last, last.style.role == .muted,
      runs.map(\.length).reduce(0, +) == text.utf8.count
    {
      name = name[..<name.utf8.index(name.startIndex, offsetBy: text.utf8.count - last.length)]
    }
    while name.last == " " { name.removeLast() }
    return String(name)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension [String] {
  /// The lines without leading and trailing empty ones.
  fileprivate var trimmingBlankLines: [String] {
    var lines = self[...]
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines)
  }
}
