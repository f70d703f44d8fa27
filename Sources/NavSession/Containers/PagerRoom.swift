import NavCommands
import NavGeometry
import NavLayout
import NavScene

/// A pager in a room: where its header and its pages stand, and which pages a viewer there turns to.
struct PagerRoom {
  enum Pages {
    case row(PagerLayout)
    case book(BookLayout)
  }

  let pages: Pages
  let header: PagerHeaderLayout?
  /// How many rows the header takes from the top.
  let headerRows: Int
  private let count: Int
  private let steps: PagerSteps

  init(_ pager: PagerNode, room: CellSize) {
    count = pager.pages.count
    steps = pager.steps
    header = pager.columns.flatMap { columns in
      pager.header.map { PagerHeaderLayout(columns, $0, room: room) }
    }
    headerRows = header?.height ?? 0
    let rest = CellSize(columns: room.columns, rows: max(0, room.rows - headerRows))
    let hasDots =
      header == nil && pager.content.hasDots
      && PageControlState.isShown(
        for: pager.content.style,
        count: count,
        index: pager.turns.current
      )
    pages =
      switch pager.content.style {
      case .slide(let axis, let spacing):
        .row(PagerLayout(room: rest, axis: axis, spacing: spacing, hasDots: hasDots))
      case .none: .row(PagerLayout(room: rest, spacing: 0, hasDots: hasDots))
      case .curl(let spine, let isDoubleSided):
        .book(BookLayout(room: rest, spine: spine, isDoubleSided: isDoubleSided))
      }
  }

  /// What the page of an index may fill.
  func pageSize(of index: Int) -> CellSize {
    switch pages {
    case .row(let layout): layout.pageSize
    case .book(let layout): layout.pageSize(of: index)
    }
  }

  /// How the rows of a page stand.
  func setting(of index: Int) -> RowsSetting {
    let step = steps.shown(of: index)
    return switch pages {
    case .row(let layout): .slide(layout.pageSize, textRoom: layout.textRoom, step: step)
    case .book(let layout):
      .slide(layout.pageSize(of: index), textRoom: layout.textRoom, step: step)
    }
  }

  /// The pages to which a viewer of this room turns from another one (architecture.md, decision 2).
  func neighbours(of page: Int) -> PageNeighbours {
    switch pages {
    case .row:
      PageNeighbours(
        previous: page > 0 ? page - 1 : nil,
        next: page + 1 < count ? page + 1 : nil
      )
    case .book(let layout):
      PageNeighbours(
        previous: layout.previous(from: page, of: count),
        next: layout.next(from: page, of: count)
      )
    }
  }

  /// The pages that are seen from a moment on, from the first to the last.
  func shownPages(of pager: PagerNode, at now: Duration) -> [Int] {
    switch (pager.turns, pages) {
    case (.row(let row, _), _): row.motion?.strip ?? row.pan?.view.strip ?? [row.current]
    case (.leaves(let book), .book(let layout)): layout.shownPages(book, at: now, of: count)
    case (.leaves, .row): preconditionFailure("cannot lay out a book as a row of pages")
    }
  }

  /// What moves here by itself: when each motion began, and the number of its last frame.
  ///
  /// In a spread nothing turns while viewers of one page turn from its left page to its right one; the mark of a
  /// header goes along with them all the same.
  func motions(of pager: PagerNode, at now: Duration) -> [(startedAt: Duration, length: Int)] {
    let place = pager.turns.motion.map { [$0] } ?? []
    guard case .leaves(let book) = pager.turns, case .book(let layout) = pages else { return place }
    let leaf = layout.motion(book, at: now).map { [($0.startedAt, $0.length)] } ?? []
    return headerRows > 0 ? place + leaf : leaf
  }

  /// Where arrows in the header lead nowhere while a page is active.
  func ends(at page: Int) -> OptionBarWay.Ends {
    let neighbours = neighbours(of: page)
    return OptionBarWay.Ends(
      isFirst: neighbours.previous == nil,
      isLast: neighbours.next == nil
    )
  }

  /// Along which axis a finger moves the pages; nil where it does not.
  static func panAxis(of style: PagerStyle) -> PanAxis? {
    switch style {
    case .slide(let axis, _): axis == .horizontal ? .horizontal : .vertical
    case .curl: .horizontal
    case .none: nil
    }
  }

  /// The cells over which a finger moves the pages by one.
  var panDistance: Int {
    switch pages {
    case .row(let layout): layout.pageDistance
    case .book(let layout): layout.turnDistance
    }
  }

  // MARK: Scenes

  /// Adds the pages and what shows the place among them, from a moment on.
  ///
  /// - Parameters:
  ///   - pager: the model.
  ///   - shown: those of `shownPages`, in its order.
  ///   - container: the pager's container without its size; it stands below the header.
  ///   - now: the time.
  ///   - builder: takes the containers.
  func add(
    _ pager: PagerNode,
    pages shown: [PagerLayout.Page],
    as container: Container,
    at now: Duration,
    to builder: inout SceneBuilder
  ) {
    switch (pager.turns, pages) {
    case (.leaves(let book), .book(let layout)):
      layout.add(book, at: now, pages: shown, of: count, as: container, to: &builder)
    case (.row(let row, _), .row(let layout)):
      if let motion = row.motion {
        layout.add(
          motion,
          from: motion.frame(at: now),
          current: row.current,
          pages: shown,
          of: count,
          as: container,
          to: &builder
        )
      } else if let held = row.pan?.view {
        layout.add(
          held: held,
          current: row.current,
          pages: shown,
          of: count,
          as: container,
          to: &builder
        )
      } else {
        layout.add(resting: shown[0], of: count, as: container, to: &builder)
      }
    case (.row, .book), (.leaves, .row):
      preconditionFailure("cannot lay out one style as another")
    }
  }
}
