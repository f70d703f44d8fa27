/// A page of a stack and everything below it.
///
/// Never changed, but by its own end.
final class StackPageNode: @unchecked Sendable {
  let page: StackPage
  /// How many pages there are, with this one.
  let count: Int
  /// The same by size.
  let upTo: StackCount
  private(set) var below: StackPageNode?
  /// A page further down, or nil for what lies below the bottom.
  ///
  /// Jumps double in length where they can, so that a way down takes as many steps as the depth's logarithm.
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

  /// What lies below the page.
  var downTo: StackCount { upTo - StackCount(page.size) }

  /// Frees what nobody else holds one by one: each page in turn would call itself as deep as the stack is.
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
