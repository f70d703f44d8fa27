package import NavModel
package import NavScene

/// A stack of pages without any size: which pages there are, which one is active and where it was asked to
/// stand (architecture.md, decision 2).
///
/// Clamping and renaming of the position happen in each viewport's layout and are never written back (D-14).
package struct StackState: Hashable, Sendable {
  /// From the bottom to the top.
  package private(set) var pages = StackPages()
  /// The index of the active page; nil only while there is no page.
  package private(set) var active: Int?
  package private(set) var position = StackPosition.left
  /// The last pan, until a command changes where the stack rests (D-7).
  package internal(set) var gesture: StackGesture?
  /// How many pans there were.
  var panCount = 0

  package init() {}

  /// A stack of one page (NC-1).
  package init(root: StackPage) {
    self.init()
    push(root)
  }

  /// A state as it stands in a table of expectations: nothing is checked.
  package init(pages: StackPages, active: Int?, position: StackPosition) {
    self.pages = pages
    self.active = active
    self.position = position
  }

  /// A page's place from the bottom; O(log n).
  package func index(of id: ContainerID) -> Int? { pages.index(of: id) }

  package var activePage: StackPage? { active.map { pages[$0] } }

  /// The pages that are looked at, whatever the viewport: the active one and, if that is a half one, its
  /// neighbour, the next where it stands left and the previous where it stands right (NC-13).
  package var visiblePages: [StackPage] {
    guard let active else { return [] }
    guard pages[active].size == .half else { return [pages[active]] }
    let pair = position == .left ? active...active + 1 : active - 1...active
    return pair.clamped(to: 0...pages.count - 1).map { pages[$0] }
  }

  // MARK: Commands

  /// Puts a page on top and activates it, right but for the first page of all (NC-2).
  ///
  /// A page that is in the stack already is only activated; a new one is younger than all others.
  package mutating func push(_ page: StackPage) {
    if let index = index(of: page.id) {
      activate(at: index, .right)
    } else {
      pages.append(page)
      activate(at: pages.count - 1, pages.count == 1 ? .left : .right)
    }
  }

  /// Removes what lies above a page and pushes another on it (NC-4, D-16).
  ///
  /// - Parameters:
  ///   - page: the new page.
  ///   - parent: the page that it is put on.
  ///   - activates: whether the new page becomes active; else the one below it does, at the left, so that the new one
  ///     is seen beside it where both have room (NC-2).
  /// - Throws: where the parent is not in the stack.
  package mutating func push(
    _ page: StackPage,
    onTopOf parent: ContainerID,
    activates: Bool = true
  ) throws(StackError) {
    let index = try known(parent)
    pages.keep(first: index + 1)
    if activates || self.index(of: page.id) != nil { return push(page) }
    pages.append(page)
    activate(at: index, .left)
  }

  /// Removes the topmost page; the one below becomes active, right (NC-5).
  ///
  /// Without pages nothing happens. Removing the last one empties the stack (D-6).
  package mutating func pop() {
    guard !pages.isEmpty else { return }
    pages.removeLast()
    settleOnTop()
  }

  /// Removes everything above a page, which becomes active, right (NC-6).
  ///
  /// The topmost page changes nothing.
  package mutating func pop(to id: ContainerID) throws(StackError) {
    let index = try known(id)
    guard index < pages.count - 1 else { return }
    pages.keep(first: index + 1)
    settleOnTop()
  }

  /// Keeps the root, and the page above it where the root is a half one; the root becomes active, left
  /// (NC-7).
  package mutating func popToRoot() {
    guard let root = pages.first else { return }
    pages.keep(first: min(pages.count, root.size == .half ? 2 : 1))
    activate(at: 0, .left)
  }

  /// Makes the stack hold exactly these pages: what is common at the bottom stays (NC-8, D-16).
  package mutating func set(_ wanted: [StackPage]) {
    let common = zip(pages, wanted).prefix { $0.id == $1.id }.count
    let isLonger = wanted.count > common
    guard isLonger || pages.count > common else { return }
    pages.keep(first: common)
    for page in wanted[common...] { pages.append(page) }
    settleOnTop()
    if isLonger, pages.count == 1 { position = .left }
  }

  /// Activates a page where it is: right if it lies above the active one, else left; the active page
  /// itself changes nothing (NC-9).
  package mutating func activate(_ id: ContainerID) throws(StackError) {
    let index = try known(id)
    guard index != active else { return }
    activate(at: index, index > active ?? -1 ? .right : .left)
  }

  /// Activates a page at an edge (NC-10).
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

  /// D-15: a command that names a page that is not in the stack changes nothing.
  private func known(_ id: ContainerID) throws(StackError) -> Int {
    guard let index = index(of: id) else { throw StackError(id) }
    return index
  }
}

/// One page of a stack.
package struct StackPage: Hashable, Sendable {
  package var id: ContainerID
  package var size: StackPageSize

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
