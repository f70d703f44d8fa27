import NavBase

/// Collects the blocks of one slide and applies the commands between them.
struct SlideBuilder {
  private var blocks: [TextBlock] = []
  private var columns = Columns()
  private var side = Side()
  private var notes = Notes()
  private var lists: Lists
  /// Whether all comments are notes.
  private let joinsComments: Bool
  private(set) var isSkipped = false
  private var alignment = TextTable.Alignment.left
  /// Whether headings are large titles; nil for what their level says.
  private var areTitlesLarge: Bool?
  /// Whether the slide is centred vertically on its page.
  private(set) var isCentered = false
  private(set) var hasFooter = true
  /// The footer instead of the deck's; nil for none.
  private(set) var ownFooter: DeckFooter?
  /// Whether it has a slide title, which stays at the top.
  private(set) var hasTitle = false
  /// The numbers of the footnotes that the slide refers to, in order.
  private(set) var footnotes: [Int] = []
  /// The files that could not be included; the slide has a blank row in its place.
  private(set) var faults: [String] = []

  private struct Columns {
    /// The current columns; empty outside of columns.
    var all: [TextColumn] = []
    /// The column that receives blocks; nil if blocks still go above the columns.
    var current: Int?
  }

  /// The pictures beside all other blocks.
  private struct Side {
    var isLeft = false
    /// Their share of the width, in percent.
    var share = 0
    var pictures: [TextBlock] = []
    /// Whether they are all backgrounds, which are decoration.
    var isBackground = true
    /// Whether the next block is one of them.
    var takesNext = false
  }

  private struct Notes {
    var written = SpeakerNotes()
    /// The number of notes.
    var count = 0
    /// The last comment that is not a command; nil once a block or a pause follows.
    var lastComment: String?

    /// The notes, else the last comment, for all steps.
    var all: SpeakerNotes { written.isEmpty ? SpeakerNotes(lastComment ?? "") : written }
  }

  /// The presentation of lists.
  private struct Lists {
    /// Whether entries are revealed one after the other.
    var areIncremental: Bool
    /// The number of line ends between two entries; nil to use the source's spacing.
    var spacing: Int?
    /// Whether a quote that contains only a list inverts the incremental reveal of its entries (pandoc).
    let areToggledByQuotes: Bool
  }

  /// The maximum number of notes of a slide that belong to a step of their own.
  private static let noteLimit = 100
  /// The maximum number of footnotes of a slide.
  private static let footnoteLimit = 100

  /// Starts a slide.
  ///
  /// - Parameters:
  ///   - options: the options of the deck.
  ///   - hasIncrementalLists: whether entries of lists are revealed one after the other.
  init(_ options: DeckOptions, hasIncrementalLists: Bool) {
    joinsComments = options.joinsComments
    lists = Lists(
      areIncremental: hasIncrementalLists,
      spacing: options.listSpacing,
      areToggledByQuotes: options.hasTogglingQuotes
    )
  }

  /// Whether entries of lists are revealed one after the other.
  var hasIncrementalLists: Bool { lists.areIncremental }

  /// Whether the slide has neither a visible block nor the place of one.
  var isEmpty: Bool {
    faults.isEmpty && side.pictures.isEmpty && blocks.allSatisfy { !$0.isVisible }
      && columns.all.allSatisfy { !$0.blocks.contains(where: \.isVisible) }
  }

  /// Whether the slide has notes.
  var hasNotes: Bool { !notes.all.isEmpty }

  private mutating func addNote(_ note: String) {
    notes.count += 1
    // Steps are counted from the start of the slide for each note.
    let step = notes.count > Self.noteLimit ? notes.written.parts.last?.step ?? 0 : stepCount
    notes.written.append(note, fromStep: step)
  }

  /// The number of steps so far.
  private var stepCount: Int {
    let columns: [TextBlock] = columns.all.isEmpty ? [] : [.columns(columns.all)]
    return TextDocument(blocks: blocks + columns).stepCount
  }

  /// Adds a block.
  ///
  /// - Parameters:
  ///   - block: the block.
  ///   - title: the alignment of a slide title, used unless a command sets another one; nil for any other block.
  mutating func append(_ block: TextBlock, asTitle title: TextTable.Alignment? = nil) {
    if side.takesNext {
      side.takesNext = false
      side.pictures.append(block)
      return
    }
    var block = block.revealed(lists.areIncremental, toggles: lists.areToggledByQuotes)
    if let areTitlesLarge, case .heading(let level, let text) = block {
      block = .heading(level: areTitlesLarge ? 1 : max(2, level), text)
    }
    let alignment = self.alignment == .left ? title ?? .left : self.alignment
    hasTitle = hasTitle || title != nil
    if let spacing = lists.spacing { block = block.spaced(isTight: spacing <= 1) }
    if alignment != .left, block.isVisible { block = .aligned(alignment, [block]) }
    notes.lastComment = nil
    if let column = columns.current {
      columns.all[column].blocks.append(block)
    } else {
      blocks.append(slideBlock: block)
    }
  }

  /// Applies a command.
  mutating func follow(_ command: DeckCommand) {
    switch command {
    case .pause: pause()
    case .columnLayout(let weights):
      endColumns()
      columns.all = weights.map { TextColumn(weight: $0) }
    case .column(let index):
      if columns.all.indices.contains(index) { columns.current = index }
    case .resetLayout: endColumns()
    case .incrementalLists(let isOn): lists.areIncremental = isOn
    case .skipSlide: isSkipped = true
    case .note(let note):
      addNote(sanitized(note, keeping: .lineFeeds))
    case .space(let count): append(.space(count))
    case .alignment(let alignment): self.alignment = alignment
    case .listSpacing(let count): lists.spacing = count
    case .titleSize(let isLarge): areTitlesLarge = isLarge
    case .middle: isCentered = isCentered || isEmpty
    case .noFooter: hasFooter = false
    case .footer(let text, let number):
      ownFooter = DeckFooter(text, number: number)
      hasFooter = ownFooter != nil
    case .beside(let isLeft, let share):
      (side.isLeft, side.share, side.takesNext) = (isLeft, share, true)
      side.isBackground = false
    case .background:
      if side.share == 0 { side.share = 50 }
      side.takesNext = true
    case .problem(let problem):
      note([problem])
      append(.space(1))
    // Included files have been inserted before the deck is split.
    case .endSlide, .include, .remark, .nothing: break
    }
  }

