import NavBase
package import NavScene

/// Builds the book's containers of a scene.
extension BookLayout {
  /// Adds a book at rest, with a moving leaf, or with a leaf held by a pan.
  ///
  /// - Parameters:
  ///   - book: the model.
  ///   - now: the time.
  ///   - pages: the pages of `shownPages`, in its order.
  ///   - count: the number of the book's pages.
  ///   - pager: its container's id, parent and origin; the layout sets the frame's size.
  ///   - builder: receives the containers.
  package func add(
    _ book: BookState,
    at now: Duration,
    pages: [NumberedPage],
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
    builder.add(dots(of: container, current: book.current, of: count, pages: pages))
    if isTwoUp { builder.add(spineRule(in: pager.id)) }
    let trajectory = BookTrajectory(book, in: self, at: now, of: count)
    for page in pages {
      add(
        page,
        trajectory: trajectory,
        isCurrent: page.index == book.current,
        in: pager.id,
        to: &builder
      )
    }
    for (index, turn) in trajectory.turns.enumerated() where turn.back == nil {
      guard let front = pages.first(where: { $0.index == turn.front }) else { continue }
      let back = PagerParts.backID(turn.number, of: pager.id)
      addMirrored(
        front,
        as: back,
        places: trajectory.places(ofBackOf: index),
        trajectory,
        in: pager.id,
        to: &builder
      )
    }
  }

  /// Adds a page: at rest, or as one of the two sides of the leaf.
  private func add(
    _ page: NumberedPage,
    trajectory: BookTrajectory,
    isCurrent: Bool,
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
    let places = trajectory.places(of: page.index, restingIn: resting.frame)
    if let first = places.first { start.place(first) }
    let rows = page.shown.rows
    // A leaf held by a pan stays at its position.
    let isHeld = trajectory.isHeld && !trajectory.frames.isEmpty
    let end = isHeld ? start : resting
    let isSeenAtEnd = isHeld || trajectory.restingPages.contains(page.index)
    builder.add(
      from: rows.map { $0.start(start) } ?? start,
      tracks: (rows?.tracks(of: page.id) ?? []) + places.tracks(of: page.id),
      to: isSeenAtEnd ? rows.map { $0.rest(end) } ?? end : nil
    )
  }

  /// Adds the back of a leaf through which its front shows.
  private func addMirrored(
    _ front: NumberedPage,
    as id: ContainerID,
    places: [BookTrajectory.Place],
    _ trajectory: BookTrajectory,
    in pager: ContainerID,
    to builder: inout SceneBuilder
  ) {
    var back = Container(
      id: id,
      kind: .page,
      parent: pager,
      frame: restingFrame(of: front.index)
    )
    back.isMirrored = true
    back.overlay = BookMetrics.backOverlay
    let width = back.frame.width
    if let first = places.first { back.place(first) }
    let rows = front.shown.rows
    func mirrored(_ container: Container, along offsets: [Int]) -> Container {
      guard let body = rows?.body else { return container }
      var container = container
      container.content.x = width - container.content.x - container.content.width
      for seen in body.seenRanges(along: offsets) {
        container.rows.set(body.rows(seen), at: seen.lowerBound)
      }
      return container
    }
    let first = rows.map {
      mirrored($0.start(back, hasRows: false), along: [$0.offset] + $0.offsets)
    }
    let last = rows.map { mirrored($0.rest(back, hasRows: false), along: [$0.restingOffset]) }
    builder.add(
      from: first ?? back,
      tracks: (rows?.tracks(of: back.id) ?? []) + places.tracks(of: back.id),
      to: trajectory.isHeld ? last ?? back : nil
    )
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

  /// Returns the page control, which is hidden for books (PI-1) but present so that viewers know the current page and
  /// the count.
  private func dots(
    of pager: Container,
    current: Int,
    of count: Int,
    pages: [NumberedPage]
  ) -> Container {
    var dots = Container(
      id: PagerParts.dotsID(of: pager.id),
      kind: .pageControl,
      parent: pager.parent,
      frame: CellRect(x: pager.frame.x, y: pager.frame.y, width: 0, height: 0)
    )
    dots.isHidden = true
    dots.pageCount = count
    dots.currentPage = current
    dots.isSelected = pages.first { $0.index == current }?.shown.saysPlace ?? false
    return dots
  }
}
