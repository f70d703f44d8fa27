import NavBase

/// A list reduced to the entries that contain some words; in a place of its own, because few pages have one.
final class FilteredList: Hashable, Sendable {
  let words: TextWords
  /// The whole list.
  let source: PageContent
  /// The list that is left: headers of sections without entries are removed, notes stay.
  let content: PageContent
  /// The entries that are left, by their indices in the whole list.
  let entries: [Int]

  /// Creates a filtered list; nil if the page is not a list.
  ///
  /// O(text of all entries).
  init?(_ source: PageContent, _ words: TextWords) {
    guard let list = source.list else { return nil }
    var entries: [Int] = []
    // Details that have a column, like the authors of commits, are searched too.
    while let entry = list.entries.firstIndex(
      from: entries.last.map { $0 + 1 } ?? 0,
      foundBy: words,
      withDetails: list.details != .near
    ) {
      entries.append(entry)
    }
    var sections: [ListSection] = []
    var place = entries.startIndex
    for section in list.sections {
      while place < entries.endIndex, entries[place] < section.entries.lowerBound { place += 1 }
      let first = place
      while place < entries.endIndex, entries[place] < section.entries.upperBound { place += 1 }
      if first < place {
        sections.append(ListSection(title: section.title, entries: first..<place))
      }
    }
    self.words = words
    self.source = source
    self.entries = entries
    var content = PageContent(
      title: source.title,
      list: ListContent(
        entries: list.entries.picked(entries),
        sections: sections,
        notes: list.notes,
        details: list.details,
        longest: list.longest
      )
    )
    content.insets = source.insets
    self.content = content
  }

  static func == (a: FilteredList, b: FilteredList) -> Bool {
    a === b || a.words == b.words && a.source == b.source
  }

  func hash(into hasher: inout Hasher) { hasher.combine(words) }

  /// Returns the selectable entry that is nearest to one of the whole list, by its index among those that are left; nil if
  /// none can be selected.
  func selectable(nearest entry: Int) -> Int? {
    guard let list = content.list else { return nil }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < entry { low = middle + 1 } else { high = middle }
    }
    let after = low < entries.count ? list.selectable(from: low, towards: 1) : nil
    guard low > 0, let before = list.selectable(from: low - 1, towards: -1) else { return after }
    guard let after, entries[after] - entry < entry - entries[before] else { return before }
    return after
  }
}
