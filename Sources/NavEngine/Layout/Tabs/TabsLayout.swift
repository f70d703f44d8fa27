package import NavBase
package import NavScene

/// The layout of side tabs as containers of a scene: the bar with its items, the selected tab's page, and the
/// attachment below it, with its motion up or down (ST-1, ST-2).
///
/// `TabLayout` and `TabCells` compute the positions. The bar depends on the width available to the tabs, not on that of
/// the terminal: in a half page of a stack, which is narrower than 48 columns except on large terminals, the bar is
/// hidden, and tabs are selected by keys only.
package struct TabsLayout: Sendable {
  package let bar: TabBarState
  package let bottom: TabBottom
  package let room: CellSize
  private let metrics: TabMetrics

  /// The number of rows of the attachment for its title, with a rule.
  package static let attachmentHeader = 1

  /// - Parameters:
  ///   - bar: the tab bar.
  ///   - bottom: the attachment and its motion.
  ///   - room: the size available to the tabs.
  package init(_ bar: TabBarState, _ bottom: TabBottom, room: CellSize) {
    self.bar = bar
    self.bottom = bottom
    self.room = room
    metrics = .cells(columns: room.columns)
  }

  /// The page of the selected tab.
  package struct Page: Sendable {
    package var id: ContainerID
    package var shown: ShownPage
    /// The content at rest if the height differs then; nil if it is the same.
    package var resting: ShownPage?

    package init(id: ContainerID, shown: ShownPage, resting: ShownPage? = nil) {
      self.id = id
      self.shown = shown
      self.resting = resting
    }
  }

  // MARK: Available sizes

  /// The size of the selected tab's page at rest.
  package var restingMainRoom: CellSize { size(of: cells(.resting(isShown: bottom.isShown)).main) }

  /// Returns the largest size of the selected tab's page from a time until rest.
  ///
  /// A layout for it is never too small during the motion; the part that the attachment covers in the end is below the
  /// visible part until then.
  package func mainRoom(at now: Duration) -> CellSize {
    let heights = frames(at: now).map(\.main.height)
    return CellSize(columns: restingMainRoom.columns, rows: heights.max() ?? 0)
  }

  /// The size available to the attachment's rows, below its title.
  package var attachmentRoom: CellSize {
    let frame = cells(.resting(isShown: true)).bottom
    return CellSize(columns: frame.width, rows: frame.height - Self.attachmentHeader)
  }

  // MARK: Scenes

  /// Adds the tabs, from a time of their motion on.
  ///
  /// - Parameters:
  ///   - page: the selected tab's page.
  ///   - attachment: the content of the attachment; needed if any part of it is visible at `now` or later.
  ///   - tabs: the container's id, parent and origin; the layout sets the frame's size.
  ///   - now: the current time.
  ///   - builder: receives the containers; its motion is at least as long as the rest of this one.
  package func add(
    _ page: Page,
    attachment: ShownPage?,
    as tabs: Container,
    at now: Duration,
    to builder: inout SceneBuilder
  ) {
    let frames = frames(at: now)
    guard let first = frames.first, let last = frames.last else { return }
    var whole = tabs
    whole.kind = .tabs
    whole.frame = CellRect(room).offset(x: tabs.frame.x, y: tabs.frame.y)
    builder.add(whole)
    addBar(first, in: tabs.id, to: &builder)
    var main = Container(id: page.id, kind: .page, parent: tabs.id, frame: first.main)
    main.title = page.shown.title
    let rows = page.shown.rows
    let start = rows.map { $0.start(main) } ?? main
    main.title = (page.resting ?? page.shown).title
    main.frame = last.main
    let restingRows = page.resting.map(\.rows) ?? rows
    builder.add(
      from: start,
      tracks: tracks(page.id, .height, frames.map(\.main.height))
        + (rows?.tracks(of: page.id) ?? []),
      to: restingRows.map { $0.rest(main) } ?? main
    )
    guard frames.contains(where: \.isBottomSeen) else { return }
    guard let attachment else { preconditionFailure("cannot show an attachment without content") }
    add(attachment, frames, in: tabs.id, to: &builder)
  }

  /// Adds the attachment, with a higher z because it covers the page while it moves up.
  private func add(
    _ attachment: ShownPage,
    _ frames: [TabCells],
    in tabs: ContainerID,
    to builder: inout SceneBuilder
  ) {
    guard let first = frames.first, let last = frames.last else { return }
    let id = TabsParts.attachmentID(of: tabs)
    var container = Container(id: id, kind: .page, parent: tabs, frame: first.bottom)
    container.z = 1
    container.title = attachment.title
    let rows = attachment.rows
    var resting = container
    resting.frame = last.bottom
    builder.add(
      from: withHeader(rows.map { $0.start(container) } ?? container),
      tracks: tracks(id, .y, frames.map(\.bottom.y)) + (rows?.tracks(of: id) ?? []),
      to: last.isBottomSeen ? withHeader(rows.map { $0.rest(resting) } ?? resting) : nil
    )
  }

  /// Returns the attachment with its rows, which were laid out for `attachmentRoom`, below the title.
  private func withHeader(_ attachment: Container) -> Container {
    var attachment = attachment
    attachment.headerHeight = Self.attachmentHeader
    attachment.content.y += Self.attachmentHeader
    return attachment
  }

  // MARK: The bar

  private func addBar(_ cells: TabCells, in tabs: ContainerID, to builder: inout SceneBuilder) {
    guard !cells.bar.isEmpty else { return }
    let id = TabsParts.barID(of: tabs)
    var container = Container(id: id, kind: .tabBar, parent: tabs, frame: cells.bar)
    container.hiddenAbove = cells.above
    container.hiddenBelow = cells.below
    // Additional items do not move: tabs scroll above them.
    let end = cells.additionalItems.map(\.frame.y).min() ?? cells.bar.height
    container.content = CellRect(x: 0, y: 0, width: cells.bar.width, height: end)
    builder.add(container)
    for cell in cells.items {
      guard let index = bar.items.firstIndex(where: { $0.id == cell.id }) else { continue }
      builder.add(
        cell.container(TabsParts.itemID(index, of: tabs), of: bar.items[index], in: id)
      )
    }
    for cell in cells.additionalItems {
      guard let index = bar.additionalItems.firstIndex(where: { $0.id == cell.id }) else {
        continue
      }
      let item = bar.additionalItems[index]
      builder.add(
        cell.container(TabsParts.additionalItemID(index, of: tabs), of: item, in: id)
      )
    }
  }

  // MARK: Time

  /// Returns the positions in every frame from a time on, the last one at rest.
  private func frames(at now: Duration) -> [TabCells] {
    guard let motion = bottom.motion else {
      return [cells(.resting(isShown: bottom.isShown))]
    }
    return (motion.frame(at: now)...motion.length).map { cells(motion.place(atFrame: $0)) }
  }

  private func cells(_ place: TabBottomPlace) -> TabCells {
    TabCells(
      TabLayout(
        of: bar,
        bottom: place,
        room: TabSize(width: Double(room.columns), height: Double(room.rows)),
        metrics: metrics
      )
    )
  }

  private func size(of frame: CellRect) -> CellSize {
    CellSize(columns: frame.width, rows: frame.height)
  }

  private func tracks(_ id: ContainerID, _ field: ContainerField, _ values: [Int]) -> [SceneTrack] {
    SceneTrack(field, of: id, along: values).map { [$0] } ?? []
  }
}

extension TabCell {
  /// Returns the item as a container of a bar at the origin of the available size.
  fileprivate func container(_ id: ContainerID, of item: TabItem, in bar: ContainerID) -> Container
  {
    var container = Container(id: id, kind: .tabItem, parent: bar, frame: frame)
    container.isSelected = isSelected
    container.content = CellRect(x: 0, y: 0, width: frame.width, height: frame.height)
    for line in lines {
      let row = TextRow(line.text.text, runs: line.text.runs, indent: line.frame.x - frame.x)
      container.rows.set([row], at: line.frame.y - frame.y)
    }
    guard case .button(let button) = item.face else { return container }
    container.title = button.title
    if let badge {
      container.badge = badge.text
      container.badgeRole = badge.role
    }
    return container
  }
}
