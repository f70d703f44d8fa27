import NavLayout
import NavScene
import NavText

/// The preview of a stack: the selected entry of the list in front, as it would open, beside that list.
///
/// It lies on the list as a half page does, in the terminals that have room for it; the state of the stack knows nothing
/// of it, so that it is no page that anybody goes to.
extension StackNode {
  struct Pane: Hashable, Sendable {
    /// Younger than the list.
    let id: ContainerID
    /// The page whose entries it shows.
    let list: ContainerID
    /// Whether what it shows may be another thing by now.
    var isStale = true
  }

  /// The page of entries on top of the stack, if that is the active one and any of them opens something.
  var listInFront: ContainerID? {
    guard let active = state.active, active == state.pages.count - 1 else { return nil }
    let id = state.pages[active].id
    let entries = pages[id]?.slot.rows?.content.list?.entries ?? []
    return entries.contains { $0.opens != .nothing } ? id : nil
  }

  /// The stack as terminals see it that have room for the preview.
  func stateWithPane(_ metrics: StackMetrics) -> StackState {
    Self.state(state, beside: pane?.id, metrics)
  }

  /// A state of the stack as terminals see it that have room for a preview.
  static func state(
    _ state: StackState,
    beside pane: ContainerID?,
    _ metrics: StackMetrics
  ) -> StackState {
    pane.map { state.beside(StackPage(id: $0, size: .half), metrics: metrics) } ?? state
  }

  /// Shows nothing yet beside a list.
  mutating func openPane(_ id: ContainerID, beside list: ContainerID, at now: Duration) {
    closePane(at: now)
    pane = Pane(id: id, list: list)
    let empty = PageContent(title: "", document: TextDocument(blocks: []))
    pages[id] = OpenPage(.rows(RowsPage(empty)), title: "", path: [], key: nil, size: .half)
  }

  /// Shows at once what was open a moment ago: the page that people come back from.
  mutating func fillPane(fromPagesOf stack: ContainerID) {
    guard let path = previewRequest(of: stack)?.path, let id = pane?.id,
      let page = pages.first(where: { $0.key != id && $0.value.path == path })?.value,
      let rows = page.slot.rows, rows.filter.isEmpty
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
    pages[id] = OpenPage(.rows(RowsPage(content)), title: title, path: path, key: nil, size: .half)
  }

  /// What the preview has to read to show the selected entry.
  ///
  /// - Returns: nil where it shows that already, and where the entry opens nothing.
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

  /// Whether the preview shows something, and nothing is selected that could be shown.
  var hasIdlePane: Bool {
    guard let pane, pages[pane.id]?.path.isEmpty == false,
      let rows = pages[pane.list]?.slot.rows, let list = rows.content.list
    else { return false }
    return rows.selection.map { list.entries[$0].opens == .nothing } ?? true
  }
}
