import NavBase
import NavScene

/// The place of a session in words, as a plain viewer prints it.
struct AccessibleDescription: Hashable {
  /// The selected tabs, parts and options, the outermost first, one line each.
  var choices: [String] = []
  /// The page: `Page 3 of 12: Kind of Blue`.
  var heading = ""
  /// The identity of the page.
  var page: ContainerID?
  /// The selected entry of a list: `Entry 2 of 14: plan.md, 35 B`.
  var entry: String?
  /// Whether the page has text, which is printed as a whole.
  var isText = false
  /// The words of the scene's rows, by row index.
  var rows: [Int: String] = [:]
  /// The number of rows of the page.
  var rowCount = 0
  /// The number of rows below those in the scene.
  var rowsMissing = 0
}

extension AccessibleDescription {
  /// Whether the page's text may differ from that at an earlier place on the page.
  ///
  /// Rows that only one of the two scenes holds indicate scrolling, not a change.
  func mayDiffer(from old: AccessibleDescription) -> Bool {
    rowCount != old.rowCount || rows.contains { old.rows[$0.key] ?? $0.value != $0.value }
  }
}

extension Scene {
  /// The focused place in words; nil if nothing is focused.
  var spokenPlace: AccessibleDescription? {
    guard let page = currentPage else { return nil }
    var place = AccessibleDescription()
    place.choices = spokenChoices(around: page)
    place.page = page.id
    switch focusKind {
    case .list:
      place.heading = page.spokenList
      place.entry = page.spokenEntry
    case .pager, .text, .none:
      place.heading = spokenHeading(of: page)
      place.isText = true
      place.rows = page.spokenRows
      place.rowCount = page.content.height
      let held = page.rows.segments.last?.end ?? 0
      place.rowsMissing = max(0, page.content.height - held)
    }
    return place
  }

  private func spokenHeading(of page: Container) -> String {
    let title = sanitized(page.title)
    guard focusKind == .pager, let control = pageControl else {
      return title.isEmpty ? "Page" : "Page: \(title)"
    }
    let number = "Page \(control.shownPage + 1) of \(control.pageCount)"
    return title.isEmpty ? number : "\(number): \(title)"
  }

  // MARK: Tabs, parts and options

  private func spokenChoices(around page: Container) -> [String] {
    var lines: [String] = []
    var container: Container? = page
    // Terminates, because a parent's id is less than its child's.
    while let here = container {
      if here.kind == .tabs { lines.append(spokenTab(of: here)) }
      let parent = here.parent.flatMap { self[$0] }
      if parent?.kind == .split, let part = spokenPart(here) { lines.append(part) }
      container = parent
    }
    return lines.reversed() + containers.compactMap { spokenOption(of: $0) }
  }

  private func spokenTab(of tabs: Container) -> String {
    guard let bar = bar(of: tabs) else { return "Tab: \(sanitized(tabs.title))" }
    let items = self.tabs(in: bar)
    guard let place = items.firstIndex(where: \.isSelected) else {
      return "Tab: \(sanitized(tabs.title))"
    }
    let chosen = items[place]
    let count = bar.hiddenAbove + items.count + bar.hiddenBelow
    let title = chosen.title.isEmpty ? tabs.title : chosen.title
    let line = "Tab \(bar.hiddenAbove + place + 1) of \(count): \(sanitized(title))"
    let badge = sanitized(chosen.badge)
    return badge.isEmpty ? line : "\(line), badge \(badge)"
  }

  /// Returns the number of a part of a split; nil if it is shown alone.
  private func spokenPart(_ part: Container) -> String? {
    let parts = containers.filter { $0.parent == part.parent && $0.kind == .page }
    guard parts.count > 1, let index = parts.firstIndex(where: { $0.id == part.id }) else {
      return nil
    }
    return "Part \(index + 1) of \(parts.count)"
  }

  private func spokenOption(of bar: Container) -> String? {
    guard bar.kind == .optionBar, bar.barStyle == .options, !bar.isHidden,
      let cell = containers.first(where: {
        $0.parent == bar.id && $0.kind == .optionCell && $0.isSelected
      }),
      let column = cell.selection
    else { return nil }
    return "Option \(column + 1) of \(bar.pageCount): \(sanitized(cell.title))"
  }
}

extension Container {
  fileprivate var spokenList: String {
    let entries = pageCount == 1 ? "1 entry" : "\(pageCount) entries"
    return title.isEmpty ? "List: \(entries)" : "List: \(sanitized(title)), \(entries)"
  }

  fileprivate var spokenEntry: String? {
    guard let selection, pageCount > 0 else { return nil }
    // An entry's number does not count the section headers above it.
    let number = "Entry \(selection + 1 - currentPage) of \(pageCount)"
    let words = rows[selection]?.spokenEntry ?? ""
    return words.isEmpty ? number : "\(number): \(words)"
  }

  fileprivate var spokenRows: [Int: String] {
    var spoken: [Int: String] = [:]
    for segment in rows.segments {
      for (offset, row) in segment.rows.enumerated() {
        spoken[segment.first + offset] = row.spoken
      }
    }
    return spoken
  }
}

extension TextRow {
  /// The row in words: without rules and decorative characters.
  var spoken: String {
    var words = ""
    runs.forEachPart(of: text) { words += Self.spoken($0, as: $1.role) }
    return sanitized(words).split(separator: " ").joined(separator: " ")
  }

  private static func spoken(_ text: Substring, as role: TextRole) -> String {
    switch role {
    case .headingRule, .tableRule, .rule: " "
    case .quoteBar: text.allSatisfy { $0 == " " } ? String(text) : "> "
    case .taskDone: "[x] "
    case .taskOpen: "[ ] "
    // Of an alert only the title; the icon of a note is a letter in Unicode.
    case .alertNote, .alertTip, .alertImportant, .alertWarning, .alertCaution:
      text.contains { $0.isLetter && String($0) != AlertKind.note.icon } ? String(text) : " "
    case .plain, .heading1, .heading2, .heading3, .link, .codeSpan, .codeBlock, .quote, .listMarker,
      .tableHeader, .muted, .error, .branch, .codeComment, .codeKeyword, .codeString, .codeNumber,
      .codeType, .codeName, .codeMeta, .diffAdded, .diffRemoved, .diffHunk, .lineNumber:
      String(text)
    }
  }

  /// A list entry's columns, separated by commas; the graph of a commit history is left out.
  var spokenEntry: String {
    sanitized(text).split(separator: "  ").map { part in
      part.split(separator: " ").filter { !$0.isGraph }.joined(separator: " ")
    }
    .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Substring {
  /// Whether it consists only of a graph's lines and commit marks.
  fileprivate var isGraph: Bool {
    unicodeScalars.allSatisfy { (0x2500...0x257F).contains($0.value) || $0 == "●" }
  }
}
