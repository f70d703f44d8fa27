package import NavGeometry
package import NavScene
import NavText

/// Side tabs in a room as containers of a scene: the bar with its items, the selected tab's page, and the
/// attachment below that, with its way up or down (ST-1, ST-2).
///
/// `TabLayout` and `TabCells` say where everything stands. The bar depends on the width of the room that the
/// tabs have, not of the terminal: in half a page of a stack, which is narrower than 48 columns on all but
/// large terminals, it is hidden, and keys alone choose tabs.
package struct TabsLayout: Sendable {
  package let bar: TabBarState
  package let bottom: TabBottom
  package let room: CellSize
  private let metrics: TabMetrics

  /// The rows of the attachment that its title and a rule take.
  package static let attachmentHeader = 1

  /// - Parameters:
  ///   - bar: which tabs there are.
  ///   - bottom: whether the attachment is shown, and the motion that leads there.
  ///   - room: what the tabs may fill.
  package init(_ bar: TabBarState, _ bottom: TabBottom, room: CellSize) {
    self.bar = bar
    self.bottom = bottom
    self.room = room
    metrics = Constants.cells(columns: room.columns).tabs
  }

  /// The page of the selected tab.
  package struct Page: Sendable {
    package var id: ContainerID
    package var shown: ShownPage
    /// What it shows at rest, where its room has another height then; nil where that is the same.
    package var resting: ShownPage?

    package init(id: ContainerID, shown: ShownPage, resting: ShownPage? = nil) {
      self.id = id
      self.shown = shown
      self.resting = resting
    }
  }

  // MARK: Rooms

  /// The room of the selected tab's page at rest.
  package var restingMainRoom: CellSize { size(of: cells(.resting(isShown: bottom.isShown)).main) }

  /// The largest room of the selected tab's page from a moment on, until and with the rest.
  ///
  /// What is laid out for it is never too small on the way; the part that the attachment takes in the end is
  /// covered until then.
  package func mainRoom(at now: Duration) -> CellSize {
    let heights = way(at: now).map(\.main.height)
    return CellSize(columns: restingMainRoom.columns, rows: heights.max() ?? 0)
  }

  /// The room of the attachment's rows, below its title.
  package var attachmentRoom: CellSize {
    let frame = cells(.resting(isShown: true)).bottom
    return CellSize(columns: frame.width, rows: frame.height - Self.attachmentHeader)
  }

  /// Whether anything of the attachment is seen at a moment or later.
  package func showsAttachment(at now: Duration) -> Bool {
    way(at: now).contains(where: \.isBottomSeen)
  }

  // MARK: Scenes

  /// Adds the tabs, from a moment of their motion on.
  ///
  /// - Parameters:
  ///   - page: the selected tab's, of the same parent.
  ///   - attachment: what the attachment shows; not needed where `showsAttachment(at:)` is false.
  ///   - tabs: the container's id, parent and origin; the frame's size is the layout's business.
  ///   - now: the time.
  ///   - builder: takes the containers; its motion is at least as long as what is left of this one.
  package func add(
    _ page: Page,
    attachment: ShownPage?,
    as tabs: Container,
    at now: Duration,
    to builder: inout SceneBuilder
  ) {
    let way = way(at: now)
    guard let first = way.first, let last = way.last else { return }
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
      ways: track(page.id, .height, way.map(\.main.height)) + (rows?.ways(of: page.id) ?? []),
      to: restingRows.map { $0.rest(main) } ?? main
    )
    guard way.contains(where: \.isBottomSeen) else { return }
    guard let attachment else { preconditionFailure("cannot show an attachment without content") }
    add(attachment, way, in: tabs.id, to: &builder)
  }

  /// The attachment lies over the page while it comes up, so it stands above it.
  private func add(
    _ attachment: ShownPage,
    _ way: [TabCells],
    in tabs: ContainerID,
    to builder: inout SceneBuilder
  ) {
    guard let first = way.first, let last = way.last else { return }
    let id = TabsParts.attachmentID(of: tabs)
    var container = Container(id: id, kind: .page, parent: tabs, frame: first.bottom)
    container.z = 1
    container.title = attachment.title
    let rows = attachment.rows
    var resting = container
    resting.frame = last.bottom
    builder.add(
      from: withHeader(rows.map { $0.start(container) } ?? container),
      ways: track(id, .y, way.map(\.bottom.y)) + (rows?.ways(of: id) ?? []),
      to: last.isBottomSeen ? withHeader(rows.map { $0.rest(resting) } ?? resting) : nil
    )
  }

  /// Rows that were laid out for `attachmentRoom` stand below the title.
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
    // Additional items stay where they are: tabs scroll above them.
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

  /// Everything in every frame from a moment on, the last one at rest.
  private func way(at now: Duration) -> [TabCells] {
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

  private func track(_ id: ContainerID, _ field: ContainerField, _ way: [Int]) -> [SceneTrack] {
    var values = way
    // What stays to the end needs not be said.
    while values.count > 1, values[values.count - 1] == values[values.count - 2] {
      values.removeLast()
    }
    guard values.count > 1 else { return [] }
    return [SceneTrack(container: id, field: field, values: Array(values.dropFirst()))]
  }
}

extension TabCell {
  /// The item as a container of a bar that stands at the room's origin.
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
