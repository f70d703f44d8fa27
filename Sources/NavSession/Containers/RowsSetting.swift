import NavGeometry
import NavLayout
import NavText

/// How rows stand in the page of a container: the page's frame, and what of it they may use.
enum RowsSetting {
  /// A slide: its room, the columns that text is wrapped for, and the step that it is at; nil where all
  /// of it is there at once.
  case slide(CellSize, textColumns: Int, step: Int? = nil)
  /// A page that lies beside or over others.
  case stack(StackLayout, StackPageSize)
  /// A room that holds nothing else.
  case room(CellSize)

  /// The columns that a text is wrapped for; nil for a list, whose rows are made one by one, and for a board.
  func textColumns(of content: PageContent) -> Int? {
    guard content.list == nil, content.board == nil else { return nil }
    switch self {
    case .slide(_, let columns, _): return columns
    case .stack(let layout, let size):
      return PageLayout.readingColumns(
        of: content,
        inRoom: layout.columns(of: size),
        hasEdge: layout.hasEdges
      )
    case .room(let size): return PageLayout.readingColumns(of: content, inRoom: size.columns)
    }
  }

  /// The step of a slide that is shown; nil for all of it.
  var step: Int? {
    if case .slide(_, _, let step) = self { step } else { nil }
  }

  func body(of content: PageContent, text: FlowedText?) -> any PageBody {
    if let list = content.list {
      let columns = self.columns
      return ListLayout(
        list,
        frame: frame,
        header: header,
        columns: columns,
        uncovered: uncovered,
        hasEdge: hasEdge
      )
    }
    guard let text else { preconditionFailure("cannot lay out a text that was not wrapped") }
    if case .slide(let size, _, _) = self { return PageLayout(content, text: text, frame: size) }
    return PageLayout(
      reading: text,
      frame: frame,
      header: header,
      columns: columns,
      countsLines: content.lines != .none,
      hasEdge: hasEdge
    )
  }

  /// What a board looks like depends on this alone.
  func boardKey(of page: ContainerID) -> BoardCache.Key {
    BoardCache.Key(page: page, frame: frame, header: header, columns: columns, hasEdge: hasEdge)
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
