package import NavBase

/// The text of a session's front page, unwrapped, or a part of it.
package struct PageText: Hashable, Sendable {
  /// The title, one sanitised line.
  package var title: String
  /// The session's version that the text belongs to.
  package var version: UInt64
  /// The identity of the front page, as in `Reply.SessionInfo.top`.
  package var top: String
  /// In a list, the name of the selected entry; nil for none.
  package var selected: String?
  /// The sanitised passages from `firstLine` on; tabs are kept.
  package var passages: [Passage]
  /// The first line of this part, from 0.
  package var firstLine: Int
  /// The number of lines of the whole page.
  package var lineCount: Int
  /// Whether the page is still growing, because the program that prints it is running.
  package var isGrowing = false

  /// The approximate size of one reply in bytes of text.
  package static let partBytes = 256 << 10

  package init(
    title: String,
    version: UInt64,
    top: String,
    selected: String? = nil,
    passages: [Passage],
    firstLine: Int = 0,
    lineCount: Int
  ) {
    self.title = title
    self.version = version
    self.top = top
    self.selected = selected
    self.passages = passages
    self.firstLine = firstLine
    self.lineCount = lineCount
  }

  /// The first line of the next part.
  package var endLine: Int { firstLine + passages.lineCount }

  /// Whether this part reaches the end of the page.
  package var isEnd: Bool { endLine >= lineCount }

  /// Appends the next part.
  ///
  /// - Returns: false, without any change, for a part of another page or of a page that has changed.
  package mutating func append(_ part: PageText) -> Bool {
    guard part.firstLine == endLine, part.lineCount == lineCount, part.title == title,
      part.top == top, part.version == version, !part.passages.isEmpty
    else { return false }
    for passage in part.passages {
      if passage.isContinued, let last = passages.indices.last,
        passages[last].kind == passage.kind
      {
        passages[last].lines += passage.lines
        passages[last].cells += passage.cells
      } else {
        passages.append(passage)
      }
    }
    return true
  }
}

// MARK: On the wire

extension PageText: WireFields {
  package static var blank: Self {
    Self(title: "", version: 0, top: "", passages: [], lineCount: 0)
  }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.string(1, &title)
    try archive.uint64(2, &version)
    try archive.string(3, &top)
    try archive.string(4, &selected)
    try archive.messages(5, &passages)
    try archive.uint32(6, &firstLine)
    try archive.uint32(7, &lineCount)
    try archive.bool(8, &isGrowing)
    guard !archive.isWriter else { return }
    title = sanitized(title)
    selected = selected.map { sanitized($0) }
    passages = passages.map { $0.sanitized() }
  }
}

extension Passage: WireFields {
  package static var blank: Self { Self(.text) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    var (number, level, columns, language) = (UInt32(0), 0, 0, "")
    switch kind {
    case .text: break
    case .heading(let depth): (number, level) = (1, depth)
    case .code(let name): (number, language) = (2, name)
    case .verbatim: number = 3
    case .table: number = 4
    case .column(let index, let count): (number, level, columns) = (5, index, count)
    case .rule: number = 6
    }
    try archive.uint32(1, &number)
    try archive.uint32(2, &level)
    try archive.uint32(3, &columns)
    try archive.string(4, &language)
    try archive.strings(5, &lines)
    try archive.messages(6, &cells) { row, archive throws(WireError) in
      var row = row ?? []
      try archive.strings(1, &row)
      return row
    }
    try archive.string(7, &lead)
    try archive.string(8, &margin)
    try archive.bool(9, &isTight)
    try archive.bool(10, &isContinued)
    guard !archive.isWriter else { return }
    switch number {
    case 1: kind = .heading(min(max(1, level), 6))
    case 2: kind = .code(language)
    case 3: kind = .verbatim
    case 4: kind = .table
    case 5: kind = .column(level, of: columns)
    case 6: kind = .rule
    // A kind of a later version is treated as text.
    default: kind = .text
    }
  }
}
