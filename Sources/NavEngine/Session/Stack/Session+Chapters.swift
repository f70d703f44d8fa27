import NavBase
import NavScene

/// Moving from one text to the next: the chapters of a book, the files of a directory, the values of a document.
extension Session {
  /// Opens the text after or before the active one, in the list that it was opened from.
  ///
  /// - Returns: the page that has to be read first; nil if the text is open.
  /// - Throws: if no text is open, and at the ends of the list; then nothing has changed.
  mutating func goToChapter(
    forward: Bool,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> PageRequest? {
    guard let place = chapterInFront else {
      throw Rejection("open a chapter or a file from its list first")
    }
    guard let stack = tree.stack(place.list.container),
      var rows = tree[place.list]?.rows, let list = rows.content.list
    else { return nil }
    let next = list.text(behind: place.entry, forward: forward)
    guard let next else {
      let word = stack.isBook ? "chapter" : "one of its list"
      throw Rejection(forward ? "this is the last \(word)" : "this is the first \(word)")
    }
    rows.move(by: .to(next), in: body(of: rows.content, in: place.list, seenIn: viewport))
    tree[place.list] = .rows(rows)
    switch try open(selectedIn: place.list, seenIn: viewport, at: now) {
    case .needs(let request): return request
    case .done, .nothing, nil: return nil
    }
  }

  /// The list that the active text was opened from, and its entry there.
  private var chapterInFront: (list: ContainerTree.Page, entry: Int)? {
    for page in tree.front.reversed() {
      guard let stack = tree.stack(page.container) else { continue }
      return stack.chapterInFront.map { place in
        (ContainerTree.Page(container: page.container, page: place.list), place.entry)
      }
    }
    return nil
  }
}

extension StackNode {
  /// Whether its pages are the chapters of a book.
  var isBook: Bool { source.kind.traits.isBook }

  /// The list from which the active page was opened, and the entry; for a book always the table of contents, whatever
  /// links led to the chapter.
  fileprivate var chapterInFront: (list: ContainerID, entry: Int)? {
    guard let active = state.active, active > 0,
      let key = pages[state.pages[active].id]?.key, !isList(state.pages[active].id)
    else { return nil }
    let lists = isBook ? Array(0..<active) : [active - 1]
    for index in lists {
      let id = state.pages[index].id
      guard let list = pages[id]?.slot.rows?.content.list else { continue }
      let entry =
        list.entries.firstIndex(ofKey: key)
        ?? list.entries.firstIndex {
          isBook && $0.isSelectable && $0.key.chapterName == key.chapterName
        }
      if let entry { return (id, entry) }
    }
    return nil
  }

  private func isList(_ page: ContainerID) -> Bool {
    pages[page]?.slot.rows?.content.list != nil
  }
}

extension ListContent {
  /// Returns the next or previous entry that opens a text; nil at the end of the list.
  fileprivate func text(behind entry: Int, forward: Bool) -> Int? {
    let rest = forward ? Array((entry + 1)..<max(entry + 1, entries.count)) : (0..<entry).reversed()
    return rest.first { entries[$0].isSelectable && entries[$0].opens == .text }
  }
}

extension [UInt8] {
  /// The key of a chapter, without the heading that a link names.
  fileprivate var chapterName: ArraySlice<UInt8> {
    prefix { $0 != UInt8(ascii: "#") }
  }
}
