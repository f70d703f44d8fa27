import NavText

/// Puts the blocks of one slide together, as commands between them say.
struct SlideBuilder {
  private var blocks: [TextBlock] = []
  /// The columns that are being filled; empty outside of columns.
  private var columns: [TextColumn] = []
  /// The one that blocks go to; nil where they stand above the columns yet.
  private var column: Int?
  private var notes: [String] = []
  /// A comment that is no command, until something else follows.
  private var lastComment: String?
  private(set) var isSkipped = false
  var hasIncrementalLists = false
  /// Line ends between two entries of a list; nil where the text says it.
  private var listSpacing: Int?
  /// Whether a quote around a list alone says that its entries are seen the other way (pandoc).
  private let hasTogglingQuotes: Bool
  private var alignment = TextTable.Alignment.left
  /// Whether the slide stands in the middle of its page.
  private(set) var isCentered = false
  private(set) var hasFooter = true
  /// Whether it has a title of its own, which keeps its place at the top.
  private(set) var hasTitle = false
  /// The numbers of notes that the slide refers to, in their order.
  private(set) var footnotes: [Int] = []

  /// Further notes of a slide are left out.
  private static let footnoteLimit = 100

  /// Begins a slide.
  ///
  /// - Parameters:
  ///   - options: how the deck is read.
  ///   - hasIncrementalLists: whether entries of lists are seen one after the other here.
  init(_ options: DeckOptions, hasIncrementalLists: Bool) {
    self.hasIncrementalLists = hasIncrementalLists
    listSpacing = options.listSpacing
    hasTogglingQuotes = options.hasTogglingQuotes
  }

  /// Whether there is nothing to be seen in it.
  var isEmpty: Bool {
    blocks.allSatisfy { !$0.isVisible }
      && columns.allSatisfy { !$0.blocks.contains(where: \.isVisible) }
  }

  /// Adds a block.
  ///
  /// - Parameters:
  ///   - block: of the text.
  ///   - title: where it stands in its room as the title of the slide, unless a command says otherwise; nil for
  ///     anything else.
  mutating func append(_ block: TextBlock, asTitle title: TextTable.Alignment? = nil) {
    var block = block.revealed(hasIncrementalLists, toggles: hasTogglingQuotes)
    let alignment = self.alignment == .left ? title ?? .left : self.alignment
    hasTitle = hasTitle || title != nil
    if let listSpacing { block = block.spaced(isTight: listSpacing <= 1) }
    if alignment != .left, block.isVisible { block = .aligned(alignment, [block]) }
    lastComment = nil
    if let column {
      columns[column].blocks.append(block)
    } else {
      blocks.append(slideBlock: block)
    }
  }

  /// Does what a command says, of those for a slide.
  mutating func follow(_ command: DeckCommand) {
    switch command {
    case .pause: pause()
    case .columnLayout(let weights):
      endColumns()
      columns = weights.map { TextColumn(weight: $0) }
    case .column(let index): column = columns.indices.contains(index) ? index : column
    case .resetLayout: endColumns()
    case .incrementalLists(let isOn): hasIncrementalLists = isOn
    case .skipSlide: isSkipped = true
    case .note(let note): notes.append(sanitized(note, keeping: .lineFeeds))
    case .space(let count): append(.space(count))
    case .alignment(let alignment): self.alignment = alignment
    case .listSpacing(let count): listSpacing = count
    case .middle: isCentered = isCentered || isEmpty
    case .noFooter: hasFooter = false
    case .problem(let problem): append(.problem(problem))
    // Included files are in their places before slides are cut.
    case .endSlide, .include, .remark, .nothing: break
    }
  }

  /// Takes the numbers of notes that a block refers to.
  mutating func refer(to numbers: [Int]) {
    for number in numbers where footnotes.count < Self.footnoteLimit {
      if !footnotes.contains(number) { footnotes.append(number) }
    }
  }

