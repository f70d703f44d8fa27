import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavText

/// How the rows of a page are laid out: the page's frame, and the part of it that they may use.
enum PageLayoutContext {
  /// A slide: its available size, that of its text, and its step; nil for a slide without steps.
  case slide(CellSize, textRoom: TextWidthLimit, step: Int? = nil)
  /// A page of a stack, beside other pages or on top of them.
  case stack(StackLayout, StackPageSize)
  /// An available size for one page alone.
  case room(CellSize)

  /// Returns the size that a text is wrapped for; nil for a list, whose rows are created one by one, and for a board.
  func textRoom(of content: PageContent) -> TextWidthLimit? {
    guard content.list == nil, content.board == nil else { return nil }
    let insets = insets(of: content)
    let columns = columns - insets.left - insets.right
    switch self {
    case .slide(_, let textRoom, _):
      guard insets.left + insets.right > 0 else { return textRoom }
      let inner = PageLayout.textRoom(forPageOf: columns)
      return inner.columns <= textRoom.columns ? inner : TextWidthLimit(columns: textRoom.columns)
    case .stack, .room:
      return PageLayout.readingRoom(of: content, inRoom: columns, hasEdge: hasEdge)
    }
  }

  /// Returns the insets of a page, as far as there is space for them.
  private func insets(of content: PageContent) -> ContentInsets {
    content.insets.fitting(CellSize(columns: columns, rows: frame.rows - header))
  }

  /// The step of a slide that is shown; nil for all of it.
  var step: Int? {
    if case .slide(_, _, let step) = self { step } else { nil }
  }

  /// Returns the rows of a page within its insets; not for a board.
  ///
  /// - Parameters:
  ///   - content: the page.
  ///   - text: its text, wrapped for `textRoom`; nil for a list.
  /// - Returns: the rows.
  func body(of content: PageContent, text: FlowedText?) -> any PageBody {
    let (frame, columns) = innerRoom(of: content)
    if let list = content.list {
      let layout = ListLayout(
        list,
        frame: frame,
        header: header,
        columns: columns,
        uncovered: uncovered - (self.columns - columns),
        hasEdge: hasEdge
      )
      return inset(layout, as: content)
    }
    guard let text else { preconditionFailure("cannot lay out a text that was not wrapped") }
    if case .slide = self {
      return inset(PageLayout(content, text: text, frame: frame), as: content)
    }
    let layout = PageLayout(
      reading: text,
      frame: frame,
      header: header,
      columns: columns,
      countsLines: content.lines != .none,
      hasEdge: hasEdge
    )
    return inset(layout, as: content)
  }

  /// Returns all that the layout of a board depends on; the insets of its page are added afterwards.
  func boardKey(of page: ContainerID, _ content: PageContent) -> BoardCache.Key {
    let (frame, columns) = innerRoom(of: content)
    return BoardCache.Key(
      page: page,
      frame: frame,
      header: header,
      columns: columns,
      hasEdge: hasEdge
    )
  }

  /// Adds the insets of a page to rows that were laid out for the size within them.
  func inset(_ body: any PageBody, as content: PageContent) -> any PageBody {
    let insets = insets(of: content)
    return insets == ContentInsets() ? body : InsetBody(body, insets: insets, frame: frame)
  }

  /// Returns what the insets of a page leave of its frame, and of the columns that it may use.
  private func innerRoom(of content: PageContent) -> (frame: CellSize, columns: Int) {
    let insets = insets(of: content)
    return (insets.room(in: frame), columns - insets.left - insets.right)
  }

  private var frame: CellSize {
    switch self {
    case .stack(let layout, let size): layout.frame(of: size)
    case .slide(let size, _, _), .room(let size): size
    }
  }

  private var header: Int {
    switch self {
    case .stack(let layout, _): layout.headerHeight
    case .slide, .room: frame.rows >= 8 ? 1 : 0
    }
  }

  private var columns: Int {
    if case .stack(let layout, let size) = self { layout.columns(of: size) } else { frame.columns }
  }

  private var hasEdge: Bool {
    if case .stack(let layout, _) = self { layout.hasEdges } else { false }
  }

  /// The number of columns that stay visible when another page covers this one.
  private var uncovered: Int {
    if case .stack(let layout, _) = self { layout.columns(of: .half) } else { frame.columns }
  }
}
