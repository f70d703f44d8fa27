import NavLayout
import NavText

/// Which rows of a list are still there in another one.
struct ListReload {
  private let old: ListContent
  private let new: ListContent
  /// The new entries of each key, ascending.
  private let entries: [[UInt8]: [Int]]

  init(from old: ListContent, to new: ListContent) {
    self.old = old
    self.new = new
    entries = Dictionary(grouping: new.entries.indices) { new.entries[$0].key }
  }

  /// The entry with the key of an old one; of several the nearest.
  func entry(_ index: Int) -> Int? {
    entries[old.entries[index].key]?.min { abs($0 - index) < abs($1 - index) }
  }

  /// Where an anchor of the old list is.
  func anchor(_ anchor: ScrollAnchor) -> ScrollAnchor {
    if anchor == .top { return anchor }
    if anchor.position.grapheme == .max { return .end(ofBlock: max(0, new.rowCount - 1)) }
    let first = max(0, min(anchor.position.block, old.rowCount - 1))
    let candidates = Array(first..<max(first, old.rowCount)) + (0..<first).reversed()
    guard let row = candidates.lazy.compactMap(row).first else { return .top }
    return ScrollAnchor(position: TextPosition(block: row, grapheme: 0), ratio: anchor.ratio)
  }

  private func row(_ index: Int) -> Int? {
    switch old.row(at: index) {
    case .entry(let entry): return self.entry(entry).map { new.row(ofEntry: $0) }
    case .header(let section):
      let title = old.sections[section].title
      return new.sections.firstIndex { $0.title == title }.map { new.headerRow(of: $0) }
    case .note(let note):
      guard new.notes.indices.contains(note), new.notes[note] == old.notes[note] else { return nil }
      return new.rowCount - new.notes.count + note
    }
  }
}
