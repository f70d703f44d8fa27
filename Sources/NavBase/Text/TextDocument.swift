/// A document as semantic blocks without a width: the output of a content source, which `FlowedText` wraps into rows
/// for one width.
///
/// Its blocks are values, or bytes that are decoded on access (`packed()`).
package struct TextDocument: Sendable {
  private var storage: Storage
  /// The vertical placement on a page that has more rows than the document.
  package var placement = Placement.automatic
  /// In a box, since few documents have it and all are copied.
  private var windowBox: WindowBox?

  private enum Storage: Sendable {
    case blocks([TextBlock])
    case packed(PackedBlocks)
  }

  package enum Placement: UInt8, Hashable, Sendable {
    /// Text that is read: in the middle for a title (`isTitle`), else at the top.
    case automatic
    /// A slide, with the place of its title (`SlideSetting`).
    case top
    /// A slide in the middle of its page, and its lines in the middle of their rows.
    case middle
  }

  private final class WindowBox: Sendable {
    let window: TextWindow

    init(_ window: TextWindow) {
      self.window = window
    }
  }

  package init(blocks: [TextBlock] = []) {
    storage = .blocks(blocks)
  }

  init(packed: PackedBlocks) {
    storage = .packed(packed)
  }

  /// The blocks; O(text) at each access to a packed document, which is unpacked by a change.
  package var blocks: [TextBlock] {
    get {
      switch storage {
      case .blocks(let blocks): blocks
      case .packed(let packed): packed.blocks
      }
    }
    _modify {
      var blocks = self.blocks
      storage = .blocks([])
      defer { storage = .blocks(blocks) }
      yield &blocks
    }
  }

  /// The part of a large file that its preformatted lines are; nil for a whole text.
  package var window: TextWindow? {
    get { windowBox?.window }
    set { windowBox = newValue.map { WindowBox($0) } }
  }

  /// The packed blocks; nil if the document is not packed.
  var packedBlocks: PackedBlocks? {
    if case .packed(let packed) = storage { packed } else { nil }
  }

  /// The facts of a packed document; nil for any other one.
  var facts: DocumentFacts? { packedBlocks?.facts }

  /// Returns the same document in little more memory than its text takes.
  ///
  /// O(text), and O(1) for a document that is packed.
  package func packed() -> TextDocument {
    guard packedBlocks == nil else { return self }
    var packed = TextDocument(packed: PackedBlocks(blocks))
    packed.placement = placement
    packed.windowBox = windowBox
    return packed
  }

  /// The size of the packed document in memory, in bytes; 0 if it is not packed.
  ///
  /// O(1).
  package var packedSize: Int { packedBlocks?.bytes.count ?? 0 }
}

extension TextDocument: Hashable {
  package static func == (a: TextDocument, b: TextDocument) -> Bool {
    guard a.placement == b.placement,
      a.windowBox === b.windowBox || a.window == b.window
    else { return false }
    if let one = a.packedBlocks, let other = b.packedBlocks { return one == other }
    return a.blocks == b.blocks
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(placement)
    hasher.combine(byteCount)
  }
}

/// One block of a document.
package indirect enum TextBlock: Hashable, Sendable {
  /// A heading of level 1 ... 6.
  case heading(level: Int, StyledText)
  case paragraph(StyledText)
  case list(TextList)
  case code(TextCode)
  /// Verbatim lines: tab stops are 8 columns apart, and a line longer than a row continues in the next one, cut
  /// anywhere.
  case preformatted([StyledText])
  case table(TextTable)
  case quote([TextBlock])
  /// A quote with a title, which is the first of its blocks.
  case alert(AlertKind, [TextBlock])
  case rule
  /// Reveals the following content in the next step (`TextDocument.stepCount`).
  case pause
  /// Columns side by side, from the left; at most `TextColumn.countLimit`.
  ///
  /// A pause in one column also holds back the content after the same pause of all other columns (`ColumnSteps`).
  case columns([TextColumn])
  /// The given number of blank rows, from 1 to `spaceLimit`: a leaf without text.
  case space(Int)
  /// Blocks aligned left, centred or right in the available columns: paragraphs and headings line by line; lists,
  /// tables and quotes as a whole. Code, rules and columns always take the full width.
  case aligned(TextTable.Alignment, [TextBlock])
  /// A picture that is a paragraph of its own.
  case picture(TextPicture)
  /// Code in several versions: each step replaces a version by the next one.
  ///
  /// Text without steps, such as an export, contains one version after the other. Each version is a leaf.
  case versions([TextCode])

  /// The most blank rows of one block.
  package static let spaceLimit = 100
}

/// One of several columns side by side.
package struct TextColumn: Hashable, Sendable {
  /// Its share of the width, from 1 to `weightLimit`.
  package var weight: Int
  package var blocks: [TextBlock]

  package static let countLimit = 8
  package static let weightLimit = 100

  package init(weight: Int = 1, blocks: [TextBlock] = []) {
    self.weight = min(max(1, weight), Self.weightLimit)
    self.blocks = blocks
  }
}

