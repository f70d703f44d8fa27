package import NavText
import SwiftProtobuf

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

extension PageText {
  var wire: Navd_V1_PageText {
    var message = Navd_V1_PageText()
    message.title = title
    message.version = version
    message.top = top
    if let selected { message.selected = selected }
    message.passages = passages.map(\.wire)
    message.firstLine = UInt32(clamping: firstLine)
    message.lines = UInt32(clamping: lineCount)
    message.growing = isGrowing
    return message
  }

  init(_ message: Navd_V1_PageText) {
    self.init(
      title: sanitized(message.title),
      version: message.version,
      top: message.top,
      selected: message.hasSelected ? sanitized(message.selected) : nil,
      passages: message.passages.map { Passage($0).sanitized() },
      firstLine: Int(message.firstLine),
      lineCount: Int(message.lines)
    )
    isGrowing = message.growing
  }
}

extension Passage {
  fileprivate var wire: Navd_V1_Passage {
    var message = Navd_V1_Passage()
    switch kind {
    case .text: message.kind = .text
    case .heading(let level):
      message.kind = .heading
      message.level = UInt32(clamping: level)
    case .code(let language):
      message.kind = .code
      message.language = language
    case .verbatim: message.kind = .verbatim
    case .table: message.kind = .table
    case .column(let number, let count):
      message.kind = .column
      message.level = UInt32(clamping: number)
      message.columns = UInt32(clamping: count)
    case .rule: message.kind = .rule
    }
    message.lines = lines
    message.rows = cells.map { row in
      var message = Navd_V1_PassageRow()
      message.cells = row
      return message
    }
    message.lead = lead
    message.margin = margin
    message.tight = isTight
    message.continued = isContinued
    return message
  }

  fileprivate init(_ message: Navd_V1_Passage) {
    let kind: Kind
    switch message.kind {
    case .heading: kind = .heading(min(max(1, Int(message.level)), 6))
    case .code: kind = .code(message.language)
    case .verbatim: kind = .verbatim
    case .table: kind = .table
    case .column: kind = .column(Int(message.level), of: Int(message.columns))
    case .rule: kind = .rule
    // A kind of a later version is treated as text.
    case .text, .UNRECOGNIZED: kind = .text
    }
    self.init(
      kind,
      lines: message.lines,
      cells: message.rows.map(\.cells),
      lead: message.lead,
      margin: message.margin,
      isTight: message.tight,
      isContinued: message.continued
    )
  }
}
