import NavBase
import NavEngine
import NavScene
import NavTestKit

/// A book and one viewport that shows it, as in a session.
struct BookWorld {
  let count: Int
  let layout: BookLayout
  var state: BookState
  /// The content of the pages.
  var pages: [NumberedPage]

  init(
    pages count: Int,
    columns: Int,
    rows: Int = 24,
    _ spine: Spine = .min,
    isDoubleSided: Bool = false,
    at current: Int = 0
  ) {
    self.count = count
    layout = BookLayout(
      room: CellSize(columns: columns, rows: rows),
      spine: spine,
      isDoubleSided: isDoubleSided
    )
    state = BookState(current: current)
    pages = []
    pages = (0..<count).map(page)
  }

  /// Returns the trajectory from the state at a time to rest.
  func trajectory(at now: Duration) -> Trajectory {
    let motion = layout.motion(state, at: now)
    let length = motion.map { $0.length - $0.frame(at: now) } ?? 0
    var builder = SceneBuilder(viewport: layout.room, length: length)
    layout.add(
      state,
      at: now,
      pages: layout.shownPages(state, at: now, of: count).map { pages[$0] },
      of: count,
      as: Container(id: Self.book, kind: .pager, frame: CellRect(layout.room)),
      to: &builder
    )
    let facts = SessionFacts(name: "book", viewers: 1)
    return builder.trajectory(focus: Self.book, kind: .pager, facts: facts)
  }

  func scene(at now: Duration) -> Scene { trajectory(at: now).start }

  /// The reference implementation of this book.
  var twin: BookTwin {
    BookTwin(
      columns: layout.room.columns,
      spine: layout.spine,
      isDoubleSided: layout.isDoubleSided,
      count: count
    )
  }

  /// Returns the content of every column while the book rests on a page.
  func rest(on page: Int) -> [BookCell?] {
    var world = self
    world.state = BookState(current: page)
    return world.scene(at: .zero).bookColumns
  }

  private func page(_ index: Int) -> NumberedPage {
    let size = layout.pageSize(of: index)
    let text = StyledText("This is page \(index + 1). It has a few words more than fit a line.")
    let content = PageContent("Page \(index + 1)", [.paragraph(text)])
    let flowed = FlowedText(content.document, room: layout.textRoom)
    let body = PageLayout(content, text: flowed, frame: size)
    return NumberedPage(
      index: index,
      id: Self.pageID(index),
      shown: ShownPage(title: content.title, rows: ShownRows(body: body, offset: 0))
    )
  }

  static let book = ContainerID(rawValue: 1)

  static func pageID(_ index: Int) -> ContainerID { ContainerID(rawValue: UInt32(16 + index)) }
}

/// The content of one column of a book.
enum BookCell: Hashable {
  /// A column of a page.
  case page(Int, column: Int)
  /// A page seen through its back, by its own column.
  case mirrored(column: Int)
  case spine
}

extension Scene {
  /// The content of each column, of the topmost container; nil for a blank one.
  var bookColumns: [BookCell?] {
    let pager = self[BookWorld.book]
    let parts = containers.filter { $0.parent == pager?.id && !$0.isHidden }
      .sorted { ($0.z, $0.id) < ($1.z, $1.id) }
    return (0..<viewport.columns).map { x in
      guard
        let part = parts.last(where: { $0.frame.x <= x && x < $0.frame.maxX && $0.frame.height > 0 }
        )
      else { return nil }
      let column = x - part.frame.x + part.scroll.x
      if part.kind == .spine { return .spine }
      // A back is as wide as its front.
      if part.isMirrored { return .mirrored(column: viewport.columns - 1 - column) }
      return .page(Int(part.id.rawValue) - 16, column: column)
    }
  }
}