extension TextBlock {
  /// Creates a code block without token styles.
  package static func code(language: String, lines: [String]) -> TextBlock {
    .code(TextCode(language: language, lines: lines.map { StyledText($0) }))
  }

  /// Creates a preformatted block without styles.
  package static func preformatted(lines: [String]) -> TextBlock {
    .preformatted(lines.map { StyledText($0) })
  }
}

/// A block of code whose lines are shown verbatim and never wrapped at words.
package struct TextCode: Hashable, Sendable {
  /// The first word of the fence's info string, or empty.
  package var language: String
  /// The lines without the fence; plain text in them has the role `codeBlock`.
  package var lines: [StyledText]
  /// The number of the first line; nil for no line numbers.
  package var firstNumber: Int?
  /// The highlighted lines, one entry for each step; empty for no highlighting.
  package var focus: [LineFocus]
  /// A title in a row above the lines, such as the file's name; nil for none.
  ///
  /// It is no part of the text.
  package var title: String?
  /// Whether the block has a background of its own.
  package var hasGround: Bool

  /// The most entries of `focus`.
  package static let focusLimit = 100

  package init(
    language: String = "",
    lines: [StyledText],
    firstNumber: Int? = nil,
    focus: [LineFocus] = [],
    title: String? = nil,
    hasGround: Bool = true
  ) {
    self.title = title
    self.hasGround = hasGround
    self.language = language
    self.lines = lines
    self.firstNumber = firstNumber
    self.focus = Array(focus.prefix(Self.focusLimit))
  }

  /// The highlighted lines of a code block.
  package enum LineFocus: Hashable, Sendable {
    case all
    /// Line numbers in the block, from 1; no ranges highlight no line.
    case lines([ClosedRange<Int>])

    /// Whether a line, by its number from 1, is highlighted.
    package func contains(_ line: Int) -> Bool {
      switch self {
      case .all: true
      case .lines(let ranges): ranges.contains { $0.contains(line) }
      }
    }
  }

  /// The lines without styles.
  package var text: [String] { lines.map(\.text) }

  /// The number of steps that the block takes, at least 1.
  package var turnCount: Int { max(1, focus.count) }
}

/// A bulleted or numbered list.
package struct TextList: Hashable, Sendable {
  /// The number of the first item of a numbered list; nil for bullets.
  package var start: Int?
  /// Whether the author left no blank lines between the items.
  package var isTight: Bool
  /// Whether items have bullets or numbers; the items of a definition list are only indented.
  package var hasMarkers: Bool
  package var items: [TextListItem]

  package init(start: Int?, isTight: Bool, hasMarkers: Bool = true, items: [TextListItem]) {
    self.start = start
    self.isTight = isTight
    self.hasMarkers = hasMarkers
    self.items = items
  }
}

package struct TextListItem: Hashable, Sendable {
  package var blocks: [TextBlock]
  /// Whether the item of a task list is done; nil for an ordinary item.
  package var isDone: Bool?

  package init(blocks: [TextBlock], isDone: Bool? = nil) {
    self.blocks = blocks
    self.isDone = isDone
  }

  /// Whether the item has only its marker; such an item is a leaf, too.
  package var isBare: Bool { blocks.allSatisfy { $0 == .pause } }
}

/// A table; every row has as many cells as there are alignments.
package struct TextTable: Hashable, Sendable {
  package enum Alignment: UInt8, Hashable, Sendable {
    case left, center, right
  }

  package var alignments: [Alignment]
  package var header: [StyledText]
  package var rows: [[StyledText]]

  package init(alignments: [Alignment], header: [StyledText], rows: [[StyledText]]) {
    self.alignments = alignments
    self.header = header
    self.rows = rows
  }
}

extension TextDocument {
  /// The blocks without child blocks, in reading order, indexed as in `TextPosition`.
  ///
  /// A list item without any block is nil. O(blocks).
  package var leaves: [TextBlock?] {
    var leaves: [TextBlock?] = []
    Self.collect(blocks, into: &leaves)
    return leaves
  }

  private static func collect(_ blocks: [TextBlock], into leaves: inout [TextBlock?]) {
    for block in blocks {
      switch block {
      case .heading, .paragraph, .picture, .code, .preformatted, .table, .rule, .space:
        leaves.append(block)
      case .versions(let versions): leaves += versions.map { .code($0) }
      case .quote(let inner), .alert(_, let inner), .aligned(_, let inner):
        collect(inner, into: &leaves)
      case .columns(let columns): for column in columns { collect(column.blocks, into: &leaves) }
      case .pause: break
      case .list(let list):
        for item in list.items {
          if item.isBare { leaves.append(nil) } else { collect(item.blocks, into: &leaves) }
        }
      }
    }
  }
}

