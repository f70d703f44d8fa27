/// A run of `length` UTF-8 bytes in one style.
package struct StyledRun: Hashable, Sendable {
  /// UTF-8 bytes, above 0.
  ///
  /// In a row, a run begins and ends between grapheme clusters.
  package var length: Int
  package var style: TextStyle

  package init(length: Int, style: TextStyle) {
    self.length = length
    self.style = style
  }
}

/// Text with styles, before it is wrapped: the inline content of a heading, a paragraph, a table
/// cell.
///
/// The runs cover the text from its start; text after the last run is plain. A line feed in the
/// text is a line break of the author.
package struct StyledText: Hashable, Sendable {
  package private(set) var text: String
  package private(set) var runs: [StyledRun]

  package init(_ text: String = "", style: TextStyle = .plain) {
    self.text = ""
    self.runs = []
    append(text, style: style)
  }

  /// Creates a text from the runs that cover it.
  init(_ text: String, runs: [StyledRun]) {
    self.text = text
    self.runs = runs
  }

  package var isEmpty: Bool { text.isEmpty }

  /// Appends text; a run of the same style as the last one is merged with it.
  package mutating func append(_ more: String, style: TextStyle = .plain) {
    let length = more.utf8.count
    guard length > 0 else { return }
    text += more
    if runs.last?.style == style {
      runs[runs.count - 1].length += length
    } else {
      runs.append(StyledRun(length: length, style: style))
    }
  }
}

/// One row of a page, ready to paint: no line feed, no control character, no wrapping left to do.
package struct TextRow: Hashable, Sendable {
  /// Sanitised text without trailing blanks.
  package var text: String
  /// The styles, in order from the start of the text; text after the last run is plain.
  package var runs: [StyledRun]
  /// Blank columns before the text, at least 0.
  package var indent: Int
  /// The raw value of the role whose background fills the row across the page's content, possibly
  /// of a later version; 0 fills nothing.
  package var fillCode: UInt8
  /// The parts that show a longer text through a window, ascending and without overlap.
  package var windows: [RowWindow]

  package init(
    _ text: String = "",
    runs: [StyledRun] = [],
    indent: Int = 0,
    fill: TextRole = .plain,
    windows: [RowWindow] = []
  ) {
    self.text = text
    self.runs = runs
    self.indent = indent
    fillCode = fill.rawValue
    self.windows = windows
  }

  /// The role whose background fills the row; `.plain` fills nothing.
  package var fill: TextRole {
    get { TextRole(rawValue: fillCode) ?? .plain }
    set { fillCode = newValue.rawValue }
  }
}

extension StyledText {
  /// Appends another text.
  package mutating func append(_ other: StyledText) {
    other.runs.forEachPart(of: other.text) { append(String($0), style: $1) }
  }

  /// Returns a range of its bytes, which begins and ends between characters, as far as there are so many.
  package func part(_ bytes: Range<Int>) -> StyledText {
    var result = StyledText()
    var place = 0
    runs.forEachPart(of: text) { part, style in
      let wanted = bytes.clamped(to: place..<place + part.utf8.count)
      let start = part.utf8.index(part.startIndex, offsetBy: wanted.lowerBound - place)
      let end = part.utf8.index(start, offsetBy: wanted.count)
      result.append(String(part[start..<end]), style: style)
      place += part.utf8.count
    }
    return result
  }

  /// Returns the text on top of a base style: plain text takes the base role, and all text takes
  /// its attributes.
  package func styled(as ground: TextStyle) -> StyledText {
    guard ground != .plain else { return self }
    // Fast path: most lines of code and of files have one style.
    if runs.allSatisfy({ $0.style == .plain }) { return StyledText(text, style: ground) }
    var result = StyledText()
    runs.forEachPart(of: text) { part, own in
      var style = own
      if style.role == .plain { style.role = ground.role }
      style.attributes.formUnion(ground.attributes)
      style.link = style.link ?? ground.link
      result.append(String(part), style: style)
    }
    return result
  }
}

extension [StyledRun] {
  /// Calls a function with each part of a text that has one style, in order; text after the last run is plain.
  package func forEachPart(of text: String, _ body: (Substring, TextStyle) -> Void) {
    var rest = text[...]
    for run in self where !rest.isEmpty {
      let end = rest.utf8.index(rest.startIndex, offsetBy: run.length, limitedBy: rest.endIndex)
      body(rest[..<(end ?? rest.endIndex)], run.style)
      rest = rest[(end ?? rest.endIndex)...]
    }
    if !rest.isEmpty { body(rest, .plain) }
  }
}
