import NavGeometry
import NavLayout
import NavTerminal
import NavText

/// What a viewer gives to its terminal alone: text for the clipboard, and the mouse.
extension ClientCore {
  /// Copies what is looked at (experience.md: Keys, `y`).
  mutating func copy(from scene: Scene?, at now: Duration) {
    guard let copied = scene?.copiedText else {
      return messages.show("there is nothing here to copy", at: now)
    }
    copy(copied.text, called: copied.name, at: now)
  }

  /// Copies a text, and says so.
  mutating func copy(_ text: String, called name: String, at now: Duration) {
    guard text.utf8.count <= Clipboard.byteLimit else {
      let limit = Clipboard.byteLimit / 1000
      return messages.show("that is more than \(limit) kB: nothing was copied", at: now)
    }
    actions.append(.copy(text))
    messages.show("copied \(name)", .news, at: now)
  }

  mutating func switchMouse(at now: Duration) {
    cancelDrag(at: now)
    isMouseOn.toggle()
    actions.append(.setMouse(isMouseOn))
    messages.show(isMouseOn ? "mouse on" : "mouse off: m switches it on", .news, at: now)
  }
}

extension Scene {
  /// What `y` copies, and what that is called; nil where there is no text.
  ///
  /// Of a page of a JSON or YAML document its path, of another list the selected entry's name, of a slide its rows, of
  /// another text the rows in view.
  var copiedText: (text: String, name: String)? {
    guard let page = currentPage else { return nil }
    if let path = page.shownPath, focusKind != .pager { return (path, path) }
    if let selection = page.selection {
      guard let name = page.rows[selection]?.withoutDetail, !name.isEmpty else { return nil }
      return (name, name)
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
    return (lines.joined(separator: "\n") + "\n", name)
  }
}

extension Container {
  /// The path of a page that has one for a title; of a text it is the first row as well.
  fileprivate var shownPath: String? {
    guard title.hasPrefix("/"), title.utf8.count > 1, !title.contains(" …") else { return nil }
    guard selection == nil else { return title }
    return rows[0].map { $0.text == title } == true ? title : nil
  }
}

extension TextRow {
  /// The row of an entry without what stands muted at its right.
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

extension [String] {
  /// The lines without empty ones at the start and the end.
  fileprivate var trimmingBlankLines: [String] {
    var lines = self[...]
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines)
  }
}