  /// A comment that is no command: the last one of a slide is a note.
  mutating func add(comment: String) {
    let text = sanitized(comment.trimmingBlanks(), keeping: .lineFeeds)
    lastComment = text.isEmpty ? nil : text
  }

  /// Holds back whatever follows, in the other columns too.
  private mutating func pause() {
    guard column != nil else { return append(.pause) }
    lastComment = nil
    for index in columns.indices { columns[index].blocks.append(.pause) }
  }

  private mutating func endColumns() {
    // Pauses behind all of their blocks hold back what comes below.
    var pauses = 0
    while !columns.isEmpty, columns.allSatisfy({ $0.blocks.last == .pause }) {
      for index in columns.indices { columns[index].blocks.removeLast() }
      pauses += 1
    }
    if !columns.allSatisfy(\.blocks.isEmpty) { blocks.append(.columns(columns)) }
    blocks += Array(repeating: .pause, count: pauses)
    columns = []
    column = nil
  }

  /// The slide's blocks and notes, where it has any.
  ///
  /// - Parameter footnotes: what stands below all of them.
  /// - Returns: both, the notes empty where there are none.
  mutating func finish(footnotes: TextBlock?) -> (blocks: [TextBlock], notes: String) {
    endColumns()
    // Nothing is revealed behind the last block.
    while blocks.last == .pause { blocks.removeLast() }
    if let footnotes { blocks.append(footnotes) }
    let notes = self.notes.isEmpty ? lastComment ?? "" : self.notes.joined(separator: "\n")
    return (blocks, notes)
  }
}

extension [TextBlock] {
  /// Adds a block; the second part of a list that a pause has cut goes on in the first one.
  fileprivate mutating func append(slideBlock block: TextBlock) {
    guard case .list(var more) = block, last == .pause, count >= 2,
      case .list(var list) = self[count - 2], list.goesOn(with: more), !more.items.isEmpty
    else { return append(block) }
    more.items[0].blocks.insert(.pause, at: 0)
    list.items += more.items
    removeLast(2)
    append(.list(list))
  }
}

extension TextList {
  /// A list of more entries is not made longer: what follows is a list of its own.
  private static var joinedItemLimit: Int { 200 }

  fileprivate func goesOn(with other: TextList) -> Bool {
    isTight && other.isTight && items.count < Self.joinedItemLimit
      && other.start == start.map { $0 &+ items.count }
  }
}

extension TextBlock {
  /// Lists whose entries are seen one after the other, or at once; any other block as it is.
  ///
  /// - Parameters:
  ///   - isOn: whether they are seen one after the other.
  ///   - toggles: whether a list that stands alone in a quote is seen the other way, and without the quote.
  /// - Returns: the block with that.
  fileprivate func revealed(_ isOn: Bool, toggles: Bool) -> TextBlock {
    switch self {
    case .quote(let blocks):
      guard toggles, blocks.count == 1, let list = blocks.first, case .list = list else {
        return self
      }
      return list.revealed(!isOn, toggles: toggles)
    case .list(var list):
      for index in list.items.indices {
        let blocks = list.items[index].blocks.map { $0.revealed(isOn, toggles: toggles) }
        list.items[index].blocks = isOn && list.hasMarkers ? [.pause] + blocks : blocks
      }
      return .list(list)
    default: return self
    }
  }

  /// A list with or without blank rows between its entries; any other block as it is.
  fileprivate func spaced(isTight: Bool) -> TextBlock {
    guard case .list(var list) = self else { return self }
    list.isTight = isTight
    return .list(list)
  }

  /// Whether there is anything to be seen of it.
  fileprivate var isVisible: Bool {
    switch self {
    case .pause, .space: false
    case .heading, .paragraph, .list, .code, .preformatted, .table, .quote, .alert, .rule,
      .columns, .aligned, .versions:
      true
    }
  }

  /// What went wrong where something should stand.
  static func problem(_ text: String) -> TextBlock {
    .paragraph(StyledText(text, style: TextStyle(role: .error)))
  }
}
