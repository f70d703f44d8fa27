import NavCommands
package import NavGeometry
import NavLayout
import NavScene
import NavText

/// The preview of a list: what the selected entry would open, beside it (architecture.md, decision 2: whether there is
/// one is the session's, which terminals have room for it follows from their sizes).
extension Session {
  /// From so many columns of a terminal on a preview is shown without being asked for.
  package static let previewColumns = 120
  /// Of a stack, where there are tabs beside it.
  static let previewRoom = 100
  /// With less room than that there is none.
  static let leastPreviewRoom = 60

  /// Looks whether anybody has room for a preview where they are.
  ///
  /// - Parameters:
  ///   - viewports: those that watch.
  ///   - now: the time.
  /// - Returns: whether a preview has come or gone.
  package mutating func watchPreviews(from viewports: [CellSize], at now: Duration) -> Bool {
    isPreviewSeen =
      innermostStack.map { id in
        viewports.contains { showsPreview(in: tree.room(of: id, in: $0), of: $0) }
      } ?? false
    let before = previewPane
    updatePreview(at: now)
    return previewPane != before
  }

  /// Goes on with the preview of a session whose place it takes; what that showed stays until it is read again.
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

  /// The page of the preview; nil where there is none.
  private var previewPane: ContainerID? {
    guard let id = innermostStack, case .stack(let stack) = tree[id] else { return nil }
    return stack.pane?.id
  }

  /// Previews follow the lists that are in front.
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

  /// What has to be read for the preview.
  ///
  /// - Returns: nil where the preview shows what is selected, and where nobody sees it.
  package var previewRequest: PageRequest? {
    guard let id = innermostStack, case .stack(let stack) = tree[id] else { return nil }
    return stack.previewRequest(of: id)?.forPreview(numbers)
  }

  /// Shows what was read for the preview, unless something else is selected by now.
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

  /// The preview becomes the page that is opened, where it shows that list already and stands where that will.
  ///
  /// - Returns: its id; nil where it stays what it is.
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

  // MARK: Where

  /// The list in front beside which the selected entry is shown.
  private var previewedList: ContainerTree.Page? {
    guard isPreviewSeen, preview != .off, let front = tree.front.last,
      case .stack(let stack) = tree[front.container], stack.reads, stack.listInFront == front.page
    else { return nil }
    return front
  }

  /// A stack as a terminal sees it: with the preview, where there is room for it.
  ///
  /// - Parameters:
  ///   - stack: the stack.
  ///   - room: its room.
  ///   - viewport: the terminal's size.
  /// - Returns: what its view follows.
  func seen(_ stack: StackNode, in room: CellSize, of viewport: CellSize) -> StackState {
    guard stack.pane != nil, showsPreview(in: room, of: viewport) else { return stack.state }
    return stack.stateWithPane(StackLayout(room: room).metrics)
  }

  /// Whether a stack has room for a preview in a terminal.
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

  /// Changes where previews are shown.
  ///
  /// - Throws: where there is no list, or no room beside it; nothing has changed then.
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
  /// The list that a preview stands beside; any other page itself.
  func besidePreview(_ page: Page) -> Page {
    guard case .stack(let stack) = self[page.container], let pane = stack.pane,
      pane.id == page.page
    else { return page }
    return Page(container: page.container, page: pane.list)
  }
}
