import NavGeometry

/// The book as containers of a scene.
extension BookLayout {
  /// Above what stands still, the leaf's flat part, and over that its turned part.
  private enum Level {
    static let below = 0
    static let leaf = 1
    static let back = Container.turnedOverZ
  }

  /// Adds a book: at rest, with a leaf on its way from now on, or with one that a finger holds.
  ///
  /// - Parameters:
  ///   - book: the model.
  ///   - now: the time.
  ///   - pages: those of `shownPages`, in its order.
  ///   - count: how many pages the book has.
  ///   - pager: its container's id, parent and origin; the frame's size is the layout's business.
  ///   - builder: takes the containers.
  package func add(
    _ book: BookState,
    at now: Duration,
    pages: [PagerLayout.Page],
    of count: Int,
    as pager: Container,
    to builder: inout SceneBuilder
  ) {
    precondition(
      pages.map(\.index) == shownPages(book, at: now, of: count),
      "cannot show other pages of a book than those that are seen"
    )
    var container = pager
    container.kind = .pager
    container.frame = CellRect(room).offset(x: pager.frame.x, y: pager.frame.y)
    builder.add(container)
    builder.add(dots(of: container, current: book.current, of: count))
    if isTwoUp { builder.add(spineRule(in: pager.id)) }
    let way = book.leaf(at: now).flatMap { leaf in
      turn(of: leaf, of: count).map { BookWay(book, leaf, turn: $0, in: self, at: now) }
    }
    let resting = restingPages(on: book.current, of: count)
    for page in pages {
      add(
        page,
        way: way,
        isCurrent: page.index == book.current,
        isAtRest: resting.contains(page.index),
        in: pager.id,
        to: &builder
      )
    }
    if let way, way.turn.back == nil, let front = pages.first(where: { $0.index == way.turn.front })
    {
      addMirrored(front, way: way, in: pager.id, to: &builder)
    }
  }

  /// A page: still, or one of the two sides of the leaf.
  private func add(
    _ page: PagerLayout.Page,
    way: BookWay?,
    isCurrent: Bool,
    isAtRest: Bool,
    in pager: ContainerID,
    to builder: inout SceneBuilder
  ) {
    var resting = Container(
      id: page.id,
      kind: .page,
      parent: pager,
      frame: restingFrame(of: page.index)
    )
    resting.title = page.shown.title
    resting.isSelected = isCurrent
    var start = resting
    var parts: [BookFold.Part] = []
    if let way, page.index == way.turn.front || page.index == way.turn.back {
      let isFront = page.index == way.turn.front
      parts = way.folds.map { isFront ? $0.flat : $0.turned }
      start.z = isFront ? Level.leaf : Level.back
      start.place(parts[0])
    }
    let rows = page.shown.rows
    // A finger's leaf stays where it is held.
    let last = way?.isHeld == true ? start : resting
    let isSeenLast = isAtRest || way?.isHeld == true
    builder.add(
      from: rows.map { $0.start(start) } ?? start,
      ways: (rows?.ways(of: page.id) ?? []) + tracks(of: page.id, through: parts),
      to: isSeenLast ? rows.map { $0.rest(last) } ?? last : nil
    )
  }

  /// The back of a leaf through which its front is seen.
  private func addMirrored(
    _ front: PagerLayout.Page,
    way: BookWay,
    in pager: ContainerID,
    to builder: inout SceneBuilder
  ) {
    let parts = way.folds.map(\.turned)
    var back = Container(
      id: PagerParts.leafID(of: pager),
      kind: .page,
      parent: pager,
      frame: restingFrame(of: front.index)
    )
    back.isMirrored = true
    back.overlay = BookMetrics.backOverlay
    back.z = Level.back
    let width = back.frame.width
    back.place(parts[0])
    let rows = front.shown.rows
    func mirrored(_ container: Container, from low: Int, through high: Int) -> Container {
      guard let body = rows?.body else { return container }
      var container = container
      container.content.x = width - container.content.x - container.content.width
      container.rows = body.seenRows(from: low, through: high)
      return container
    }
    let first = rows.map {
      let offsets = $0.way + [$0.offset]
      let low = offsets.min() ?? $0.offset
      return mirrored($0.start(back, hasRows: false), from: low, through: offsets.max() ?? low)
    }
    let last = rows.map {
      mirrored($0.rest(back, hasRows: false), from: $0.restingOffset, through: $0.restingOffset)
    }
    builder.add(
      from: first ?? back,
      ways: (rows?.ways(of: back.id) ?? []) + tracks(of: back.id, through: parts),
      to: way.isHeld ? last ?? back : nil
    )
  }

  /// How a part of the leaf moves: only what changes has a track.
  private func tracks(of id: ContainerID, through parts: [BookFold.Part]) -> [SceneTrack] {
    guard parts.count > 1 else { return [] }
    let fields: [(ContainerField, [Int])] = [
      (.x, parts.map(\.x)), (.width, parts.map(\.width)), (.scrollX, parts.map(\.scrollX)),
    ]
    return fields.compactMap { field, values in
      values.allSatisfy { $0 == values[0] }
        ? nil : SceneTrack(container: id, field: field, values: Array(values.dropFirst()))
    }
  }

  private func spineRule(in pager: ContainerID) -> Container {
    Container(
      id: PagerParts.spineID(of: pager),
      kind: .spine,
      parent: pager,
      frame: CellRect(
        x: leftColumns,
        y: 0,
        width: min(BookMetrics.spineWidth, room.columns),
        height: room.rows
      )
    )
  }

  /// Dots are not shown beside leaves (PI-1); they are there hidden, so that viewers know the
  /// place.
  private func dots(of pager: Container, current: Int, of count: Int) -> Container {
    var dots = Container(
      id: PagerParts.dotsID(of: pager.id),
      kind: .pageControl,
      parent: pager.parent,
      frame: CellRect(x: pager.frame.x, y: pager.frame.y, width: 0, height: 0)
    )
    dots.isHidden = true
    dots.pageCount = count
    dots.currentPage = current
    return dots
  }
}

/// A turn in one layout, frame by frame from now on.
private struct BookWay {
  let turn: BookLayout.Turn
  /// Whether a finger has the leaf; nothing moves by itself then.
  let isHeld: Bool
  /// Now, and in the frames that follow.
  let folds: [BookFold]

  init(
    _ book: BookState,
    _ leaf: BookLeaf,
    turn: BookLayout.Turn,
    in layout: BookLayout,
    at now: Duration
  ) {
    self.turn = turn
    isHeld = book.pan != nil
    let first = BookFold(layout, share: leaf.share)
    guard !isHeld, let motion = book.motion(at: now) else {
      folds = [first]
      return
    }
    let later = (motion.frame(at: now)..<motion.length).map {
      BookFold(layout, share: motion.leaf(atFrame: $0 + 1).share)
    }
    folds = [first] + later
  }
}

extension Container {
  /// Stands where a part of a leaf does.
  fileprivate mutating func place(_ part: BookFold.Part) {
    frame.x = part.x
    frame.width = part.width
    scroll.x = part.scrollX
  }
}

extension PageBody {
  /// The rows that are in view at any offset from `low` to `high`, and no others.
  fileprivate func seenRows(from low: Int, through high: Int) -> RowTable {
    var table = RowTable()
    let seen = max(0, low)..<max(0, low, min(rowCount, high + visibleRows))
    if !seen.isEmpty { table.set(rows(seen), at: seen.lowerBound) }
    return table
  }
}
