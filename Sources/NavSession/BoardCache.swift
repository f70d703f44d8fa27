import NavGeometry
import NavLayout

/// Boards that were laid out, so that constraints are solved once for each size.
struct BoardCache: Sendable {
  struct Key: Hashable {
    var page: ContainerID
    var frame: CellSize
    /// Rows of the frame that belong to the title.
    var header: Int
    var columns: Int
  }

  /// The most that are kept.
  static let limit = 64

  private var boards: [Key: BoardLayout] = [:]

  /// A board in a frame, laid out if it was not yet.
  mutating func board(_ content: BoardContent, at key: Key) -> BoardLayout {
    if let known = boards[key] { return known }
    // Viewers of a few sizes look at a few boards: nothing is gained by keeping the right ones.
    if boards.count >= Self.limit { boards = [:] }
    let board = BoardLayout(
      content,
      frame: key.frame,
      header: key.header,
      columns: key.columns
    )
    boards[key] = board
    return board
  }
}
