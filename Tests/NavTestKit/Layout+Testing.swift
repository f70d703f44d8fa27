package import NavGeometry
package import NavLayout
package import NavScene

extension PagerLayout {
  /// The containers of a pager that is a scene's outermost container.
  package static let pagerID = ContainerID(rawValue: 1)
  package static let dotsID = PagerLayout.dotsID(of: pagerID)

  package static func pageID(_ page: Int) -> ContainerID {
    ContainerID(rawValue: UInt32(16 + page))
  }

  /// A pager that has a viewport for itself.
  package init(viewport: CellSize) {
    self.init(room: Scene.room(in: viewport))
  }
}

extension StackLayout {
  /// The containers of a stack that is a scene's outermost container.
  package static let stackID = ContainerID(rawValue: 1)

  package static func pageID(_ serial: Int) -> ContainerID {
    ContainerID(rawValue: UInt32(16 + serial))
  }

  /// A stack that has a viewport for itself.
  package init(viewport: CellSize) {
    self.init(room: Scene.room(in: viewport))
  }

  /// The way of a stack that has a viewport for itself.
  ///
  /// - Parameters:
  ///   - view: the stack in this viewport.
  ///   - frame: the frame of its motion that is now.
  ///   - viewport: the size.
  ///   - focus: the page that has the keys, and what they mean there.
  ///   - pages: what the pages show.
  ///   - facts: what every scene says.
  /// - Returns: the way from that frame to rest.
  package func trajectory(
    of view: StackView,
    from frame: Int,
    in viewport: CellSize,
    focus: (page: ContainerID, kind: FocusKind)?,
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
