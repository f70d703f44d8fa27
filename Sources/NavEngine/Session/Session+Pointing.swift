import NavBase
package import NavScene

/// Places at which viewers point, independent of the layout (proto/README.md: Pointers).
extension Session {
  /// The innermost active page; nil if nothing has the focus.
  package var frontPage: ContainerID? { tree.front.last?.page }

  /// Returns the place in the content that a cell of a page shows.
  ///
  /// - Parameters:
  ///   - row: the row of the page's content, from 0.
  ///   - column: the column, from the content's first; windows count as wide as their texts.
  ///   - page: the page.
  ///   - view: the view of the viewer that points.
  /// - Returns: the place; nil if the page is not there any more or has no such places.
  package mutating func place(
    ofRow row: Int,
    column: Int,
    in page: ContainerID,
    seenBy view: SessionView
  ) -> PointedPlace? {
    guard let found = tree.page(page), let rows = tree[found]?.rows else { return nil }
    let body = body(of: rows.content, in: found, seenIn: view.viewport)
    return body.place(atRow: row, column: column).map { PointedPlace(page: page, place: $0) }
  }

  /// Whether a view has a place in its visible rows.
  package mutating func shows(_ pointed: PointedPlace, in view: SessionView) -> Bool {
    guard let found = tree.page(pointed.page), let rows = tree[found]?.rows else { return false }
    let body = body(of: rows.content, in: found, seenIn: view.viewport)
    let top = body.offset(for: rows.anchor)
    return body.cells(showing: pointed.place)?.rows.overlaps(top..<top + body.visibleRows) ?? false
  }

  /// Returns the mark of the part around a place that a reader means by it: of a paragraph the sentence, of other text the
  /// line, of a list the entry; or the mark of the word.
  ///
  /// O(text of the page).
  package func mark(at pointed: PointedPlace, ofWord isWord: Bool = false) -> Pointing.Mark {
    let content = tree.page(pointed.page).flatMap { tree[$0]?.rows?.content }
    var mark = Pointing.Mark(text: "", place: pointed)
    switch pointed.place {
    case .row: break
    case .entry(let index, let key, let bytes):
      guard let list = content?.list, list.entries.indices.contains(index) else { break }
      let line = list.entries[index].line
      let word = isWord ? line.word(around: bytes.lowerBound) : nil
      mark.text = word.map { String(decoding: Array(line.utf8)[$0], as: UTF8.self) } ?? line
      mark.isPart = word != nil
      mark.place.place = .entry(index, key: key, bytes: word ?? 0..<line.utf8.count)
    case .text(let start, let cell, let bytes):
      guard case .text(let document)? = content?.body,
        let segment = document.segments.first(where: {
          $0.block == start.block && $0.cell == cell
        })
      else { break }
      let line = segment.line(around: bytes.lowerBound, narrowedToWord: isWord)
      mark.text = line.text
      mark.isPart = isWord || line.bytes.count < segment.text.utf8.count && segment.isProse
      mark.place.place = .text(
        // A cell's row begins at another position in each layout.
        start: TextPosition(block: start.block, grapheme: cell == 0 ? line.grapheme : 0),
        cell: cell,
        bytes: line.bytes
      )
    }
    mark.text = sanitized(mark.text).truncated(toColumns: Pointing.textColumns)
    return mark
  }
}

extension TextSegment {
  /// Returns the line, the sentence of prose, or the word that contains a byte, and the position in the block at which it
  /// begins.
  fileprivate func line(
    around byte: Int,
    narrowedToWord isWord: Bool
  ) -> (bytes: Range<Int>, text: String, grapheme: Int) {
    let all = Array(text.utf8)
    let place = min(max(0, byte), all.count)
    var first = all[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var end = all[place...].firstIndex(of: 0x0A) ?? all.count
    let line = String(decoding: all[first..<max(first, end)], as: UTF8.self)
    if isWord, let word = line.word(around: place - first) {
      (first, end) = (first + word.lowerBound, first + word.upperBound)
    } else if isProse {
      // A sentence ends at a blank behind one of `.!?`, unless a small letter follows: `e.g. this`.
      let marks = Array(".!?".utf8)
      let ends = (first..<end).dropFirst().dropLast().filter { index in
        all[index] == 0x20 && marks.contains(all[index - 1])
          && !(0x61...0x7A).contains(all[index + 1])
      }
      first = ends.last { $0 < place }.map { $0 + 1 } ?? first
      end = ends.first { $0 >= place } ?? end
    }
    let before = String(decoding: all[..<first], as: UTF8.self)
    return (
      first..<max(first, end), String(decoding: all[first..<max(first, end)], as: UTF8.self),
      grapheme + before.count
    )
  }
}

extension String {
  /// Returns the bytes of the word that contains a byte of a line, or of the one before a blank; of other text the bytes of
  /// the character; nil behind the line.
  fileprivate func word(around byte: Int) -> Range<Int>? {
    let line = Array(self)
    let starts = line.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }
    guard var first = line.indices.first(where: { byte < starts[$0 + 1] }) else { return nil }
    if line[first].isWhitespace, first > 0 { first -= 1 }
    func isLetter(_ index: Int) -> Bool {
      guard line.indices.contains(index) else { return false }
      return line[index].isLetter || line[index].isNumber || line[index] == "_"
    }
    func belongs(_ index: Int) -> Bool {
      isLetter(index)
        || line.indices.contains(index) && "'\u{2019}-.".contains(line[index])
          && isLetter(index - 1) && isLetter(index + 1)
    }
    var end = first + 1
    if belongs(first) {
      while belongs(first - 1) { first -= 1 }
      while belongs(end) { end += 1 }
    }
    return starts[first]..<starts[end]
  }
}
