import NavBase
import NavScene

/// The room for the rows of a page: the page's frame, and the part of it that they may use.
struct PageLayoutContext {
  /// The size of the page.
  var frame: CellSize
  /// The number of rows at the top for the title.
  var header: Int
  /// The number of columns that rows may use.
  var columns: Int
  /// The number of columns that stay visible when another page covers this one.
  var uncovered: Int
  /// Whether the page may draw an edge in its first column.
  var hasEdge = false
  /// The width of the text of a slide, which is centred; nil for a page that is read.
  var slideWidth: TextWidthLimit?
  /// The step of a slide that is shown; nil for all of it.
  var step: Int?

  init(frame: CellSize, header: Int, columns: Int, uncovered: Int, hasEdge: Bool) {
    self.frame = frame
    self.header = header
    self.columns = columns
    self.uncovered = uncovered
    self.hasEdge = hasEdge
  }

  /// Creates the layout of a page that has an available size to itself.
  init(room: CellSize) {
    frame = room
    header = room.rows >= 8 ? 1 : 0
    columns = room.columns
    uncovered = room.columns
  }

  /// Returns the size that a text is wrapped for; nil for a list, whose rows are created one by one, and for a board.
  func textRoom(of content: PageContent) -> TextWidthLimit? {
    guard content.list == nil, content.board == nil else { return nil }
    var room = columnsOfText(in: content)
    // Only for those, so that other texts are wrapped once for all heights.
    if content.hasPictures { room.pictureRows = frame.rows * 2 / 3 }
    return room
  }

  private func columnsOfText(in content: PageContent) -> TextWidthLimit {
    let insets = insets(of: content)
    let columns = columns - insets.left - insets.right
    guard let slideWidth else {
      return PageLayout.readingRoom(of: content, inRoom: columns, hasEdge: hasEdge)
    }
    var room = slideWidth
    if insets.left + insets.right > 0 {
      let inner = PageLayout.textRoom(forPageOf: columns)
      room =
        inner.columns <= slideWidth.columns
        ? inner : TextWidthLimit(columns: slideWidth.columns)
    }
    guard content.isSlide else { return room }
    let rows = insets.room(in: frame).rows - (content.footer == nil ? 0 : PageLayout.footerRows)
    return PageLayout.slideRoom(in: room, rows: rows)
  }

  /// Returns the insets of a page, as far as there is space for them.
  private func insets(of content: PageContent) -> ContentInsets {
    content.insets.fitting(CellSize(columns: columns, rows: frame.rows - header))
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
    if slideWidth != nil {
      return inset(windowed(PageLayout(content, text: text, frame: frame), content), as: content)
    }
    let layout = PageLayout(
      reading: text,
      frame: frame,
      header: header,
      columns: columns,
      countsLines: content.lines != .none,
      hasEdge: hasEdge
    )
    return inset(windowed(layout, content), as: content)
  }

  private func windowed(_ layout: PageLayout, _ content: PageContent) -> any PageBody {
    guard let window = content.window else { return layout }
    return WindowBody(layout, window: window)
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

  /// Adds the insets of a page, and how fingers move it, to rows that were laid out for the size within them.
  func inset(_ body: any PageBody, as content: PageContent) -> any PageBody {
    let (insets, scrolling) = (insets(of: content), content.scrolling)
    guard insets != ContentInsets() || scrolling != ScrollSwitches() else { return body }
    return InsetBody(body, insets: insets, frame: frame, scrolling: scrolling)
  }

  /// Returns what the insets of a page leave of its frame, and of the columns that it may use.
  private func innerRoom(of content: PageContent) -> (frame: CellSize, columns: Int) {
    let insets = insets(of: content)
    return (insets.room(in: frame), columns - insets.left - insets.right)
  }
}
