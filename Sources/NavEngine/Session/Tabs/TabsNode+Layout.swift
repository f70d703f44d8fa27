import NavBase
import NavScene

/// Layout: the bar, the page of the selected tab, and the attachment, which covers a part of that page.
extension TabsNode {
  func layout(of page: ContainerID, in size: CellSize) -> VisiblePage? {
    VisiblePage(page, size: TabsLayout(bar, bottom, room: size).restingMainRoom)
  }

  mutating func advance(
    in context: ContainerContext,
    _ state: inout (any ContainerViewState)?,
    _ clock: inout MotionClock
  ) -> [VisiblePage] {
    bottom.settle(at: context.now)
    if let motion = bottom.motion {
      clock.note(startedAt: motion.startedAt, length: motion.length)
    }
    let size = TabsLayout(bar, bottom, room: context.size).mainRoom(at: context.now)
    return [VisiblePage(parts.id(of: selected), size: size)]
  }

  func addScene(
    as container: Container,
    in context: ContainerContext,
    of session: inout Session,
    _ pass: inout LayoutPass,
    to builder: inout SceneBuilder
  ) {
    let layout = TabsLayout(bar, bottom, room: context.size)
    let moving = layout.mainRoom(at: context.now)
    let resting = layout.restingMainRoom
    let page = ContainerTree.Page(container: container.id, page: parts.id(of: selected))
    let shown = session.shownPage(page, in: PageLayoutContext(room: moving), pass)
    let main = TabsLayout.Page(
      id: page.page,
      shown: shown,
      resting: moving == resting
        ? nil : session.shownPage(page, in: PageLayoutContext(room: resting), pass.resting)
    )
    // Even if there is no space for the bar, viewers can name the tab.
    var named = container
    named.title = tabTitle
    let attachment = shownAttachment(of: container.id, in: layout.attachmentRoom, &session)
    layout.add(main, attachment: attachment, as: named, at: context.now, to: &builder)
    var motion = builder.emptied()
    session.addContainer(in: page, size: moving, at: .zero, &pass, to: &motion)
    var rest = motion
    if moving != resting {
      // The content of the page has another size at rest.
      rest = builder.emptied()
      var later = pass.resting
      session.addContainer(in: page, size: resting, at: .zero, &later, to: &rest)
      pass.states = later.states
    }
    builder.add(motionOf: motion, restOf: rest)
  }

  private func shownAttachment(
    of container: ContainerID,
    in room: CellSize,
    _ session: inout Session
  ) -> ShownPage? {
    guard let attachment else { return nil }
    let id = TabsParts.attachmentID(of: container)
    let body = session.bodies.body(of: attachment, at: id, in: PageLayoutContext(room: room))
    return ShownPage(title: attachment.title, rows: ShownRows(body: body, offset: 0))
  }
}
