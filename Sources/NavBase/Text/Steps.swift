/// Counts the steps of a slide through its blocks in reading order.
///
/// Content after a pause is visible from the next step on. A code block with several line highlights adds a step for
/// each highlight but the first, without hiding the content after the code.
struct StepCounter {
  /// The last step so far; 0 is the initial state of the slide.
  private(set) var last = 0
  /// The step from which on the next content is visible.
  private(set) var visibleFrom = 0

  mutating func passPause() {
    guard last < TextDocument.stepLimit else { return }
    last += 1
    visibleFrom = last
  }

  /// Counts the pauses and highlights in blocks.
  mutating func pass(_ blocks: ArraySlice<TextBlock>) {
    var walk = StepWalk(from: self)
    walk.walk(blocks)
    self = walk.steps
  }

  /// Counts the highlights of a code block; returns the step before its second one.
  mutating func pass(turns: Int) -> Int {
    defer { last = min(TextDocument.stepLimit, last + max(0, turns - 1)) }
    return last
  }
}

extension TextDocument {
  /// The most steps of one document; further pauses are ignored.
  package static let stepLimit = 1_000

  /// The number of steps after the initial state; 0 if everything is visible at once.
  ///
  /// O(blocks), and O(1) for a packed document.
  package var stepCount: Int {
    if let facts { return facts.stepCount }
    var walk = StepWalk()
    walk.walk(blocks)
    return walk.steps.last
  }

  /// Returns the step from which on a leaf block is visible.
  ///
  /// O(blocks).
  ///
  /// - Parameter leaf: numbered as in `TextPosition`.
  /// - Returns: 0 for a leaf that does not exist.
  package func step(ofLeaf leaf: Int) -> Int {
    var walk = StepWalk(until: leaf)
    walk.walk(blocks)
    return walk.found ?? 0
  }
}

/// Walks the blocks in the same order as `Flow`.
private struct StepWalk {
  private(set) var steps: StepCounter
  private let wanted: Int?
  private(set) var found: Int?
  private var leaf = -1

  init(from steps: StepCounter = StepCounter(), until leaf: Int? = nil) {
    self.steps = steps
    wanted = leaf
  }

  mutating func walk(_ blocks: some Sequence<TextBlock>) {
    for block in blocks where found == nil {
      switch block {
      case .pause: steps.passPause()
      case .heading, .paragraph, .picture, .preformatted, .table, .rule, .space: passLeaf()
      case .code(let code):
        passLeaf()
        _ = steps.pass(turns: code.focus.count)
      case .versions(let versions): pass(versions)
      case .quote(let blocks), .alert(_, let blocks), .aligned(_, let blocks): walk(blocks)
      case .columns(let columns): walk(columns)
      case .list(let list):
        for item in list.items where found == nil {
          if item.isBare { passLeaf() }
          walk(item.blocks)
        }
      }
    }
  }

  private mutating func walk(_ columns: [TextColumn]) {
    let plan = ColumnSteps(columns, from: steps)
    for part in plan.parts.joined() where found == nil {
      steps = part.start
      walk(part.blocks)
    }
    if found == nil { steps = plan.end }
  }

  private mutating func pass(_ versions: [TextCode]) {
    var first = steps.pass(turns: versions.reduce(0) { $0 + $1.turnCount })
    for (index, code) in versions.enumerated() where found == nil {
      passLeaf(from: index == 0 ? nil : first)
      first += code.turnCount
    }
  }

  private mutating func passLeaf(from step: Int? = nil) {
    leaf += 1
    if leaf == wanted { found = max(step ?? 0, steps.visibleFrom) }
  }
}

/// The steps of columns side by side: a pause in one column holds back later content in all columns.
///
/// Pauses split each column into parts. The first parts of all columns are revealed before the second parts, whichever
/// column they belong to, so a slide is revealed in the order in which its author wrote it.
struct ColumnSteps {
  /// A part of a column, and the step counter at its start.
  struct Part {
    var blocks: ArraySlice<TextBlock>
    var start: StepCounter
  }

  /// The parts of each column.
  private(set) var parts: [[Part]]
  /// The step counter after the columns.
  private(set) var end: StepCounter

  /// Assigns steps to the parts of columns.
  ///
  /// - Parameters:
  ///   - columns: the columns, from the left.
  ///   - start: the step counter before the first column.
  init(_ columns: [TextColumn], from start: StepCounter) {
    var counter = start
    parts = columns.map { column in
      column.blocks.split(separator: .pause, omittingEmptySubsequences: false)
        .map { Part(blocks: $0, start: start) }
    }
    for index in 0..<(parts.map(\.count).max() ?? 0) {
      if index > 0 { counter.passPause() }
      for column in parts.indices where index < parts[column].count {
        parts[column][index].start = counter
        counter.pass(parts[column][index].blocks)
      }
    }
    end = counter
  }

  /// Whether a part continues the list at the end of the part before it, so that no blank row separates them.
  static func goesOn(_ part: Part, behind last: Part) -> Bool {
    guard case .list(let first)? = last.blocks.last, case .list(let more)? = part.blocks.first
    else { return false }
    return first.isTight && more.isTight
      && more.start == first.start.map { $0 &+ first.items.count }
  }
}