  /// Records what could not be included.
  mutating func note(_ faults: [String]) { self.faults += faults }

  /// Records the footnotes that a block refers to.
  mutating func refer(to numbers: [Int]) {
    for number in numbers where footnotes.count < Self.footnoteLimit {
      if !footnotes.contains(number) { footnotes.append(number) }
    }
  }

  /// Records a comment that is not a command; the last one of a slide is its speaker note, or all are.
  mutating func add(comment: String) {
    let text = sanitized(comment.trimmingBlanks(), keeping: .lineFeeds)
    if joinsComments { return addNote(text) }
    notes.lastComment = text.isEmpty ? nil : text
  }

  /// Adds a pause, in all columns if there are any.
  private mutating func pause() {
    guard columns.current != nil else { return append(.pause) }
    notes.lastComment = nil
    for index in columns.all.indices { columns.all[index].blocks.append(.pause) }
  }

  private mutating func endColumns() {
    // Pauses at the end of all columns are moved below the columns.
    var pauses = 0
    while !columns.all.isEmpty, columns.all.allSatisfy({ $0.blocks.last == .pause }) {
      for index in columns.all.indices { columns.all[index].blocks.removeLast() }
      pauses += 1
    }
    if !columns.all.allSatisfy(\.blocks.isEmpty) { blocks.append(.columns(columns.all)) }
    blocks += Array(repeating: .pause, count: pauses)
    columns = Columns()
  }

  /// Places the pictures beside what is below the title.
  ///
  /// Those without a file, which can only be described, and those beside nothing, are below it. Backgrounds are not
  /// described, and stand only beside headings and paragraphs: a list, code or a table needs the room.
  private mutating func placeSide() {
    guard !side.pictures.isEmpty else { return }
    let title = Array(blocks.prefix { $0.isHeading }.prefix(1))
    let shown = side.pictures.filter(\.isPictureOfFile)
    var rest = Array(blocks.dropFirst(title.count))
    if side.isBackground, blocks.contains(where: \.isVisible) {
      guard rest.allSatisfy(\.isPlainText) else { return }
    } else {
      rest += side.pictures.filter { !$0.isPictureOfFile }
    }
    guard !shown.isEmpty, rest.contains(where: \.isVisible) else {
      blocks = title + rest + shown
      return
    }
    let text = TextColumn(weight: 100 - side.share, blocks: rest)
    let pictures = TextColumn(weight: side.share, blocks: shown)
    blocks = title + [.columns(side.isLeft ? [pictures, text] : [text, pictures])]
  }

  /// Ends the slide.
  ///
  /// - Parameter footnotes: the block of footnotes at the end of the slide; nil for none.
  /// - Returns: the blocks, and the speaker notes.
  mutating func finish(footnotes: TextBlock?) -> (blocks: [TextBlock], notes: SpeakerNotes) {
    endColumns()
    // A pause after the last block reveals nothing.
    while blocks.last == .pause { blocks.removeLast() }
    placeSide()
    if let footnotes { blocks.append(footnotes) }
    var notes = notes.all
    if notes.parts.contains(where: { $0.step > 0 }) { notes.limitSteps(to: stepCount) }
    return (blocks, notes)
  }
}

extension [TextBlock] {
  /// Adds a block; a list that continues a list before a pause is joined with it.
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
  /// A list with more entries is not extended, so the continuation stays a list of its own.
  private static var joinedItemLimit: Int { 200 }

  fileprivate func goesOn(with other: TextList) -> Bool {
    isTight && other.isTight && items.count < Self.joinedItemLimit
      && other.start == start.map { $0 &+ items.count }
  }
}

extension TextBlock {
  /// Returns a list with or without incremental reveal of its entries; any other block is unchanged.
  ///
  /// - Parameters:
  ///   - isOn: whether entries are revealed one after the other.
  ///   - toggles: whether a quote that contains only a list is replaced by that list with the opposite behaviour.
  /// - Returns: the changed block.
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

  /// Returns a list with or without blank rows between its entries; any other block is unchanged.
  fileprivate func spaced(isTight: Bool) -> TextBlock {
    guard case .list(var list) = self else { return self }
    list.isTight = isTight
    return .list(list)
  }

  /// Whether it is a picture whose file is kept (`MarkdownPictures`).
  fileprivate var isPictureOfFile: Bool {
    guard case .paragraph(let text) = self else { return false }
    return text.runs.first?.style.link.flatMap(PictureAddress.init(link:))?.path != nil
  }

  /// Whether it is a heading, a paragraph, a quote of those, or shows nothing.
  fileprivate var isPlainText: Bool {
    switch self {
    case .heading, .paragraph: !isPictureOfFile
    case .quote(let blocks), .aligned(_, let blocks): blocks.allSatisfy(\.isPlainText)
    default: !isVisible
    }
  }

  /// Whether the block shows anything.
  fileprivate var isVisible: Bool {
    switch self {
    case .pause, .space: false
    case .heading, .paragraph, .list, .code, .preformatted, .table, .quote, .alert, .rule,
      .columns, .aligned, .versions, .picture:
      true
    }
  }
}
