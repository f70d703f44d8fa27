/// The steps in which a slide is shown, counted through its blocks in reading order.
///
/// What stands behind a pause is seen from the next step on. A block of code whose lines are in turn in
/// the focus takes a step for each turn but the first; what stands behind the code is not kept back by
/// that.
struct StepCounter {
  /// The last step so far; 0 is how the slide begins.
  private(set) var last = 0
  /// The step from which on what comes next is seen.
  private(set) var visibleFrom = 0

  mutating func passPause() {
    guard last < TextDocument.stepLimit else { return }
    last += 1
    visibleFrom = last
  }

  /// Passes blocks as they come, with the pauses in them.
  mutating func pass(_ blocks: ArraySlice<TextBlock>) {
    var walk = StepWalk(from: self)
    walk.walk(blocks)
    self = walk.steps
  }

  /// The focus of a code block comes; returns the step before its second turn.
  mutating func pass(turns: Int) -> Int {
    defer { last = min(TextDocument.stepLimit, last + max(0, turns - 1)) }
    return last
  }
}

extension TextDocument {
  /// Further pauses of one document are passed over.
  package static let stepLimit = 1_000

  /// How many steps there are behind the first state; 0 where all is there at once.
  ///
  /// O(blocks).
  package var stepCount: Int {
    var walk = StepWalk()
    walk.walk(blocks)
    return walk.steps.last
  }

  /// The step from which on a leaf block is seen.
  ///
  /// O(blocks).
  ///
  /// - Parameter leaf: numbered as in `TextPosition`.
  /// - Returns: 0 for one that is not there.
  package func step(ofLeaf leaf: Int) -> Int {
    var walk = StepWalk(until: leaf)
    walk.walk(blocks)
    return walk.found ?? 0
  }
}

/// Goes through the blocks as `Flow` does.
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
      case .heading, .paragraph, .preformatted, .table, .rule, .space: passLeaf()
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
