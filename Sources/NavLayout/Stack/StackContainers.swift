import NavScene

/// The pages of a stack in z-order, live ones and those that slide out (D-6).
///
/// Runs of pages, not pages: it takes as much room as there were interruptions, however deep the stack is.
package struct StackContainers: Hashable, Sendable {
  /// From the bottom to the top; none is empty.
  private(set) var runs: [StackRun] = []
  /// The live pages.
  package private(set) var live = StackPages()
  private(set) var liveCount = StackCount.zero
  /// Live and popped pages.
  private(set) var allCount = StackCount.zero

  /// Live pages alone.
  package init(_ pages: StackPages) {
    append(pages, 0..<pages.count, isPopped: false)
  }

  /// Any order of live and popped pages, as a table of expectations has it.
  package init(_ containers: some Sequence<StackContainer>) {
    let containers = Array(containers)
    let live = StackPages(containers.lazy.filter { !$0.isPopped }.map(\.page))
    var used = 0
    for container in containers {
      if container.isPopped {
        append([container.page], 0..<1, isPopped: true)
      } else {
        append(live, used..<used + 1, isPopped: false)
        used += 1
      }
    }
  }

  private init() {}

  package var hasPopped: Bool { live.count < count }

  /// The containers after pages have come and gone: what is not live any more is popped where it is, what is
  /// new lies on top.
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

  /// The containers without the popped ones that meet a condition.
  ///
  /// Pages go from the top: where the condition holds for one of those that went at once, it holds for
  /// those above it.
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

  /// The pages that lay here or on their way out before and do neither now, from the top.
  func removed(since old: StackContainers) -> [ContainerID] {
    let kept = old.live.commonCount(with: live)
    return old.runs.reversed().flatMap { run -> [ContainerID] in
      let first = run.isPopped ? run.range.lowerBound : Swift.max(kept, run.range.lowerBound)
      guard first < run.range.upperBound else { return [] }
      return (first..<run.range.upperBound).reversed().map { run.pages[$0].id }
        .filter { !holdsPopped($0) }
    }
  }

  private func holdsPopped(_ id: ContainerID) -> Bool {
    runs.contains { run in
      run.isPopped && run.pages.index(of: id).map(run.range.contains) ?? false
    }
  }

  private mutating func append(_ pages: StackPages, _ range: Range<Int>, isPopped: Bool) {
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

/// Pages that lie on one another in a stack, and are all live or all popped.
struct StackRun: Hashable, Sendable {
  var pages: StackPages
  /// Which of them.
  var range: Range<Int>
  let isPopped: Bool
  /// The index of the first one among all containers.
  let first: Int
  /// The live pages below the run.
  let live: StackCount
  /// The live and the popped pages below it.
  let all: StackCount
  /// What lies below it in `pages`.
  let base: StackCount

  /// What lies between the root's left edge and a page's: live pages stand on live ones, popped ones on all
  /// (SN-5, SN-8).
  func below(_ node: StackPageNode) -> StackCount {
    (isPopped ? all : live) + (node.downTo - base)
  }
}

/// A page in a stack's z-order, live or on its way out.
package struct StackContainer: Hashable, Sendable {
  package var page: StackPage
  package var isPopped: Bool

  package init(_ page: StackPage, isPopped: Bool = false) {
    self.page = page
    self.isPopped = isPopped
  }
}
