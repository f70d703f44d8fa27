import NavGeometry
import NavLayout
import NavScene
import NavText

/// How rows stand in the page of a container: the page's frame, and what of it they may use.
enum RowsSetting {
  /// A slide: its room, that of its text, and the step that it is at; nil where all
  /// of it is there at once.
  case slide(CellSize, textRoom: TextRoom, step: Int? = nil)
  /// A page that lies beside or over others.
  case stack(StackLayout, StackPageSize)
  /// A room that holds nothing else.
  case room(CellSize)

  /// What a text is wrapped for; nil for a list, whose rows are made one by one, and for a board.
  func textRoom(of content: PageContent) -> TextRoom? {
    guard content.list == nil, content.board == nil else { return nil }
    let insets = insets(of: content)
    let columns = columns - insets.left - insets.right
    switch self {
    case .slide(_, let textRoom, _):
      guard insets.left + insets.right > 0 else { return textRoom }
      let inner = PageLayout.textRoom(forPageOf: columns)
      return inner.columns <= textRoom.columns ? inner : TextRoom(columns: textRoom.columns)
    case .stack, .room:
      return PageLayout.readingRoom(of: content, inRoom: columns, hasEdge: hasEdge)
    }
  }

  /// The insets of a page that it has room for here.
  private func insets(of content: PageContent) -> ContentInsets {
    content.insets.fitting(CellSize(columns: columns, rows: frame.rows - header))
  }

  /// The step of a slide that is shown; nil for all of it.
  var step: Int? {
    if case .slide(_, _, let step) = self { step } else { nil }
  }

  /// The rows of a page within its insets; not of a board.
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

  /// What a board looks like depends on this alone; it is then put within the page's insets.
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

  /// Puts rows that are laid out for what a page's insets leave within them.
  func inset(_ body: any PageBody, as content: PageContent) -> any PageBody {
    let insets = insets(of: content)
    return insets == ContentInsets() ? body : InsetBody(body, insets: insets, frame: frame)
  }

  /// What the insets of a page leave of its frame, and of the columns that it may use.
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

  /// What of the columns stays in view when another page lies on this one.
  private var uncovered: Int {
    if case .stack(let layout, _) = self { layout.columns(of: .half) } else { frame.columns }
  }
}