extension TextDocument {
  /// A heading and its position.
  package struct Heading: Hashable, Sendable {
    /// From 1 to 6.
    package var level: Int
    /// One sanitised line.
    package var title: String
    package var position: TextPosition
  }

  /// Returns the headings in reading order, including those in lists and quotes; O(blocks).
  ///
  /// - Parameter limit: the most headings to return.
  /// - Returns: the first headings up to the limit.
  package func headings(limit: Int) -> [Heading] {
    var headings: [Heading] = []
    for (index, leaf) in leaves.enumerated() where headings.count < limit {
      guard case .heading(let level, let text)? = leaf else { continue }
      let title = sanitized(text.text.split(separator: "\n").joined(separator: " "))
      let position = TextPosition(block: index, grapheme: 0)
      headings.append(Heading(level: level, title: title, position: position))
    }
    return headings
  }
}

extension TextDocument {
  /// Whether the document has a link to another page of the same content; O(length).
  package var leadsToPages: Bool { hasLink { TextStyle.page(ofAddress: $0) != nil } }

  /// Returns whether the document has a link with an address; O(length).
  package func hasLink(to address: String) -> Bool { hasLink { $0 == address } }

  private func hasLink(where isRight: (String) -> Bool) -> Bool {
    blocks.contains { $0.hasLink(where: isRight) }
  }
}

extension TextBlock {
  fileprivate func hasLink(where isRight: (String) -> Bool) -> Bool {
    switch self {
    case .heading(_, let text), .paragraph(let text): text.hasLink(where: isRight)
    case .picture(let picture): picture.text.hasLink(where: isRight)
    case .list(let list):
      list.items.contains { $0.blocks.contains { $0.hasLink(where: isRight) } }
    case .table(let table):
      ([table.header] + table.rows).contains { $0.contains { $0.hasLink(where: isRight) } }
    case .quote(let blocks), .alert(_, let blocks), .aligned(_, let blocks):
      blocks.contains { $0.hasLink(where: isRight) }
    case .columns(let columns):
      columns.contains { $0.blocks.contains { $0.hasLink(where: isRight) } }
    case .code, .preformatted, .rule, .pause, .space, .versions: false
    }
  }
}

extension StyledText {
  fileprivate func hasLink(where isRight: (String) -> Bool) -> Bool {
    runs.contains { $0.style.link.map(isRight) ?? false }
  }
}

extension TextDocument {
  /// Whether the document is a title page: a first-level heading and at most two more headings or
  /// paragraphs.
  package var isTitle: Bool {
    if let facts { return facts.isTitle }
    let blocks = self.blocks.flatMap { block in
      if case .aligned(_, let inner) = block { inner } else { [block] }
    }
    guard case .heading(level: 1, _)? = blocks.first, blocks.count <= 3 else { return false }
    return blocks.allSatisfy {
      switch $0 {
      case .heading, .paragraph: true
      case .list, .code, .preformatted, .table, .quote, .alert, .rule, .pause, .columns, .space,
        .aligned,
        .picture, .versions:
        false
      }
    }
  }

  /// Whether the document is centred vertically on a page with enough rows.
  package var isCentered: Bool {
    switch placement {
    case .automatic: isTitle
    case .top: false
    case .middle: true
    }
  }

  /// Whether the document has centred or right-aligned blocks.
  package var isAligned: Bool {
    facts?.isAligned ?? blocks.contains { if case .aligned = $0 { true } else { false } }
  }
}

/// The kind of the verbatim lines of a document, which decides about line numbers.
package enum FileLines: Hashable, Sendable {
  /// Lines that are not numbered, or none.
  case none
  /// Lines of a text file: numbered only on request.
  case text
  /// Lines of a source or settings file: numbered unless turned off.
  case code

  /// Returns whether the lines are shown with numbers.
  ///
  /// - Parameter setting: the user's setting; nil for the default.
  /// - Returns: always false for `none`.
  package func areNumbered(by setting: Bool?) -> Bool {
    self != .none && setting ?? (self == .code)
  }
}

/// The kinds of alerts: titled quotes of a given urgency.
package enum AlertKind: String, CaseIterable, Hashable, Sendable {
  case note, tip, important, warning, caution

  /// The default title of an alert of this kind.
  package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  package var role: TextRole {
    switch self {
    case .note: .alertNote
    case .tip: .alertTip
    case .important: .alertImportant
    case .warning: .alertWarning
    case .caution: .alertCaution
    }
  }

  /// A symbol of one column; `SymbolFallback` replaces it on terminals that lack it.
  package var icon: String {
    switch self {
    case .note: "ℹ"
    case .tip: "✦"
    case .important: "‼"
    case .warning: "⚠"
    case .caution: "✖"
    }
  }

  /// The bar at the left of every row of an alert, thicker than a quote's bar.
  static let bar = "▌"
}
