import NavScene

/// The pages of a stack in z-order: live pages and popped pages that still slide out (D-6).
///
/// Stored as runs of pages: the memory grows with the number of interruptions, not with the depth of the stack.
package struct StackContainers: Hashable, Sendable {
  /// Runs from the bottom to the top; none is empty.
  private(set) var runs: [StackRun] = []
  /// The live pages.
  package private(set) var live = StackPages()
  private(set) var liveCount = StackCount.zero
  /// Live and popped pages.
  private(set) var allCount = StackCount.zero

  /// Creates containers of live pages only.
  package init(_ pages: StackPages) {
    append(pages, 0..<pages.count, isPopped: false)
  }

  init() {}

  package var hasPopped: Bool { live.count < count }

  /// Returns the containers after a change of the pages: pages that are no longer live stay at their position as
  /// popped, new ones are added on top.
  func following(_ pages: StackPages) -> StackContainers {
    let kept = live.commonCount(with: pages)
    var next = StackContainers()
    for run in runs {
      if run.isPopped {
        next.append(run.pages, run.range, isPopped: true)
      } else {
        let split = Swift.max(run.range.lowerBound, Swift.min(kept, run.range.upperBound))
        next.append(pages, run.range.lowerBound..<split, isPopped: false)
        next.append(run.pages, split..<run.range.upperBound, isPopped: true)
      }
    }
    next.append(pages, kept..<pages.count, isPopped: false)
    return next
  }

  /// Returns the containers without the popped ones that meet a condition.
  ///
  /// The condition is monotonic: if it holds for one of the pages popped together, it holds for those above it.
  func dropping(where isForgotten: (ContainerID) -> Bool) -> StackContainers {
    var next = StackContainers()
    for run in runs {
      let first = run.isPopped ? run.pages.lowest { isForgotten($0.page.id) }?.index : nil
      let end = Swift.max(
        run.range.lowerBound,
        Swift.min(first ?? .max, run.range.upperBound)
      )
      next.append(run.pages, run.range.lowerBound..<end, isPopped: run.isPopped)
    }
    return next
  }

  /// Appends a range of pages on top.
  mutating func append(_ pages: StackPages, _ range: Range<Int>, isPopped: Bool) {
    if !isPopped { live = pages }
    guard let last = pages.node(at: range.upperBound - 1), !range.isEmpty else { return }
    let first = pages.node(at: range.lowerBound - 1)
    let own = last.upTo - (first?.upTo ?? .zero)
    defer {
      allCount = allCount + own
      if !isPopped { liveCount = liveCount + own }
    }
    if let below = runs.last, below.isPopped == isPopped,
      below.range.upperBound == range.lowerBound,
      !isPopped || below.pages.node(at: range.lowerBound - 1) === first
    {
      runs[runs.count - 1].pages = pages
      runs[runs.count - 1].range = below.range.lowerBound..<range.upperBound
      return
    }
    runs.append(
      StackRun(
        pages: pages,
        range: range,
        isPopped: isPopped,
        first: count,
        live: liveCount,
        all: allCount,
        base: first?.upTo ?? .zero
      )
    )
  }
}

extension StackContainers: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { runs.last.map { $0.first + $0.range.count } ?? 0 }

  package subscript(index: Int) -> StackContainer {
    let (run, node) = place(at: index)
    return StackContainer(node.page, isPopped: run.isPopped)
  }

  func place(at index: Int) -> (run: StackRun, node: StackPageNode) {
    guard index >= 0, let run = runs.last(where: { $0.first <= index }),
      let node = run.pages.node(at: run.range.lowerBound + index - run.first),
      node.index < run.range.upperBound
    else { preconditionFailure("cannot find container \(index) of \(count)") }
    return (run, node)
  }
}

/// A run of consecutive pages of a stack that are all live or all popped.
struct StackRun: Hashable, Sendable {
  var pages: StackPages
  /// The run's indices in `pages`.
  var range: Range<Int>
  let isPopped: Bool
  /// The index of the run's first page among all containers.
  let first: Int
  /// The live pages below the run.
  let live: StackCount
  /// The live and the popped pages below the run.
  let all: StackCount
  /// The pages below the run in `pages`.
  let base: StackCount

  /// Returns the pages between the root's left edge and a page's: live pages count live ones only, popped pages count
  /// all (SN-5, SN-8).
  func below(_ node: StackPageNode) -> StackCount {
    (isPopped ? all : live) + (node.downTo - base)
  }
}

/// A page in a stack's z-order, live or popped.
package struct StackContainer: Hashable, Sendable {
  package var page: StackPage
  package var isPopped: Bool

  package init(_ page: StackPage, isPopped: Bool = false) {
    self.page = page
    self.isPopped = isPopped
  }
}
