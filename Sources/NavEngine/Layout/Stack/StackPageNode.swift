/// A page of a stack, linked to the pages below it.
///
/// Immutable except in its deinitializer.
final class StackPageNode: @unchecked Sendable {
  let page: StackPage
  /// The number of pages up to and including this one.
  let count: Int
  /// The same number by page size.
  let upTo: StackCount
  private(set) var below: StackPageNode?
  /// A page further down; nil stands for the position below the bottom.
  ///
  /// The lengths of jumps double where possible, so that descending takes O(log depth) steps.
  private(set) var jump: StackPageNode?

  init(_ page: StackPage, on below: StackPageNode?) {
    self.page = page
    count = (below?.count ?? 0) + 1
    upTo = (below?.upTo ?? .zero) + StackCount(page.size)
    self.below = below
    let near = below?.jump
    let far = near?.jump
    let isDoubled =
      below != nil
      && (below?.count ?? 0) - (near?.count ?? 0) == (near?.count ?? 0) - (far?.count ?? 0)
    jump = isDoubled ? far : below
  }

  var index: Int { count - 1 }

  /// The number of pages below this one, by page size.
  var downTo: StackCount { upTo - StackCount(page.size) }

  /// Frees the uniquely referenced nodes below in a loop, because recursive release would overflow the call stack of a
  /// deep stack.
  deinit {
    jump = nil
    var next = below
    below = nil
    while isKnownUniquelyReferenced(&next) {
      let after = next?.below
      next?.below = nil
      next = after
    }
  }
}
