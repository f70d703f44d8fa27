/// A document as semantic blocks without a width: the output of a content source, which `FlowedText` wraps into rows
/// for one width.
///
/// Its blocks are values, or bytes that are decoded on access (`packed()`).
package struct TextDocument: Sendable {
  private var storage: Storage
  /// The vertical placement on a page that has more rows than the document.
  package var placement = Placement.automatic

  private enum Storage: Sendable {
    case blocks([TextBlock])
    case packed(PackedBlocks)
  }

  package enum Placement: UInt8, Hashable, Sendable {
    /// In the middle for a title (`isTitle`), else at the top.
    case automatic
    case top, middle
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
    return packed
  }

  /// The size of the packed document in memory, in bytes; 0 if it is not packed.
  ///
  /// O(1).
  package var packedSize: Int { packedBlocks?.bytes.count ?? 0 }
}

extension TextDocument: Hashable {
  package static func == (a: TextDocument, b: TextDocument) -> Bool {
    guard a.placement == b.placement else { return false }
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

    func contains(_ line: Int) -> Bool {
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
  package enum Alignment: Hashable, Sendable {
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
