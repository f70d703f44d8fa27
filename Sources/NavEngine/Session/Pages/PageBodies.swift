import NavBase
import NavScene

/// The rows of pages, laid out: a cache of what is expensive, and the settings that all viewers share.
struct PageBodies: Sendable {
  var texts = TextCache()
  private var boards = BoardCache()
  /// Whether lines of files are numbered; nil if that was not chosen.
  var numbers: Bool?
  /// Whether lines that are longer than a row are wrapped.
  var wrapsLines = false

  /// Returns the rows of a page.
  ///
  /// - Parameters:
  ///   - content: the content of the page.
  ///   - page: the page.
  ///   - context: how it is laid out.
  /// - Returns: the rows.
  mutating func body(
    of content: PageContent,
    at page: ContainerID,
    in context: PageLayoutContext
  ) -> any PageBody {
    if let board = content.board {
      let layout = boards.board(board, at: context.boardKey(of: page, content))
      return context.inset(layout, as: content)
    }
    let text = context.textRoom(of: content).map {
      texts.text(
        of: content,
        at: Int(page.rawValue),
        room: $0,
        step: context.step,
        isNumbered: content.lines.areNumbered(by: numbers),
        wraps: wrapsLines
      )
    }
    return context.body(of: content, text: text)
  }
}

/// A cache of board layouts, so that constraints are solved once for each size.
struct BoardCache: Sendable {
  struct Key: Hashable {
    var page: ContainerID
    var frame: CellSize
    /// Rows of the frame that belong to the title.
    var header: Int
    var columns: Int
    /// Whether the page may draw an edge in its first column.
    var hasEdge: Bool
  }

  /// The most layouts kept: a few boards for each of several sizes.
  static let limit = 48

  private var boards: [Key: BoardLayout] = [:]
  /// Oldest first.
  private var order: [Key] = []

  /// Returns the layout of a board in a frame, and computes it if it is not cached.
  mutating func board(_ content: BoardContent, at key: Key) -> BoardLayout {
    if let known = boards[key] { return known }
    if order.count >= Self.limit { boards[order.removeFirst()] = nil }
    let board = BoardLayout(
      content,
      frame: key.frame,
      header: key.header,
      columns: key.columns,
      hasEdge: key.hasEdge
    )
    boards[key] = board
    order.append(key)
    return board
  }
}
