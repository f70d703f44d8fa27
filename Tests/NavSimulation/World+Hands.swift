import NavBase
import NavScene
import NavTestKit
import NavViewer

/// Actions of people that take a while, so that other events happen in between.
extension World {
  /// Schedules a mouse drag.
  ///
  /// - Parameters:
  ///   - drag: the drag.
  ///   - delay: the time before the press.
  ///   - generator: the source of the choices.
  mutating func drag(
    _ drag: Drag,
    after delay: Duration = .zero,
    _ generator: inout SplitMix64
  ) {
    let viewer = viewers[drag.viewer]
    let isThere = shows(drag.aim.kind, to: drag.viewer)
    let start =
      isThere && drag.aim != .anything ? point(of: drag.aim, for: drag.viewer, &generator) : nil
    for (time, deed) in drag.deeds(in: viewer.size, from: start) {
      hands.add(Hand(viewer: drag.viewer, deed: deed), at: now + delay + time)
    }
  }

  /// Schedules a press and a release on a target of the given kind that the viewer shows, if there
  /// is one.
  ///
  /// If the viewer does not show one, a viewer that does clicks instead.
  mutating func click(_ aim: Aim, by viewer: Int, _ generator: inout SplitMix64) {
    let viewer = ([viewer] + present).first { shows(aim.kind, to: $0) } ?? viewer
    let point = self.point(of: aim, for: viewer, &generator)
    let screen = viewers[viewer].core.screen(at: now)
    if let scene = screen.scene,
      !CellRect(scene.viewport).offset(x: screen.origin.x, y: screen.origin.y).contains(point)
    {
      count(.marginClicks)
    }
    hands.add(Hand(viewer: viewer, deed: .mouse(.press, .left, at: point)), at: now)
    let time = now + generator.duration(upTo: .milliseconds(80))
    hands.add(Hand(viewer: viewer, deed: .mouse(.release, .left, at: point)), at: time)
  }

  /// Schedules keys in fast succession, so that no motion comes to rest.
  ///
  /// Content is read promptly meanwhile: waiting for a slow page would be a rest.
  mutating func hammer(_ keys: [Key], by viewer: Int, pause: Duration) {
    for (index, key) in keys.enumerated() {
      let time = now + pause * index
      hands.add(Hand(viewer: viewer, deed: .event(.key(key))), at: time)
      promptUntil = max(promptUntil, time)
    }
  }

  /// Turns the wheel over a random cell.
  mutating func wheel(by viewer: Int, isUp: Bool, _ generator: inout SplitMix64) {
    let point = self.point(of: .anything, for: viewer, &generator)
    let deed = Hand.Deed.mouse(isUp ? .wheelUp : .wheelDown, nil, at: point)
    hands.add(Hand(viewer: viewer, deed: deed), at: now)
  }

  /// Performs the next scheduled action.
  mutating func act() {
    guard let (_, hand) = hands.next(), viewers[hand.viewer].isPresent else { return }
    switch hand.deed {
    case .event(let event): viewers[hand.viewer].receive(event, at: now)
    case .resize(let size): viewers[hand.viewer].resize(to: size, at: now)
    case .leave: viewers[hand.viewer].leave(at: now)
    case .vanish: vanish(hand.viewer)
    }
  }

  mutating func vanish(_ viewer: Int) {
    viewers[viewer].hasLeft = true
    network.removeNode(viewers[viewer].node, at: now)
  }

  private func shows(_ kind: ContainerKind?, to viewer: Int) -> Bool {
    guard let kind else { return true }
    return viewers[viewer].core.screen(at: now).scene?.frames(of: kind).isEmpty == false
  }

  /// Returns a cell of the target, or any cell if there is no such target.
  private func point(
    of aim: Aim,
    for viewer: Int,
    _ generator: inout SplitMix64
  ) -> CellPoint {
    let size = viewers[viewer].size
    let screen = viewers[viewer].core.screen(at: now)
    let (scene, origin) = (screen.scene, screen.origin)
    if let scene, let frame = scene.frames(of: aim.kind).randomElement(using: &generator) {
      return CellPoint(
        x: origin.x + generator.int(in: frame.x...frame.maxX - 1),
        y: origin.y + generator.int(in: frame.y...frame.maxY - 1)
      )
    }
    var point = CellPoint.zero
    for _ in 0..<60 {
      point.x = generator.int(in: 0...size.columns - 1)
      // The last row belongs to the viewer: its keys can be clicked, `q leave` among them.
      point.y = generator.int(in: 0...max(0, size.rows - 2))
      guard aim != .anything, let scene else { break }
      let place = CellPoint(x: point.x - origin.x, y: point.y - origin.y)
      if let hit = scene.hit(place), aim.isMet(by: hit) { break }
    }
    return point
  }
}

extension Scene {
  /// Returns the visible frames of containers of a kind, clipped by their parents.
  fileprivate func frames(of kind: ContainerKind?) -> [CellRect] {
    containers.filter { $0.kind == kind && !$0.isHidden }.map {
      var frame = $0.frame
      var parent = $0.parent
      while let around = parent.flatMap({ self[$0] }) {
        frame = frame.offset(
          x: around.frame.x - around.scroll.x,
          y: around.frame.y - around.scroll.y
        )
        frame = frame.intersection(around.frame)
        parent = around.parent
      }
      return frame.intersection(CellRect(viewport))
    }
    .filter { !$0.isEmpty }
  }
}

extension Aim {
  /// The target's kind of container, if the kind alone identifies it.
  fileprivate var kind: ContainerKind? {
    switch self {
    case .tab: .tabItem
    case .dots: .pageControl
    case .option: .optionCell
    case .border: .splitBorder
    case .row, .edge, .anything: nil
    }
  }

  fileprivate func isMet(by hit: SceneHit) -> Bool {
    switch (self, hit.part) {
    // A dot itself may be a command; a click beside it is a tap.
    case (.anything, _), (.tab, .tab), (.dots, .dots), (.option, .option), (.row, .row),
      (.edge, .edge), (.border, .border):
      true
    case (.tab, _), (.dots, _), (.option, _), (.row, _), (.edge, _), (.border, _): false
    }
  }
}

/// A scheduled action of a person at a terminal.
struct Hand {
  let viewer: Int
  let deed: Deed

  enum Deed: Hashable {
    case event(InputEvent)
    case resize(CellSize)
    case leave
    /// The viewer's process is killed.
    case vanish

    static func mouse(
      _ action: MouseEvent.Action,
      _ button: MouseEvent.Button?,
      at point: CellPoint
    ) -> Deed {
      .event(.mouse(MouseEvent(action, button: button, column: point.x, row: point.y)))
    }
  }
}

/// The target of a click.
enum Aim: Hashable, CaseIterable, Sendable {
  case tab, dots, option, row, edge, border, anything
}
