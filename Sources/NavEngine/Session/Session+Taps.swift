import NavBase
import NavScene

/// Taps: a press and release on something in a scene.
extension Session {
  /// Handles a tap: selects and opens an entry of a list, selects a tab, turns a pager by one page at its dots, and
  /// anywhere else in a page brings that page to the front (PG-5).
  ///
  /// - Parameters:
  ///   - id: the container that was hit.
  ///   - row: the part of it that was hit, as in `SceneTap`.
  ///   - viewport: the viewport of the viewer that tapped.
  ///   - now: the time.
  /// - Returns: the outcome.
  /// - Throws: if what was hit does not exist any more; then nothing has changed.
  mutating func tap(
    _ id: ContainerID,
    row: Int?,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome {
    if let container = tree.container(ofPart: id) {
      return try tap(part: id, of: container, row: row, seenIn: viewport, at: now)
    }
    guard let hit = tree.page(id) else {
      throw Rejection("that page is no longer there: look again")
    }
    let list = tree.besidePreview(hit)
    if list != hit {
      // A tap on the preview opens what it shows.
      return try open(selectedIn: list, seenIn: viewport, at: now) ?? .nothing(.nothingToOpen)
    }
    guard tree.isLive(hit) else { throw Rejection("that page is no longer there: look again") }
    if let row, var rows = tree[hit]?.rows, let entry = rows.selectableEntry(atRow: row),
      tree[hit.container]?.traits.opensEntries == true
    {
      rows.move(by: .to(entry), in: body(of: rows.content, in: hit, seenIn: viewport))
      tree[hit] = .rows(rows)
      bringToFront(hit, besidesInnermost: true)
      return try open(selectedIn: hit, seenIn: viewport, at: now) ?? .done
    }
    bringToFront(hit, besidesInnermost: false)
    return .done
  }

  /// Brings a page and all pages around it to the front in their containers; leaves out the page itself if
  /// `besidesInnermost` is true.
  mutating func bringToFront(_ page: ContainerTree.Page, besidesInnermost: Bool) {
    for page in tree.path(from: page).dropFirst(besidesInnermost ? 1 : 0) {
      tree[page.container]?.bringToFront(page.page)
    }
  }

  /// Handles a tap on a part of a container that is not one of its pages.
  private mutating func tap(
    part: ContainerID,
    of container: ContainerID,
    row: Int?,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome {
    guard tree.isLive(container) else {
      throw Rejection("what you clicked is no longer there: look again")
    }
    let context = context(of: container, seenIn: viewport, at: now)
    let answer = try tree[container]?.tap(part: part, row: row, in: context)
    focusParts(around: container)
    return try perform(answer ?? .done, of: container, seenIn: viewport, at: now) ?? .done
  }
}

/// Links to other pages of the same content.
extension Session {
  /// Follows a link in a page of a stack or a pager.
  ///
  /// - Parameters:
  ///   - address: the address of the link (see `TextStyle.page`).
  ///   - id: the page.
  ///   - viewport: the viewport of the viewer that follows it.
  ///   - now: the time.
  /// - Returns: the outcome.
  /// - Throws: if the page does not exist any more, or has no such link; then nothing has changed.
  mutating func follow(
    _ address: String,
    in id: ContainerID,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome {
    guard let page = tree.page(id), tree.isLive(page) else {
      throw Rejection("that page is no longer there: look again")
    }
    let context = context(of: page.container, seenIn: viewport, at: now)
    let answer = try tree[page.container]?.open(.link(address), in: page.page, context)
    bringToFront(page, besidesInnermost: true)
    return try perform(answer ?? .done, of: page.container, seenIn: viewport, at: now) ?? .done
  }
}
