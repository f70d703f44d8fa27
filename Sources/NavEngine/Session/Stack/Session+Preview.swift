package import NavBase
import NavScene

/// The preview of a list: the page that the selected entry would open, beside the list (Sources/README.md, decision 2:
/// the session determines whether there is one; which terminals have space for it follows from their sizes).
extension Session {
  /// The page of the preview; nil if none is open.
  var previewPane: ContainerID? { innermostStack.flatMap { tree.stack($0) }?.pane?.id }

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
    guard !isReplay else { return false }
    preview.isSeen =
      innermostStack.map { id in
        viewports.contains { preview.mode.isShown(in: tree.availableSize(of: id, in: $0), of: $0) }
      } ?? false
    let before = previewPane
    updatePreview(at: now)
    return previewPane != before
  }

  /// Continues the preview of the session that this one replaces; its content stays until it is read again.
  package mutating func keepPreview(of old: Session, at now: Duration) {
    preview.isSeen = old.preview.isSeen
    updatePreview(at: now)
    guard let id = innermostStack, let before = old.innermostStack.flatMap({ old.tree.stack($0) }),
      let shown = before.pane.flatMap({ before.pages[$0.id] }), let rows = shown.slot.rows
    else { return }
    tree.changeStack(id) { stack in
      guard stack.pane != nil else { return }
      stack.fillPane(rows.content, title: shown.title, path: shown.path)
      stack.pane?.isStale = true
    }
  }

  /// Whether a preview is shown, or may have to be.
  package var mayPreview: Bool {
    !isReplay && (preview.stack != nil || innermostStack != nil)
  }

  /// Opens an empty preview, if the list in front has one.
  ///
  /// - Parameters:
  ///   - preview: the rule by which it is shown, and whether any viewer has space for it.
  ///   - id: the id of its page; nil for a new one.
  mutating func openPreview(_ preview: RecordedState.Preview, as id: Range<UInt32>?) {
    (self.preview.mode, self.preview.isSeen) = (preview.mode, preview.isSeen)
    if let id, let list = previewedList?.page, id.lowerBound > list.rawValue { tree.reuse(id) }
    updatePreview(at: .zero)
    tree.endReuse()
  }

  /// Opens and closes the preview according to the list in front.
  mutating func updatePreview(at now: Duration) {
    let list = previewedList
    if let id = preview.stack, id != list?.container {
      tree.changeStack(id) { $0.closePane(at: now) }
    }
    preview.stack = list?.container
    guard let list, var stack = tree.stack(list.container) else { return }
    if stack.pane?.list != list.page, tree.hasIDsLeft {
      stack.openPane(tree.takeIDs(1), beside: list.page, at: now)
      stack.fillPane(fromPagesOf: list.container)
    }
    if stack.hasIdlePane, let pane = stack.pane {
      let empty = PageContent(title: "", document: TextDocument(blocks: []))
      stack.fillPane(empty, title: "", path: [])
      bodies.texts.forget(page: Int(pane.id.rawValue))
    }
    tree[list.container] = stack
  }

  /// The page that has to be read for the preview.
  ///
  /// - Returns: nil if the preview shows the selected entry, or is not visible.
  package var previewRequest: PageRequest? {
    guard let id = innermostStack, let stack = tree.stack(id) else { return nil }
    return stack.previewRequest(of: id)?.forPreview(bodies.numbers)
  }

  /// Shows a page that was read for the preview, unless another entry is selected by now.
  ///
  /// - Returns: whether anything has changed.
  package mutating func showPreview(_ page: PreparedPage, for request: PageRequest) -> Bool {
    let shown = tree.changeStack(request.stack) { stack -> ContainerID? in
      guard let pane = stack.pane, stack.previewRequest(of: request.stack)?.path == request.path
      else { return nil }
      stack.fillPane(page.content.beginning, title: page.content.title, path: request.path)
      return pane.id
    }
    guard let pane = shown ?? nil else { return false }
    bodies.texts.forget(page: Int(pane.rawValue))
    return true
  }

  /// Turns the preview into the page that is opened, if it shows that list already, at the position of that page.
  ///
  /// - Returns: its id; nil if the preview remains.
  mutating func takePreview(of content: SessionContent, for request: PageRequest) -> ContainerID? {
    let taken = tree.changeStack(request.stack) { stack -> ContainerID? in
      guard let pane = stack.pane,
        pane.list == request.parent, stack.pages[pane.id]?.path == request.path,
        case .page(let page) = content, page.list != nil,
        stack.size(of: content, at: request.path) == .half
      else { return nil }
      stack.pane = nil
      return pane.id
    }
    return taken ?? nil
  }

  /// The list in front whose selected entry is shown beside it.
  private var previewedList: ContainerTree.Page? {
    guard preview.isSeen, preview.mode != .off, let front = tree.front.last,
      let stack = tree.stack(front.container), stack.reads, stack.listInFront == front.page
    else { return nil }
    return front
  }

  /// Changes where previews are shown; without a mode, switches them on or off.
  ///
  /// - Throws: if there is no list, or no space beside it; then nothing has changed.
  mutating func setPreview(
    _ mode: PreviewMode?,
    seenIn viewport: CellSize
  ) throws(Rejection) {
    if let mode { return preview.mode = mode }
    guard let id = innermostStack, tree.stack(id)?.listInFront != nil else {
      throw Rejection("only entries of a list have a preview: go back to one")
    }
    let size = tree.availableSize(of: id, in: viewport)
    if preview.mode.isShown(in: size, of: viewport) { return preview.mode = .off }
    guard PreviewMode.on.isShown(in: size, of: viewport) else {
      throw Rejection(
        "there is no room for a preview: the list needs \(Self.leastPreviewRoom) columns"
      )
    }
    preview.mode = PreviewMode.auto.isShown(in: size, of: viewport) ? .auto : .on
    preview.isSeen = true
  }
}

/// The preview of a session.
struct SessionPreview: Sendable {
  /// The rule by which the selected entry of a list is shown beside it.
  var mode = PreviewMode.auto
  /// Whether any viewer has space for the preview; otherwise nothing is read for it.
  var isSeen = false
  /// The stack that shows it last; nil for none.
  var stack: ContainerID?
}

extension PreviewMode {
  /// Whether a stack of a size has space for a preview in a terminal.
  func isShown(in size: CellSize, of viewport: CellSize) -> Bool {
    switch self {
    case .auto:
      viewport.columns >= Session.previewColumns && size.columns >= Session.previewRoom
    case .on: size.columns >= Session.leastPreviewRoom
    case .off: false
    }
  }
}
