import NavBase
import NavScene
import NavTestKit

/// Conditions on the bars and books of a trajectory in each of its frames.
extension Trajectory {
  /// Checks all conditions, frame by frame.
  ///
  /// - Parameter isHeld: whether a drag may keep containers from rest.
  /// - Throws: the violated condition.
  func checkPagers(isHeld: Bool) throws {
    for bar in start.containers where bar.kind == .optionBar {
      try checkMotion(of: bar, isHeld: isHeld)
    }
    for scene in [start, end] {
      for bar in scene.containers where bar.kind == .optionBar { try scene.checkBar(bar) }
    }
    for bar in end.containers where bar.kind == .optionBar {
      let seen = bar.scroll.x..<bar.scroll.x + bar.frame.width
      try end.checkCells(of: bar, seenThrough: seen)
    }
    if !isHeld {
      for book in end.containers where book.kind == .pager { try end.checkRest(of: book) }
    }
    for book in start.containers where book.kind == .pager { try checkLeaves(of: book) }
  }

  /// Checks the cells of a bar in motion: exactly the columns visible in any frame (ZX-3).
  ///
  /// A bar with columns out of view may be pulled beyond an end, by less than its width (SV-4); it rests there only
  /// under a drag.
  private func checkMotion(of bar: Container, isHeld: Bool) throws {
    let offsets = [bar.scroll.x] + values(of: .scrollX, in: bar.id)
    let last = max(0, bar.content.width - bar.frame.width)
    let reach = last > 0 ? bar.frame.width : 0
    for offset in offsets {
      try demand(
        (-reach...last + reach).contains(offset),
        "bar \(bar.id) is scrolled to \(offset) of \(last)"
      )
    }
    // A bar that leaves with its page, as that page turns away, need not be at rest by then.
    let rest = end[bar.id]?.scroll.x
    try demand(
      isHeld || rest.map((0...last).contains) ?? true,
      "bar \(bar.id) comes to rest at \(rest ?? 0) of \(last)"
    )
    let end = rest ?? offsets[offsets.count - 1]
    let low = min(end, offsets.min() ?? end)
    let high = max(end, offsets.max() ?? end)
    try start.checkCells(of: bar, seenThrough: low..<high + bar.frame.width)
    // A motion covers at most two widths of the bar on either side of its end.
    let most = 2 * bar.frame.width
    try demand(
      end - low <= most && high - end <= most,
      "bar \(bar.id) moves through \(low)...\(high) to \(end)"
    )
    for track in tracks where start[track.container]?.parent == bar.id {
      try demand(
        start[track.container]?.kind == .indicator,
        "a cell of bar \(bar.id) moves in it"
      )
    }
  }

  /// Checks the pages of a book while a leaf turns: none reaches out of the book.
  private func checkLeaves(of book: Container) throws {
    guard start.spine(of: book.id) != nil else { return }
    for page in start.pages(of: book.id) {
      let places = [page.frame.x] + values(of: .x, in: page.id)
      let widths = [page.frame.width] + values(of: .width, in: page.id)
      for frame in 0..<max(places.count, widths.count) {
        let x = places[min(frame, places.count - 1)]
        let width = widths[min(frame, widths.count - 1)]
        try demand(
          x >= 0 && width >= 0 && x + width <= book.frame.width,
          "page \(page.id) at \(x), \(width) wide, leaves book \(book.id)"
        )
      }
    }
  }

