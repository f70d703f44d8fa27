import NavBase
import NavScene

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
