import NavBase
import NavScene

/// The preview of a stack: the page that the selected entry of the list in front would open, beside that list.
///
/// It is laid out on top of the list like a half page, in terminals that have space for it; it is not part of the state
/// of the stack, so that it is not a page to navigate to.
extension StackNode {
  struct Pane: Hashable, Sendable {
    /// Always higher than the id of the list.
    let id: ContainerID
    /// The list whose selected entry it shows.
    let list: ContainerID
    /// Whether its content may be out of date.
    var isStale = true
  }

  /// The list on top of the stack, if it is active and any of its entries opens something.
  var listInFront: ContainerID? {
    guard let active = state.active, active == state.pages.count - 1 else { return nil }
    let id = state.pages[active].id
    let entries = pages[id]?.slot.rows?.content.list?.entries
    return entries?.contains { $0.opens != .nothing } == true ? id : nil
  }

  /// Returns a state of the stack in terminals that have space for a preview.
  static func state(
    _ state: StackState,
    beside pane: ContainerID?,
    _ metrics: StackMetrics
  ) -> StackState {
    pane.map { state.beside(StackPage(id: $0, size: .half), metrics: metrics) } ?? state
  }

  /// Opens an empty preview beside a list.
  mutating func openPane(_ id: ContainerID, beside list: ContainerID, at now: Duration) {
    closePane(at: now)
    pane = Pane(id: id, list: list)
    let empty = PageContent(title: "", document: TextDocument(blocks: []))
    pages[id] = OpenPage(.rows(ScrollablePage(empty)), title: "", path: [], key: nil, size: .half)
  }

  /// Fills the preview at once with a page that was open a moment ago, such as the one that was just left.
  mutating func fillPane(fromPagesOf stack: ContainerID) {
    guard let path = previewRequest(of: stack)?.path, let id = pane?.id,
      let page = pages.first(where: { $0.key != id && $0.value.path == path })?.value,
      let rows = page.slot.rows, rows.filter.isEmpty, rows.content.window?.hasStart ?? true
    else { return }
    fillPane(SessionContent.page(rows.content).beginning, title: page.title, path: path)
  }

  mutating func closePane(at now: Duration) {
    guard let pane else { return }
    retire(pane.id, at: now)
    self.pane = nil
  }

  /// Shows content in the preview.
  mutating func fillPane(_ content: PageContent, title: String, path: [UInt8]) {
    guard let id = pane?.id else { return }
    pane?.isStale = false
    pages[id] = OpenPage(
      .rows(ScrollablePage(content)),
      title: title,
      path: path,
      key: nil,
      size: .half,
      memorySize: content.memorySize
    )
  }

  /// Returns the request for the page of the selected entry.
  ///
  /// - Returns: nil if the preview shows it already, or the entry opens nothing.
  func previewRequest(of stack: ContainerID) -> PageRequest? {
    guard let pane, let index = state.index(of: pane.list),
      let rows = pages[pane.list]?.slot.rows, let list = rows.content.list,
      let selection = rows.selection, list.entries[selection].opens != .nothing
    else { return nil }
    let entry = list.entries[selection]
    let request = request(for: entry.key, label: entry.label, openedFrom: index, of: stack)
    guard pane.isStale || pages[pane.id]?.path != request.path else { return nil }
    return request
  }

  /// Whether the preview shows something, but no entry is selected that opens anything.
  var hasIdlePane: Bool {
    guard let pane, pages[pane.id]?.path.isEmpty == false,
      let rows = pages[pane.list]?.slot.rows, let list = rows.content.list
    else { return false }
    return rows.selection.map { list.entries[$0].opens == .nothing } ?? true
  }
}