  /// Checks that moving containers continue from their visible positions, without a jump (D-9, RKQ-3).
  ///
  /// - Parameters:
  ///   - old: the trajectory so far.
  ///   - frame: its current frame when this one begins; of concurrent motions one may be a frame ahead of another.
  /// - Throws: the container that jumps.
  func checkContinues(_ old: Trajectory, from frame: Int) throws {
    let moved = tracks.compactMap { start[$0.container] }
    guard !moved.isEmpty else { return }
    let seen = Set([max(0, frame - 1), frame, min(frame + 1, old.length)])
      .map { old.scene(atFrame: $0) }
    for mark in moved where mark.kind == .indicator {
      let places = seen.compactMap { $0.place(ofMark: mark, like: start) }
      guard places.count == seen.count, let place = start.place(ofMark: mark, like: start) else {
        continue
      }
      try demand(
        places.contains { abs($0 - place) <= 1 },
        "the mark \(mark.id) jumps from one of \(places) to \(place)"
      )
    }
    for pager in moved where pager.kind == .pager {
      for page in old.start.pages(of: pager.id) {
        let places = seen.compactMap { $0.place(of: page, seenIn: pager) }
        guard places.count == seen.count else { continue }
        let place = start[page.id].map {
          CellPoint(x: $0.frame.x - pager.scroll.x, y: $0.frame.y - pager.scroll.y)
        }
        // Half a million pages away, the precision of a position is about a cell.
        let slack = page.frame.x + page.frame.y > 1 << 20 ? 1 : 0
        try demand(
          place.map { place in
            places.contains { abs($0.x - place.x) + abs($0.y - place.y) <= slack }
          } == true,
          "page \(page.id) jumps from one of \(places) to \(place.map { "\($0)" } ?? "nowhere")"
        )
      }
    }
  }

  private static let placeFields: [ContainerField] = [
    .x, .y, .width, .height, .scrollX, .scrollY, .markStart, .markLength,
  ]

  /// Checks that pagers laid out again during a motion follow the same trajectory.
  ///
  /// - Parameters:
  ///   - old: the whole trajectory.
  ///   - frame: its frame in which this one begins.
  /// - Throws: the container at another position.
  func checkAgrees(with old: Trajectory, from frame: Int) throws {
    // The content above a closing or opening attachment is resized only after all motion.
    if old.tracks.contains(where: { $0.field == .height }) { return }
    for (offset, ahead) in [(0, frame), (length / 2, frame + length / 2), (length, old.length)] {
      let near = Set([ahead - 1, ahead, ahead + 1].map { min(max(0, $0), old.length) })
      let seen = (offset == length ? [old.length] : near.sorted()).map { old.scene(atFrame: $0) }
      let scene = scene(atFrame: offset)
      let pagers = Set(scene.containers.filter { $0.kind == .pager }.map(\.id))
      // The cell that shows a column, and the columns prepared outside the view, are not visible.
      for container in scene.containers
      where [.pager, .optionBar, .indicator].contains(container.kind)
        || container.parent.map(pagers.contains) == true
      {
        let others = seen.compactMap { $0[container.id] }
        try demand(!others.isEmpty, "\(container.kind) \(container.id) comes out of nowhere")
        for field in Self.placeFields {
          try demand(
            others.contains { $0[field] == container[field] },
            "\(field) of \(container.kind) \(container.id) is \(container[field]) in frame \(offset), "
              + "was \(others.map { $0[field] }) in \(ahead) of \(old.length)"
          )
        }
      }
    }
  }

  private func values(of field: ContainerField, in container: ContainerID) -> [Int] {
    tracks.first { $0.container == container && $0.field == field }?.values ?? []
  }
}

extension Scene {
  fileprivate func pages(of pager: ContainerID) -> [Container] {
    containers.filter { $0.parent == pager && $0.kind == .page }
  }

  /// Returns where an indicator begins, in eighths of the content's columns; nil if the bar has another size.
  fileprivate func place(ofMark mark: Container, like other: Scene) -> Int? {
    guard let own = self[mark.id], own.frame.width == mark.frame.width,
      let bar = mark.parent.flatMap({ self[$0] }), let its = other[bar.id],
      bar.frame.width == its.frame.width
    else { return nil }
    return own.markStart
  }

  /// Returns the position of a page in a pager of the same size; nil if the page is not visible.
  fileprivate func place(of page: Container, seenIn pager: Container) -> CellPoint? {
    guard let own = self[page.id], let around = self[pager.id],
      CellSize(columns: around.frame.width, rows: around.frame.height)
        == CellSize(columns: pager.frame.width, rows: pager.frame.height)
    else { return nil }
    let frame = own.frame.offset(x: -around.scroll.x, y: -around.scroll.y)
    let room = CellRect(x: 0, y: 0, width: around.frame.width, height: around.frame.height)
    return frame.intersection(room).isEmpty ? nil : CellPoint(x: frame.x, y: frame.y)
  }

