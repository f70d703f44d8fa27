package import NavText
import SwiftProtobuf

/// The text of the page in front of a session, whole and unwrapped, or a part of it.
package struct PageText: Hashable, Sendable {
  /// One sanitised line.
  package var title: String
  /// The session's version, of which it speaks.
  package var version: UInt64
  /// Names the page in front, as `Reply.SessionInfo.top` does.
  package var top: String
  /// Of a list, the name of the entry that is selected; nil for none.
  package var selected: String?
  /// From `firstLine` on, sanitised; tabs are left in.
  package var passages: [Passage]
  /// The first line of the page that is here, from 0.
  package var firstLine: Int
  /// How many lines the whole page has.
  package var lineCount: Int
  /// Whether more of it is on its way: a program that prints it still runs.
  package var isGrowing = false

  /// About how many bytes of text there are in one answer.
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

  /// The line with which the next part begins.
  package var endLine: Int { firstLine + passages.lineCount }

  /// Whether nothing of the page comes behind it.
  package var isEnd: Bool { endLine >= lineCount }

  /// Adds the part that comes next.
  ///
  /// - Returns: false, and nothing has changed, for a part of another page or of a page that has changed.
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
    // A kind of a later version is read as the text that it has.
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
