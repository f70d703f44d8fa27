import NavCommands
package import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavText

/// The preview of a list: the page that the selected entry would open, beside the list (Sources/README.md, decision 2:
/// the session determines whether there is one; which terminals have space for it follows from their sizes).
extension Session {
  /// The columns of a terminal from which on a preview is shown without a request.
  package static let previewColumns = 120
  /// The same in columns of the stack, which may have tabs beside it.
  static let previewRoom = 100
  /// The fewest columns of a stack that can show a preview.
  static let leastPreviewRoom = 60

  /// Checks whether any viewport has space for a preview, and opens or closes the preview.
  ///
  /// - Parameters:
  ///   - viewports: the viewports of the viewers.
  ///   - now: the time.
  /// - Returns: whether a preview was opened or closed.
  package mutating func watchPreviews(from viewports: [CellSize], at now: Duration) -> Bool {
    isPreviewSeen =
      innermostStack.map { id in
        viewports.contains { showsPreview(in: tree.room(of: id, in: $0), of: $0) }
      } ?? false
    let before = previewPane
    updatePreview(at: now)
    return previewPane != before
  }

  /// Continues the preview of the session that this one replaces; its content stays until it is read again.
  package mutating func keepPreview(of old: Session, at now: Duration) {
    isPreviewSeen = old.isPreviewSeen
    updatePreview(at: now)
    guard let id = innermostStack, case .stack(var stack) = tree[id], stack.pane != nil,
      let oldID = old.innermostStack, case .stack(let before)? = old.tree[oldID],
      let shown = before.pane.flatMap({ before.pages[$0.id] }), let rows = shown.slot.rows
    else { return }
    stack.fillPane(rows.content, title: shown.title, path: shown.path)
    stack.pane?.isStale = true
    tree[id] = .stack(stack)
  }

  /// The page of the preview; nil if there is none.
  private var previewPane: ContainerID? {
    guard let id = innermostStack, case .stack(let stack) = tree[id] else { return nil }
    return stack.pane?.id
  }

  /// Opens and closes previews according to the list in front.
  mutating func updatePreview(at now: Duration) {
    let wanted = previewedList
    for (id, node) in tree.all {
      guard case .stack(var stack) = node, stack.pane != nil, wanted?.container != id else {
        continue
      }
      stack.closePane(at: now)
      tree[id] = .stack(stack)
    }
    guard let wanted, case .stack(var stack) = tree[wanted.container] else { return }
    if stack.pane?.list != wanted.page, tree.hasIDsLeft {
      stack.openPane(tree.takeIDs(1), beside: wanted.page, at: now)
      stack.fillPane(fromPagesOf: wanted.container)
    }
    if stack.hasIdlePane, let pane = stack.pane {
      let empty = PageContent(title: "", document: TextDocument(blocks: []))
      stack.fillPane(empty, title: "", path: [])
      texts.forget(page: Int(pane.id.rawValue))
    }
    tree[wanted.container] = .stack(stack)
  }

  /// The page that has to be read for the preview.
  ///
  /// - Returns: nil if the preview shows the selected entry, or is not visible.
  package var previewRequest: PageRequest? {
    guard let id = innermostStack, case .stack(let stack) = tree[id] else { return nil }
    return stack.previewRequest(of: id)?.forPreview(numbers)
  }

  /// Shows a page that was read for the preview, unless another entry is selected by now.
  ///
  /// - Returns: whether anything has changed.
  package mutating func showPreview(_ page: PreparedPage, for request: PageRequest) -> Bool {
    guard case .stack(var stack) = tree[request.stack], let pane = stack.pane,
      stack.previewRequest(of: request.stack)?.path == request.path
    else { return false }
    stack.fillPane(page.content.beginning, title: page.content.title, path: request.path)
    tree[request.stack] = .stack(stack)
    texts.forget(page: Int(pane.id.rawValue))
    return true
  }

  /// Turns the preview into the page that is opened, if it shows that list already, at the position of that page.
  ///
  /// - Returns: its id; nil if the preview remains.
  mutating func takePreview(of content: SessionContent, for request: PageRequest) -> ContainerID? {
    guard case .stack(var stack) = tree[request.stack], let pane = stack.pane,
      pane.list == request.parent, stack.pages[pane.id]?.path == request.path,
      case .page(let page) = content, page.list != nil,
      stack.size(of: content, at: request.path) == .half
    else { return nil }
    stack.pane = nil
    tree[request.stack] = .stack(stack)
    return pane.id
  }

  // MARK: Visibility

  /// The list in front whose selected entry is shown beside it.
  private var previewedList: ContainerTree.Page? {
    guard isPreviewSeen, preview != .off, let front = tree.front.last,
      case .stack(let stack) = tree[front.container], stack.reads, stack.listInFront == front.page
    else { return nil }
    return front
  }

  /// Returns the state of a stack as a terminal shows it: with the preview, if there is space for it.
  ///
  /// - Parameters:
  ///   - stack: the stack.
  ///   - room: its available size.
  ///   - viewport: the terminal's size.
  /// - Returns: the state that its view follows.
  func seen(_ stack: StackNode, in room: CellSize, of viewport: CellSize) -> StackState {
    guard stack.pane != nil, showsPreview(in: room, of: viewport) else { return stack.state }
    return stack.stateWithPane(StackLayout(room: room).metrics)
  }

  /// Whether a stack has space for a preview in a terminal.
  func showsPreview(in room: CellSize, of viewport: CellSize) -> Bool {
    switch preview {
    case .auto: Self.hasRoom(in: room, of: viewport)
    case .on: room.columns >= Self.leastPreviewRoom
    case .off: false
    }
  }

  private static func hasRoom(in room: CellSize, of viewport: CellSize) -> Bool {
    viewport.columns >= previewColumns && room.columns >= previewRoom
  }

  /// Changes where previews are shown; without a mode, switches them on or off.
  ///
  /// - Throws: if there is no list, or no space beside it; then nothing has changed.
  mutating func setPreview(
    _ mode: PreviewMode?,
    seenIn viewport: CellSize
  ) throws(Rejection) {
    if let mode { return preview = mode }
    guard let id = innermostStack, case .stack(let stack) = tree[id], stack.listInFront != nil
    else {
      throw Rejection("only entries of a list have a preview: go back to one")
    }
    let room = tree.room(of: id, in: viewport)
    if showsPreview(in: room, of: viewport) { return preview = .off }
    guard room.columns >= Self.leastPreviewRoom else {
      throw Rejection(
        "there is no room for a preview: the list needs \(Self.leastPreviewRoom) columns"
      )
    }
    preview = Self.hasRoom(in: room, of: viewport) ? .auto : .on
    isPreviewSeen = true
  }
}

extension ContainerTree {
  /// Returns the list beside a preview, if the page is one; else the page itself.
  func besidePreview(_ page: Page) -> Page {
    guard case .stack(let stack) = self[page.container], let pane = stack.pane,
      pane.id == page.page
    else { return page }
    return Page(container: page.container, page: pane.list)
  }
}