  fileprivate func spine(of pager: ContainerID) -> Container? {
    containers.first { $0.parent == pager && $0.kind == .spine }
  }

  fileprivate func cells(of bar: Container) -> [Container] {
    containers.filter { $0.parent == bar.id && $0.kind == .optionCell }
      .sorted { $0.frame.x < $1.frame.x }
  }

  /// Checks that a bar lies above its pages and its children within its content.
  fileprivate func checkBar(_ bar: Container) throws {
    let pager = ContainerID(rawValue: bar.id.rawValue - 2)
    try demand(self[pager]?.kind == .pager, "bar \(bar.id) belongs to no pager")
    try demand(
      self[pager]?.frame.y == bar.frame.maxY,
      "bar \(bar.id) does not stand on its pages"
    )
    try demand((0..<bar.pageCount).contains(bar.currentPage), "no page \(bar.currentPage)")
    for child in containers where child.parent == bar.id {
      let isInside =
        child.frame.x >= 0 && child.frame.y >= 0 && child.frame.maxX <= bar.content.width
        && child.frame.maxY <= bar.content.height
      try demand(isInside, "\(child.kind) \(child.id) reaches out of bar \(bar.id)")
    }
    try demand(
      cells(of: bar).filter(\.isSelected).count <= 1,
      "two cells of bar \(bar.id) look selected"
    )
  }

  /// Checks that the cells lie side by side, cover the visible content, and are all visible.
  fileprivate func checkCells(of bar: Container, seenThrough seen: Range<Int>) throws {
    let cells = cells(of: bar)
    for (cell, next) in zip(cells, cells.dropFirst()) {
      try demand(cell.frame.maxX == next.frame.x, "cells \(cell.id), \(next.id) do not meet")
      try demand(cell.selection.map { $0 + 1 } == next.selection, "a column is missing")
    }
    for cell in cells {
      try demand(
        cell.frame.x < seen.upperBound && seen.lowerBound < cell.frame.maxX,
        "nobody sees cell \(cell.id) of bar \(bar.id)"
      )
    }
    let content = seen.clamped(to: 0..<max(seen.upperBound, bar.content.width))
      .clamped(to: 0..<max(0, bar.content.width))
    guard !content.isEmpty, let first = cells.first, let last = cells.last else {
      return try demand(content.isEmpty, "bar \(bar.id) has no cells")
    }
    try demand(
      first.frame.x <= content.lowerBound && last.frame.maxX >= content.upperBound,
      "the cells of bar \(bar.id) end at \(first.frame.x) and \(last.frame.maxX) of \(content)"
    )
  }

  /// Checks that the pages of a book at rest tile it with the spine, except for a blank half (PC-8, PCQ-1); any other
  /// pager shows one page, which fills it.
  fileprivate func checkRest(of pager: Container) throws {
    let pages = pages(of: pager.id).sorted { $0.frame.x < $1.frame.x }
    try demand(pages.allSatisfy { !$0.isMirrored }, "a leaf of pager \(pager.id) is in the air")
    let size = CellSize(columns: pager.frame.width, rows: pager.frame.height)
    guard let spine = spine(of: pager.id) else {
      try demand(pages.count == 1, "pager \(pager.id) rests on \(pages.count) pages")
      let seen = pages[0].frame.offset(x: -pager.scroll.x, y: -pager.scroll.y)
      return try demand(seen == CellRect(size), "page \(pages[0].id) does not fill its pager")
    }
    try demand((1...2).contains(pages.count), "a spread of \(pages.count) pages")
    try demand(pages.filter(\.isSelected).count == 1, "a spread without an active page")
    let right =
      pages.count > 1
      ? pages[1].frame
      : CellRect(spine.frame.maxX, 0, size.columns - spine.frame.maxX, size.rows)
    let parts = [pages[0].frame, spine.frame, right]
    try demand(
      parts[0].x == 0 && parts[0].maxX == parts[1].x && parts[1].maxX == parts[2].x
        && parts[2].maxX == size.columns,
      "the pages of book \(pager.id) do not tile it: \(parts)"
    )
    try demand(
      parts.allSatisfy { $0.y == 0 && $0.height == size.rows },
      "the pages of book \(pager.id) are not as high as it is"
    )
  }
}
