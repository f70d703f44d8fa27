package import NavBase
package import NavScene

/// A stack of pages, independent of viewport sizes: its pages, the active page and the requested position
/// (Sources/README.md, decision 2).
///
/// Clamping and renaming of the position happen in each viewport's layout and are never written back (D-14).
package struct StackState: Hashable, Sendable {
  /// The pages from the bottom to the top.
  package private(set) var pages = StackPages()
  /// The index of the active page; nil if and only if there are no pages.
  package private(set) var active: Int?
  package private(set) var position = StackPosition.left
  /// The last pan, until a command changes the resting position (D-7).
  package internal(set) var gesture: StackGesture?
  /// Whether the pages follow a finger beyond their ends, and overshoot after a flick.
  package var bounces = true
  /// The number of pans so far.
  var panCount = 0

  package init() {}

  /// Creates a stack of one page (NC-1).
  package init(root: StackPage) {
    self.init()
    push(root)
  }

  /// Creates a state without validation, for tests.
  package init(pages: StackPages, active: Int?, position: StackPosition) {
    self.pages = pages
    self.active = active
    self.position = position
  }

  /// Returns a page's index from the bottom; O(log n).
  package func index(of id: ContainerID) -> Int? { pages.index(of: id) }

  package var activePage: StackPage? { active.map { pages[$0] } }

  // MARK: Commands

  /// Pushes a page and activates it at the right, or at the left if it is the only page (NC-2).
  ///
  /// A page already in the stack is only activated; the id of a new page must be greater than all others.
  package mutating func push(_ page: StackPage) {
    if let index = index(of: page.id) {
      activate(at: index, .right)
    } else {
      pages.append(page)
      activate(at: pages.count - 1, pages.count == 1 ? .left : .right)
    }
  }

  /// Removes all pages above a page and pushes another one on it (NC-4, D-16).
  ///
  /// - Parameters:
  ///   - page: the new page.
  ///   - parent: the page on which it is pushed.
  ///   - activates: whether the new page becomes active. If not, the page below it becomes active at the left, with
  ///     the beginning of the new one beside it (NC-2, D-20).
  /// - Throws: if the parent is not in the stack.
  package mutating func push(
    _ page: StackPage,
    onTopOf parent: ContainerID,
    activates: Bool = true
  ) throws(StackError) {
    let index = try known(parent)
    pages.keep(first: index + 1)
    if activates || self.index(of: page.id) != nil { return push(page) }
    var behind = page
    behind.isBehind = true
    pages.append(behind)
    activate(at: index, .left)
  }

  /// Removes the topmost page; the one below becomes active at the right (NC-5).
  ///
  /// Does nothing without pages. Removing the last page empties the stack (D-6).
  package mutating func pop() {
    guard !pages.isEmpty else { return }
    pages.removeLast()
    settleOnTop()
  }

  /// Removes all pages above a page, which becomes active at the right (NC-6).
  ///
  /// Does nothing for the topmost page.
  package mutating func pop(to id: ContainerID) throws(StackError) {
    let index = try known(id)
    guard index < pages.count - 1 else { return }
    pages.keep(first: index + 1)
    settleOnTop()
  }

  /// Keeps the root, and also the page above it if the root is a half page; the root becomes active at the left (NC-7).
  package mutating func popToRoot() {
    guard let root = pages.first else { return }
    pages.keep(first: min(pages.count, root.size == .half ? 2 : 1))
    activate(at: 0, .left)
  }

  /// Activates a page: at the right if it lies above the active one, else at the left; does nothing for the active page
  /// (NC-9).
  package mutating func activate(_ id: ContainerID) throws(StackError) {
    let index = try known(id)
    guard index != active else { return }
    activate(at: index, index > active ?? -1 ? .right : .left)
  }

  /// Activates a page at the given position (NC-10).
  package mutating func activate(_ id: ContainerID, _ position: StackPosition) throws(StackError) {
    activate(at: try known(id), position)
  }

  private mutating func activate(at index: Int, _ position: StackPosition) {
    active = index
    self.position = position
    gesture = nil
  }

  private mutating func settleOnTop() {
    active = pages.isEmpty ? nil : pages.count - 1
    position = pages.isEmpty ? .left : .right
    gesture = nil
  }

  /// Returns a page's index, or throws: a command that names an unknown page changes nothing (D-15).
  private func known(_ id: ContainerID) throws(StackError) -> Int {
    guard let index = index(of: id) else { throw StackError(id) }
    return index
  }
}

/// One page of a stack.
package struct StackPage: Hashable, Sendable {
  package var id: ContainerID
  package var size: StackPageSize
  /// Whether it was pushed without becoming active: its beginning is seen beside the page below while that is active at
  /// the left (D-20).
  var isBehind = false

  package init(id: ContainerID, size: StackPageSize) {
    self.id = id
    self.size = size
  }
}

/// A command names a page that is not in the stack (D-15).
package struct StackError: Error, Hashable, Sendable, CustomStringConvertible {
  package let page: ContainerID

  init(_ page: ContainerID) {
    self.page = page
  }

  package var description: String {
    "page \(page.rawValue) is not in the stack any more: name one that is"
  }
}

extension StackState {
  /// Returns the stack with a preview page on top, beside the active one; the state itself does not contain the
  /// preview.
  ///
  /// A pan of the active page moves both.
  ///
  /// - Parameters:
  ///   - pane: the preview; its id is greater than those of all pages.
  ///   - metrics: the metrics of the viewport that shows the preview.
  /// - Returns: the stack, with the preview as its active page.
  package func beside(_ pane: StackPage, metrics: StackMetrics) -> StackState {
    var state = self
    state.push(pane)
    state.gesture = gesture
    guard let gesture, case .panning(let base, _, let delta) = gesture.phase,
      let held = activePage, held.id == base
    else { return state }
    let widths = metrics.width(of: held.size) / metrics.width(of: pane.size)
    state.gesture = StackGesture(
      serial: gesture.serial,
      phase: .panning(base: pane.id, position: .right, delta: delta * widths)
    )
    return state
  }
}
