import NavBase
import NavScene
import NavWire

/// Pointing at places and marking lines and words (proto/README.md: Pointers).
extension ClientCore {
  // MARK: Keys

  /// Shows this viewer's pointer where it was last, or in the middle of the visible rows, and lets keys move it.
  mutating func startPointing(in scene: Scene?, at now: Duration) {
    guard isLive else { return messages.show(Self.unsentKey, at: now) }
    guard let scene else { return }
    guard !scene.isSpeakers else {
      return messages.show("nobody else sees the speaker's view: point in the slides", at: now)
    }
    guard let place = placeToPoint(in: scene) else { return showNothingToPoint(at: now) }
    input.pointing.begin()
    point(at: place, now)
  }

  /// Handles a key while keys move the pointer: each is the pointer's until Esc, or the key that began it.
  ///
  /// - Returns: false if keys do not move it, and for keys that mean the same everywhere.
  mutating func receiveWhilePointing(_ key: Key, at now: Duration) -> Bool {
    guard input.pointing.hasKeys, !isUrgent(key) else { return false }
    if key == Key(.escape) || key == Key(.character(".")) {
      input.pointing.end()
      sendPoint(.hide)
      return true
    }
    guard let scene = currentScene(at: now), let page = scene.currentPage,
      let place = placeToPoint(in: scene)
    else {
      showNothingToPoint(at: now)
      return true
    }
    if let step = PointerHand.Step(key) {
      point(at: page.place(place, after: step, visible: visibleRows(of: page)) ?? place, now)
    } else if [Key(.enter), Key(.character(",")), Key(.character("w"))].contains(key) {
      sendPoint(key == Key(.character("w")) ? .markWord(place) : .mark(place))
      point(at: place, now)
    } else {
      messages.showOnce("\(key.name) does nothing while pointing: Esc ends it", at: now)
    }
    return true
  }

  private mutating func showNothingToPoint(at now: Duration) {
    messages.show("there is nothing to point at here", .news, at: now)
  }

  /// The place that was pointed at last, or the middle of the visible rows where that is not in view.
  private func placeToPoint(in scene: Scene) -> Request.Point.Place? {
    scene.currentPage.flatMap { lastPlace(on: $0) ?? $0.middle(of: visibleRows(of: $0)) }
  }

  /// The place that was pointed at last, if it is in view.
  private func lastPlace(on page: Container) -> Request.Point.Place? {
    input.pointing.place.flatMap {
      $0.page == page.id && visibleRows(of: page).contains($0.row) ? $0 : nil
    }
  }

  /// Returns the rows of the focused page that are in view on this screen.
  private func visibleRows(of page: Container) -> Range<Int> {
    let first = page.rowsAway(peekingBy: view.peek)
    let end = min(page.content.height, first + page.visibleRows)
    return max(0, first)..<max(0, first, end)
  }

  // MARK: Marks

  /// Marks the selected entry, the line of the search's current match, or the first visible line; takes the mark away if
  /// there is one.
  mutating func toggleMark(in scene: Scene?, at now: Duration) {
    guard isLive else { return messages.show(Self.unsentKey, at: now) }
    guard let scene else { return }
    if scene[.mark] != nil { return sendPoint(.unmark) }
    guard let page = scene.currentPage,
      let place = page.lineToMark(in: visibleRows(of: page))
    else { return messages.show("there is no line to mark here", .news, at: now) }
    sendPoint(.mark(place))
  }

  // MARK: The mouse

  /// Handles the right button: a click copies, a double click marks a word, a triple click a line or a sentence, and a move
  /// with the button down points.
  mutating func receiveRightButton(_ mouse: MouseEvent, in scene: Scene, at now: Duration) {
    switch mouse.action {
    case .press: input.pointing.press(mouse)
    case .drag:
      guard isLive, input.pointing.drag(mouse), let place = place(under: mouse, in: scene) else {
        return
      }
      point(at: place, now)
    case .release:
      guard let (press, clicks) = input.pointing.release(at: now) else { return }
      guard clicks > 1, let place = place(under: press, in: scene) else {
        return copyPart(at: press, in: scene, now)
      }
      sendPoint(clicks == 2 ? .markWord(place) : .mark(place))
    case .move, .wheelUp, .wheelDown, .wheelLeft, .wheelRight: break
    }
  }

