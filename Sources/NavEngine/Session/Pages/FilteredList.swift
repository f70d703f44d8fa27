import NavBase

/// A list reduced to the entries that contain some words.
struct FilteredList: Hashable, Sendable {
  let words: TextWords
  /// The whole list.
  let source: PageContent
  /// The list that is left: headers of sections without entries are removed, notes stay.
  let content: PageContent
  /// The entries that are left, by their indices in the whole list.
  let entries: [Int]

  /// Creates a filtered list; nil if the page is not a list.
  ///
  /// O(text of all labels).
  init?(_ source: PageContent, _ words: TextWords) {
    guard let list = source.list else { return nil }
    let entries = list.entries.indices.filter { list.isFound($0, by: words) }
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
        details: list.details
      )
    )
    content.insets = source.insets
    self.content = content
  }
}

extension ListContent {
  /// Returns whether a filter leaves an entry: it searches details too that have a column, like the authors of commits.
  fileprivate func isFound(_ index: Int, by words: TextWords) -> Bool {
    guard details != .near else { return entries.isLineFound(at: index, by: words) }
    let entry = entries[index]
    return words.isFound(
      in: entry.detail.isEmpty ? entry.line : entry.line + "  " + entry.detail
    )
  }
}
