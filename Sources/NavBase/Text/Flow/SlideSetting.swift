/// The setting of a slide in the rows of its page: a function of the slide and of the page's size.
///
/// - The blank rows between blocks are three, two or one: the most with which the slide takes at most three fifths of
///   the page. Between the entries of a list there is one row less than between blocks, and so on in nested lists; a
///   slide with blank rows of its own (`TextBlock.space`) keeps them, with one row between other blocks.
/// - A title, the headings at the slide's start, has a sixth of the page above it, on every slide. Only a slide that
///   would not fit below that moves up. Two fifths of the rows that are left over come below the title, but no more
///   than are above it.
/// - A slide without a title has two fifths of the rows that are left over above it. So does one that is placed in the
///   middle, whose lines are centred unless it has alignments.
/// - A title of level 1 has large letters (`LargeLetters`) on a page of at least 36 rows, and of 18 on a slide in the
///   middle, if the font has them, they take at most two lines, and the slide does not overflow for them.
/// - A slide that is longer than its page begins near the top, as text that is read does.
struct SlideSetting {
  private let blocks: [TextBlock]
  private let room: TextWidthLimit
  /// The rows of the page.
  private let page: Int
  /// The number of headings that are the title.
  private let titleCount: Int
  private let hasOwnRows: Bool
  private let isCentered: Bool
  private let hasLargeTitle: Bool

  /// Flows a document: a slide in its page, or a text.
  ///
  /// - Returns: the rows, and the rows of the page above them; nil for a text.
  static func flow(
    _ document: TextDocument,
    in room: TextWidthLimit,
    _ options: FlowOptions
  ) -> (flow: Flow, top: Int?) {
    if let page = room.rows { return SlideSetting(document, room, page).flow(options) }
    var flow = Flow(columns: room.columns, options: options, wide: WideRows(room))
    flow.add(document.blocks)
    return (flow, nil)
  }

  private init(_ document: TextDocument, _ room: TextWidthLimit, _ page: Int) {
    blocks = document.blocks
    self.room = room
    self.page = page
    let isInMiddle = document.placement == .middle
    titleCount = isInMiddle ? 0 : blocks.prefix(while: \.isHeading).count
    hasOwnRows = blocks.contains(where: \.isSpace)
    isCentered = isInMiddle && !document.isAligned
    hasLargeTitle = page >= (isInMiddle ? 18 : 36)
  }

  private func flow(_ options: FlowOptions) -> (flow: Flow, top: Int?) {
    for leading in hasOwnRows ? [1] : [3, 2, 1] {
      let most = leading > 1 ? page * 3 / 5 : page
      var trial = options
      trial.leading = leading
      trial.hasLargeTitle = hasLargeTitle
      // A row more than wanted shows that it does not fit.
      trial.rowLimit = min(options.rowLimit, most + 1)
      let roomy = flow(trial, below: leading)
      trial.rowLimit = options.rowLimit
      if roomy.output.rows.count <= most { return spaced(roomy, trial) }
    }
    return spaced(flow(options, below: 1), options)
  }

  /// Returns a flow with more rows below the title, and its place.
  private func spaced(_ flow: Flow, _ options: FlowOptions) -> (flow: Flow, top: Int?) {
    let rows = flow.output.rows.count
    let free = page - top(ofRows: rows) - rows
    let gap = min(options.leading + free * 2 / 5, page / 6)
    let hasGap = titleCount > 0 && titleCount < blocks.count && !hasOwnRows
    let isWider = hasGap && gap > options.leading
    return (isWider ? self.flow(options, below: gap) : flow, top(ofRows: rows))
  }

  private func top(ofRows rows: Int) -> Int {
    guard rows <= page else { return page < 8 ? 0 : max(1, page / 12) }
    return titleCount > 0 ? min(page / 6, page - rows) : (page - rows) * 2 / 5
  }

  /// Returns the rows with a number of blank rows below the title.
  private func flow(_ options: FlowOptions, below gap: Int) -> Flow {
    var flow = Flow(columns: room.columns, options: options, wide: WideRows(room))
    if isCentered { flow.context.alignment = .center }
    guard titleCount > 0, !hasOwnRows else {
      flow.add(blocks)
      return flow
    }
    flow.add(Array(blocks.prefix(titleCount)))
    flow.requestBlank(gap)
    flow.add(Array(blocks.dropFirst(titleCount)))
    return flow
  }
}
