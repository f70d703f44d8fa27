package import NavBase

/// The active page as it is read out or copied, independent of any viewport.
package struct SessionReading: Hashable, Sendable {
  /// One sanitised line.
  package var title: String
  /// The label of the selected entry of a list; nil for none.
  package var selected: String?
  /// Not sanitised yet.
  package var passages: [Passage]
  /// Whether more of it follows (`PageContent.isGrowing`).
  package var isGrowing = false
}

extension Session {
  /// The text of the active page, as far as it is revealed; of a list, the entries that its filter leaves.
  ///
  /// O(blocks and lines of the page).
  ///
  /// - Returns: nil if there is no page.
  package var reading: SessionReading? { reading(of: 0..<Int.max) }

  /// The bytes of the text of the active page, or the number of its entries: an estimate of the time to read it.
  package var readingWeight: Int {
    guard let front = tree.front.last, let content = tree[front]?.rows?.content else { return 0 }
    return max(content.weight, content.list?.entries.count ?? 0)
  }

  /// The same; of a list, all lines but some are empty, since a list may have a million of them.
  package func reading(of lines: Range<Int>) -> SessionReading? {
    guard let front = tree.front.last, let node = tree[front.container],
      let rows = node[front.page]?.rows
    else { return nil }
    let step = rows.content.stepCount > 0 ? node.active?.step : nil
    var reading = SessionReading(title: sanitized(node.title(of: front.page)), passages: [])
    reading.isGrowing = rows.content.isGrowing
    switch rows.content.body {
    case .text(let document): reading.passages = document.passages(step: step)
    case .list(let list):
      reading.selected = rows.selection.map { sanitized(list.entries[$0].label) }
      reading.passages = list.passages(of: lines)
    case .board(let board): reading.passages = board.passages
    }
    return reading
  }
}

extension ListContent {
  /// Its entries, one line each, below the titles of their sections; those of other lines are empty.
  fileprivate func passages(of shown: Range<Int>) -> [Passage] {
    var passages: [Passage] = []
    var start = 0
    var titles = 0
    func add(upTo end: Int) {
      guard start < end else { return }
      let lines = (start..<end).map { shown.contains($0 + titles) ? entries[$0].readLine : "" }
      passages.append(Passage(.text, lines: lines))
      start = end
    }
    for section in sections {
      add(upTo: section.entries.lowerBound)
      passages.append(Passage(.heading(2), lines: [section.title]))
      titles += 1
      add(upTo: section.entries.upperBound)
    }
    add(upTo: entries.count)
    return passages + notes.map { Passage(.text, lines: [$0]) }
  }
}

extension ListEntry {
  fileprivate var readLine: String { detail.isEmpty ? line : "\(line), \(detail)" }
}

extension BoardContent {
  /// Its boxes in their order.
  fileprivate var passages: [Passage] {
    boxes.flatMap { box -> [Passage] in
      var passages = box.document.passages()
      guard !box.title.isEmpty else { return passages }
      if !passages.isEmpty { passages[0].isTight = true }
      return [Passage(.heading(3), lines: [box.title])] + passages
    }
  }
}
