import NavBase
import NavScene

/// A pager in an available size: the layout of its header and its pages, and the pages that a viewer there turns to.
struct PagerArea {
  enum Pages {
    case row(PagerLayout)
    case book(BookLayout)
  }

  let pages: Pages
  let header: PagerHeaderLayout?
  /// The number of rows that the header takes at the top.
  let headerRows: Int
  private let count: Int
  private let steps: PagerSteps

  init(_ pager: PagerNode, size: CellSize) {
    count = pager.pages.count
    steps = pager.steps
    header = pager.columns.flatMap { columns in
      pager.header.map { PagerHeaderLayout(columns, $0, room: size) }
    }
    headerRows = header?.height ?? 0
    let rest = CellSize(columns: size.columns, rows: max(0, size.rows - headerRows))
    let hasDots =
      header == nil && pager.content.hasDots
      && PageControlState.isShown(for: pager.content.style, count: count)
    let isDeck = pager.content.isDeck
    pages =
      switch pager.content.style {
      case .slide(let axis, let spacing):
        .row(
          PagerLayout(room: rest, axis: axis, spacing: spacing, hasDots: hasDots, isDeck: isDeck)
        )
      case .none: .row(PagerLayout(room: rest, spacing: 0, hasDots: hasDots, isDeck: isDeck))
      case .curl(let spine, let isDoubleSided):
        .book(BookLayout(room: rest, spine: spine, isDoubleSided: isDoubleSided))
      }
  }

  /// Returns the available size of the page at an index.
  func pageSize(of index: Int) -> CellSize {
    switch pages {
    case .row(let layout): layout.pageSize
    case .book(let layout): layout.pageSize(of: index)
    }
  }

  /// Returns how the rows of a page are laid out.
  func layoutContext(of index: Int) -> PageLayoutContext {
    var context = PageLayoutContext(room: pageSize(of: index))
    context.step = steps.shown(of: index)
    context.slideWidth =
      switch pages {
      case .row(let layout): layout.textRoom
      case .book(let layout): layout.textRoom
      }
    return context
  }

  /// Returns the pages that a viewer of this layout turns to from a page (Sources/README.md, decision 2).
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

  /// Returns the pages that are visible from a moment on, from the first to the last.
  func shownPages(of pager: PagerNode, at now: Duration) -> [Int] {
    switch (pager.transition, pages) {
    case (.row(let row, _), _): row.motion?.strip ?? row.pan?.view.strip ?? [row.current]
    case (.leaves(let book), .book(let layout)): layout.shownPages(book, at: now, of: count)
    case (.leaves, .row): preconditionFailure("cannot lay out a book as a row of pages")
    }
  }

  /// Returns the motions in this layout: when each began, and the number of its last frame.
  ///
  /// In a spread, nothing turns while viewers of single pages turn from its left page to its right one; the indicator
  /// of a header moves along nevertheless.
  func motions(of pager: PagerNode, at now: Duration) -> [(startedAt: Duration, length: Int)] {
    let place = pager.transition.motion.map { [$0] } ?? []
    guard case .leaves(let book) = pager.transition, case .book(let layout) = pages else {
      return place
    }
    let leaf = layout.motion(book, at: now).map { [($0.startedAt, $0.length)] } ?? []
    return headerRows > 0 ? place + leaf : leaf
  }

  /// Returns the ends at which the arrows in the header lead nowhere while a page is active.
  func ends(at page: Int) -> OptionBarTrajectory.Ends {
    let neighbours = neighbours(of: page)
    return OptionBarTrajectory.Ends(
      isFirst: neighbours.previous == nil,
      isLast: neighbours.next == nil
    )
  }

  /// Returns the axis along which a pan moves the pages; nil if they can't be panned.
  static func panAxis(of style: PagerStyle) -> PanAxis? {
    switch style {
    case .slide(let axis, _): axis == .horizontal ? .horizontal : .vertical
    case .curl: .horizontal
    case .none: nil
    }
  }

  /// The number of cells over which a pan moves the pages by one.
  var panDistance: Int {
    switch pages {
    case .row(let layout): layout.pageDistance
    case .book(let layout): layout.turnDistance
    }
  }

  // MARK: Scenes

  /// Adds the pages and the page indicator to a scene, from a moment on.
  ///
  /// - Parameters:
  ///   - pager: the model.
  ///   - shown: the pages that `shownPages` returns, in its order.
  ///   - container: the pager's container without its size; below the header.
  ///   - now: the time.
  ///   - builder: the builder of the scene.
  func add(
    _ pager: PagerNode,
    pages shown: [NumberedPage],
    as container: Container,
    at now: Duration,
    to builder: inout SceneBuilder
  ) {
    switch (pager.transition, pages) {
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
