import NavBase

/// Finds positions of a text in its reloaded version.
struct TextReload {
  private let old: TextDocument
  private let new: TextDocument

  init(from old: TextDocument, to new: TextDocument) {
    self.old = old
    self.new = new
  }

  /// Returns an anchor of the old text in the new one: at the same block, or as far from the nearest unchanged one; in
  /// lines of code and in plain text, at the same line in the same way.
  ///
  /// The beginning stays the beginning and the end stays the end, so that a viewer follows a text that grows. O(blocks
  /// and their contents).
  func anchor(_ anchor: ScrollAnchor) -> ScrollAnchor {
    if anchor == .top { return anchor }
    let newLeaves = new.leaves
    if anchor.position.grapheme == .max {
      var end = ScrollAnchor.end(ofBlock: max(0, newLeaves.count - 1))
      end.step = anchor.step
      return end
    }
    let oldLeaves = old.leaves
    guard oldLeaves.indices.contains(anchor.position.block), !newLeaves.isEmpty else { return .top }
    let alignment = SequenceAlignment(
      from: oldLeaves.count,
      to: newLeaves.count,
      equal: { oldLeaves[$0] == newLeaves[$1] },
      named: { Self.haveSameName(oldLeaves[$0], newLeaves[$1]) }
    )
    var moved = anchor
    if let block = alignment.index(of: anchor.position.block) {
      moved.position.block = block
      if let before = VerbatimLines(oldLeaves[anchor.position.block]),
        let now = VerbatimLines(newLeaves[block])
      {
        moved.position.grapheme = now.grapheme(of: before, at: anchor.position.grapheme)
      }
      return moved
    }
    moved.position.block =
      SequenceAlignment.place(of: anchor.position.block, from: oldLeaves, to: newLeaves)
      ?? alignment.place(of: anchor.position.block)
    return moved
  }

  private static func haveSameName(_ old: TextBlock?, _ new: TextBlock?) -> Bool {
    switch (old, new) {
    case (.heading(_, let old), .heading(_, let new)): old.text == new.text
    // The output of a program, a listing or code, of which lines were changed.
    case (.preformatted, .preformatted), (.code, .code): true
    default: false
    }
  }
}

extension TextReload {
  /// The lines on either side by which a line is known to be where it was.
  private static let reach = 4

  /// Returns the line of a part of a large text that is a line of another version's part.
  ///
  /// - Parameter byte: the byte at which the line begins in the old text.
  /// - Returns: the byte at which it begins in the new one; of several, that of the line with the most equal neighbors, else
  ///   the nearest one; without any, that of the line as far from the nearest unchanged one; nil if the part has none, or
  ///   if these are no parts.
  func line(atByte byte: Int) -> Int? {
    guard let before = old.window, let now = new.window,
      let oldLines = VerbatimLines(old.blocks.first)?.lines,
      let newLines = VerbatimLines(new.blocks.first)?.lines,
      let line = before.line(atByte: byte), oldLines.indices.contains(line)
    else { return nil }
    let estimate = now.line(atByte: byte) ?? 0
    let isThere = (-Self.reach...Self.reach).allSatisfy { distance in
      let (one, other) = (line + distance, estimate + distance)
      return !oldLines.indices.contains(one) || !newLines.indices.contains(other)
        || oldLines[one] == newLines[other]
    }
    if isThere, now.start(ofLine: estimate) == byte { return byte }
    let alignment = SequenceAlignment(
      from: oldLines.count,
      to: newLines.count,
      equal: { oldLines[$0] == newLines[$1] },
      named: { _, _ in false }
    )
    let index = alignment.equalIndex(of: line, near: estimate)
    return (index ?? SequenceAlignment.place(of: line, from: oldLines, to: newLines))
      .map { now.start(ofLine: $0) }
  }
}

/// The lines of a leaf that is shown verbatim, as positions count them (`TextPosition`).
struct VerbatimLines {
  /// Sanitised, without their ends.
  let lines: [String]

  /// Nil for a leaf of another kind.
  init?(_ leaf: TextBlock?) {
    switch leaf {
    case .preformatted(let lines): self.lines = lines.map { sanitized($0.text, keeping: .tabs) }
    case .code(let code): lines = code.text.map { sanitized($0, keeping: .tabs) }
    case .heading, .paragraph, .list, .table, .quote, .alert, .rule, .pause, .columns, .space,
      .aligned,
      .picture, .versions, nil:
      return nil
    }
  }

  /// Returns the grapheme of a column of a line; the nearest one if there is none.
  func grapheme(ofLine line: Int, column: Int) -> Int {
    guard !lines.isEmpty else { return 0 }
    let line = min(max(0, line), lines.count - 1)
    let above = lines[..<line].reduce(0) { $0 + graphemeCount(of: $1) + 1 }
    return above + min(column, graphemeCount(of: lines[line]))
  }

  /// Returns the grapheme of the line that a grapheme of an earlier version was in, or of the line in its place.
  fileprivate func grapheme(of earlier: VerbatimLines, at grapheme: Int) -> Int {
    let before = earlier.lines
    guard before != lines else { return grapheme }
    var (line, column) = (0, grapheme)
    while line < before.count - 1, case let length = graphemeCount(of: before[line]) + 1,
      column >= length
    {
      (line, column) = (line + 1, column - length)
    }
    let alignment = SequenceAlignment(
      from: before.count,
      to: lines.count,
      equal: { before[$0] == lines[$1] },
      named: { _, _ in false }
    )
    let place =
      alignment.index(of: line) ?? SequenceAlignment.place(of: line, from: before, to: lines)
    return self.grapheme(ofLine: place ?? alignment.place(of: line), column: column)
  }
}
