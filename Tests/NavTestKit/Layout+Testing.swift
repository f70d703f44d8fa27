package import NavBase
package import NavEngine
package import NavScene

extension ContainerID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt32) { self.init(rawValue: value) }
}

extension Container {
  package init(
    _ id: ContainerID,
    _ kind: ContainerKind,
    in parent: ContainerID? = nil,
    _ frame: CellRect
  ) {
    self.init(id: id, kind: kind, parent: parent, frame: frame)
  }
}

extension CellRect {
  package init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.init(x: x, y: y, width: width, height: height)
  }
}

extension PagerLayout {
  /// The container ID of a pager that is a scene's outermost container.
  package static let pagerID = ContainerID(rawValue: 1)
  package static let dotsID = PagerLayout.dotsID(of: pagerID)

  package static func pageID(_ page: Int) -> ContainerID {
    ContainerID(rawValue: UInt32(16 + page))
  }

  /// A pager that fills the viewport.
  package init(viewport: CellSize) {
    self.init(room: Scene.room(in: viewport))
  }
}

extension StackLayout {
  /// The container ID of a stack that is a scene's outermost container.
  package static let stackID = ContainerID(rawValue: 1)

  package static func pageID(_ serial: Int) -> ContainerID {
    ContainerID(rawValue: UInt32(16 + serial))
  }

  /// A stack that fills the viewport.
  package init(viewport: CellSize) {
    self.init(room: Scene.room(in: viewport))
  }

  /// Returns the trajectory of a stack that fills the viewport.
  ///
  /// - Parameters:
  ///   - view: the stack in this viewport.
  ///   - frame: the current frame of its motion.
  ///   - viewport: the size.
  ///   - focus: the focused page and its kind of focus.
  ///   - pages: the content of the pages.
  ///   - facts: the session facts that every scene contains.
  /// - Returns: the trajectory from that frame to rest.
  package func trajectory(
    of view: StackView,
    from frame: Int,
    in viewport: CellSize,
    focus: (page: ContainerID, kind: KeyFocus)?,
    pages: [ContainerID: ShownPage],
    facts: SessionFacts
  ) -> Trajectory {
    let length = max(0, (view.motion?.length ?? 0) - frame)
    var builder = SceneBuilder(viewport: viewport, length: length)
    let stack = Container(id: Self.stackID, kind: .stack, frame: CellRect(room))
    add(view, from: frame, as: stack, pages: pages, to: &builder)
    return builder.trajectory(focus: focus?.page, kind: focus?.kind ?? .none, facts: facts)
  }
}