  /// Returns the place under the mouse; nil beside all pages.
  private func place(under mouse: MouseEvent, in scene: Scene) -> Request.Point.Place? {
    guard let hit = hit(mouse, in: scene), hit.part != .edge,
      let page = hit.page.flatMap({ scene[$0] }), page.content.height > 0
    else { return nil }
    let screen = sizing.origin(of: scene.viewport)
    let origin = scene.origin(of: page)
    let isCurrent = page.id == scene.currentPage?.id
    let away = page.rowsAway(peekingBy: isCurrent ? view.peek : 0)
    let last = min(page.content.height, away + page.visibleRows) - 1
    let wanted = mouse.row - screen.y - origin.y - page.content.y + away
    let number = max(0, away, min(wanted, last))
    let column = mouse.column - screen.x - origin.x - page.content.x + page.scroll.x
    let shift = isCurrent ? scene.shift(of: page, lookingAside: view.shift) : 0
    let whole = page.rows[number].map {
      $0.column(shownAt: column - $0.indent, shiftedBy: shift) + $0.indent
    }
    return Request.Point.Place(page: page.id, row: number, column: max(0, whole ?? column))
  }

  // MARK: Requests

  private mutating func point(at place: Request.Point.Place, _ now: Duration) {
    if let place = input.pointing.move(to: place, at: now) { sendPoint(.show(place)) }
  }

  /// Sends the delayed move of the pointer once it is due.
  mutating func advancePointing(at now: Duration) {
    if let place = input.pointing.due(at: now) { sendPoint(.show(place)) }
  }

  private mutating func sendPoint(_ kind: Request.Point.Kind) {
    guard case .live(let attached, _) = connection, let epoch = replica?.epoch else { return }
    let point = Request.Point(
      session: .id(attached.session),
      viewer: attached.viewer,
      kind,
      epoch: epoch
    )
    input.pointing.sent(outbox.send(.point(point)))
  }

  /// Shows why the daemon refuses a pointer or a mark, and ends pointing unless only this place is refused; returns false
  /// if a failure is about something else.
  mutating func receivePointFailure(
    _ failure: Reply.Failure,
    of request: UInt64,
    at now: Duration
  ) -> Bool {
    guard input.pointing.hasSent(request) else { return false }
    switch failure.code {
    case .notPermitted, .limitReached: input.pointing.end()
    case .rejected, .staleView: break
    default: return false
    }
    messages.showOnce(failure.text, at: now)
    return true
  }
}

extension Scene {
  /// Returns the first cell of a container in the scene.
  func origin(of container: Container) -> CellPoint {
    var origin = CellPoint(x: container.frame.x, y: container.frame.y)
    var parent = container.parent.flatMap { self[$0] }
    // Terminates, because a parent's id is less than its child's.
    while let here = parent {
      origin.x += here.frame.x - here.scroll.x
      origin.y += here.frame.y - here.scroll.y
      parent = here.parent.flatMap { self[$0] }
    }
    return origin
  }
}

extension Container {
  private typealias Place = Request.Point.Place

  /// Returns the middle of the row with text that is nearest to the middle of some rows.
  fileprivate func middle(of visible: Range<Int>) -> Request.Point.Place? {
    let middle = (visible.lowerBound + visible.upperBound - 1) / 2
    let row =
      visible.filter { rows[$0]?.text.isEmpty == false }.min {
        abs($0 - middle) < abs($1 - middle)
      }
    guard let row, let text = rows[row] else { return nil }
    let half = (content.width + 1) / 2
    return Place(page: id, row: row, column: text.cluster(nearestTo: half)?.columns.lowerBound ?? 0)
  }

  /// Returns the place a step further, within the text of the visible rows; nil where it ends.
  fileprivate func place(
    _ place: Request.Point.Place,
    after step: PointerHand.Step,
    visible: Range<Int>
  ) -> Request.Point.Place? {
    var next = place
    switch step {
    case .up: next.row -= 1
    case .down: next.row += 1
    case .left, .right:
      guard let text = rows[place.row], let here = text.cluster(nearestTo: place.column) else {
        return nil
      }
      let column = step == .left ? here.columns.lowerBound - 1 : here.columns.upperBound
      next.column = text.cluster(nearestTo: column)?.columns.lowerBound ?? place.column
    }
    return visible.contains(next.row) ? next : nil
  }

  /// Returns the line that a mark is for: the selected entry, the current match, or the first of some rows with text.
  fileprivate func lineToMark(in visible: Range<Int>) -> Request.Point.Place? {
    if let selection { return Place(page: id, row: selection, column: 0) }
    for row in visible {
      if let column = rows[row]?.columnOfMatch { return Place(page: id, row: row, column: column) }
    }
    let first = visible.first { rows[$0]?.text.isEmpty == false }
    return first.map { Place(page: id, row: $0, column: 0) }
  }
}

extension TextRow {
  /// The column of the search's current match; nil if the row does not show it.
  fileprivate var columnOfMatch: Int? {
    var byte = 0
    for run in runs {
      if run.style.attributes.contains(.foundHere) {
        return cluster(atByte: byte)?.columns.lowerBound
      }
      byte += run.length
    }
    return nil
  }
}
