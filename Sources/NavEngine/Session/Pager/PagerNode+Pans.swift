import NavBase
import NavScene

/// The part of a pager that a pan holds.
enum PagerHold: Sendable {
  /// The pages; the panning viewer's layout would turn to these.
  case pages(PageNeighbours)
  /// The header, as the panning viewer sees it.
  case header(PagerHeaderLayout)
}

/// Pans: of the pages, and of a header with more columns than fit.
extension PagerNode {
  mutating func beginPan(
    of part: ContainerID?,
    along axis: PanAxis,
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  ) -> ContainerPan? {
    guard let part else { return beginPan(in: context) }
    guard axis == .horizontal, case .header = PagerPart(part, of: context.id),
      let header = PagerArea(self, size: context.size).header, header.scrolls
    else { return nil }
    let trajectory = trajectory(in: header, at: context.now)
    let offset = trajectory.offsets?[0] ?? header.offset(at: trajectory.positions[0])
    strip.beginPan(at: header.place(at: offset, centredOn: transition.current))
    held = .header(header)
    return ContainerPan(scale: 1)
  }

  private mutating func beginPan(in context: ContainerContext) -> ContainerPan? {
    let area = PagerArea(self, size: context.size)
    guard area.panDistance > 0 else { return nil }
    held = .pages(area.neighbours(of: transition.current))
    transition.beginPan(seenIn: area, of: content, at: context.now)
    return ContainerPan(scale: 1 / Double(area.panDistance))
  }

  func isPanned(serial: Int) -> Bool {
    switch held {
    case .pages: transition.isHeld
    case .header: strip.isHeld
    case nil: false
    }
  }

  mutating func pan(to delta: Double) {
    switch held {
    case .pages(let neighbours): transition.pan(by: delta, between: neighbours)
    case .header(let header):
      guard let start = strip.held?.start else { return }
      // Every viewer's bar moves by the same distance from where it is centred.
      strip.pan(to: header.place(panning: start, by: delta, centredOn: transition.current))
    case nil: break
    }
  }

  mutating func endPan(_ release: PanRelease?, serial: Int, at now: Duration) {
    switch (held, release) {
    case (.pages, _): endPanOfPages(release, at: now)
    case (.header(let header), let release?):
      let page = transition.current
      strip.release(velocity: release.velocity, in: header, centredOn: page, at: now)
    case (.header, nil): strip.cancelPan(at: now)
    case (nil, _): break
    }
    held = nil
  }

  private mutating func endPanOfPages(_ release: PanRelease?, at now: Duration) {
    let previous = transition.current
    if let release {
      transition.release(
        velocity: release.velocity,
        seenIn: PagerArea(self, size: release.context.size),
        of: content,
        at: now
      )
    } else {
      transition.cancelPan(at: now)
    }
    if transition.current != previous { recentre(countedFrom: previous, at: now) }
  }
}
