package import NavGeometry
package import NavLayout
import NavText

/// A stack as a viewport sees it.
extension StackSession {
  /// The session as a viewport sees it, from the frame that `now` shows to rest.
  ///
  /// - Parameters:
  ///   - view: what the viewport has shown so far; it follows.
  ///   - viewport: the size.
  ///   - facts: what every scene says of the session.
  ///   - now: the time.
  /// - Returns: the way to rest, and when its first frame began.
  package mutating func layout(
    _ view: inout StackView,
    in viewport: CellSize,
    facts: SessionFacts,
    at now: Duration
  ) -> (trajectory: Trajectory, startedAt: Duration) {
    view.dropPopped { pages[$0] == nil }
    view.follow(state, at: now)
    let frame = view.motion.map { $0.frame(at: now) } ?? 0
    let layout = StackLayout(viewport: viewport)
    var shown: [ContainerID: StackLayout.Page] = [:]
    for id in layout.shownPages(of: view, from: frame) { shown[id] = page(id, in: layout) }
    let trajectory = layout.trajectory(
      of: view,
      from: frame,
      focus: activeID.map { StackLayout.Focus(page: $0, kind: focusKind) },
      pages: shown,
      facts: facts
    )
    let startedAt = view.motion.map { $0.startedAt + FrameTime.start(of: frame) } ?? now
    return (trajectory, startedAt)
  }

  package func view(in viewport: CellSize) -> StackView {
    StackView(resting: state, metrics: StackLayout(viewport: viewport).metrics)
  }

  private mutating func page(_ id: ContainerID, in layout: StackLayout) -> StackLayout.Page {
    guard let page = pages[id] else {
      preconditionFailure("cannot show page \(id.rawValue), which was forgotten")
    }
    let body = body(of: page, id, in: layout)
    return StackLayout.Page(
      title: page.content.title,
      body: body,
      offset: body.offset(for: page.anchor),
      selection: page.selection,
      entries: page.content.list?.entries.count ?? 0
    )
  }

  mutating func body(
    of page: OpenPage,
    _ id: ContainerID,
    in layout: StackLayout
  ) -> any PageBody {
    let frame = layout.frame(of: page.size)
    let columns = layout.columns(of: page.size)
    if let list = page.content.list {
      return ListLayout(
        list,
        frame: frame,
        header: layout.headerHeight,
        columns: columns,
        uncovered: layout.columns(of: .half)
      )
    }
    let width = PageLayout.readingColumns(of: page.content, inRoom: columns)
    return PageLayout(
      reading: texts.text(of: page.content, at: Int(id.rawValue), columns: width),
      frame: frame,
      header: layout.headerHeight,
      columns: columns
    )
  }
}
