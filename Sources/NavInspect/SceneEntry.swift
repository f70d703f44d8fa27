package import NavGeometry
package import NavScene
import NavText

/// A scene as one JSON object with stable keys.
///
/// - `session`, `version`: the session and its version, if known; `viewers`; `size`
///   (`{"columns", "rows"}`);
/// - `focus`: the `container` with the keyboard focus (null for none) and the `kind` of focus: `none`,
///   `pager`, `list`, `text`; `search`: null, or the search `text`, the number of `matches` in the focused
///   content, and the current `match`, from 1, or null;
/// - `containers`, ascending by `id`, each with its `kind` (`pager`, `page`, `page_control`, `stack`,
///   `tabs`, `tab_bar`, `tab_item`, `spine`, `option_bar`, `option_cell`, `indicator`, `split`,
///   `split_border`), `parent` (null for the outermost), `title`, `frame` in the parent's content, `z` (higher covers lower), `hidden`,
///   `overlay` (0 clear ... 1 black), `scroll`, `content` (the position of row 0 and the columns and rows
///   of the text), `header_height`, `selection` (a row index or null; of a `split_border` 0 if the part
///   before it has the focus, 1 if the one behind it has it), `page_count`, `current_page` (from 0) and
///   `rows`. Some kinds have more keys: a `tab_item` `selected`, `badge` (null for none) and
///   `badge_role` (`neutral`, `notice`, `success`, `warning`, `alert`); a `tab_bar` the number of tabs
///   `hidden_above` and `hidden_below`; a `page` whether its rows are `mirrored`, its `pinned_row` (or
///   null) and, if it lists entries, the `filter` (null for none) and their number `unfiltered`; an
///   `option_bar` its `bar_style` (`buttons`, `segments`, `arrows`, `options`); an `option_cell` whether it
///   is `selected` (its `selection` is its column); an `indicator` its `mark_start` and `mark_length` in
///   columns;
/// - a row has its `index` from 0, `text`, `indent` in columns, `fill` (the role of its background) and
///   `runs`: `start` and `length` in bytes of UTF-8, `role`, `attributes`, `link` (or null), and
///   `foreground` and `background` if the content sets explicit colours (`12`, `#rrggbb`).
package struct SceneEntry: Encodable {
  private let session: String?
  private let version: UInt64?
  private let size: JSONSize
  private let viewers: Int
  private let focus: FocusEntry
  private let search: SearchEntry
  private let containers: [ContainerEntry]

  /// - Parameters:
  ///   - scene: the scene to encode.
  ///   - size: the terminal's size, which may differ from the viewport of the scene.
  ///   - session: the name of the session; nil if unknown.
  ///   - version: the version of the session; nil if unknown.
  package init(
    _ scene: Scene,
    size: CellSize,
    session: String? = nil,
    version: UInt64? = nil
  ) {
    self.session = session
    self.version = version
    self.size = JSONSize(columns: size.columns, rows: size.rows)
    viewers = scene.viewers
    focus = FocusEntry(scene: scene)
    search = SearchEntry(scene: scene)
    containers = scene.containers.map(ContainerEntry.init)
  }
}

private struct FocusEntry: Encodable {
  let scene: Scene

  enum CodingKeys: String, CodingKey {
    case container, kind
  }

  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: CodingKeys.self)
    try entry.encode(scene.focus?.rawValue, forKey: .container)
    try entry.encode(scene.focusKind.name, forKey: .kind)
  }
}

private struct SearchEntry: Encodable {
  let scene: Scene

  enum CodingKeys: String, CodingKey {
    case text, matches, match
  }

  func encode(to encoder: any Encoder) throws {
    guard !scene.search.isEmpty else {
      var entry = encoder.singleValueContainer()
      return try entry.encodeNil()
    }
    var entry = encoder.container(keyedBy: CodingKeys.self)
    try entry.encode(scene.search, forKey: .text)
    try entry.encode(scene.matches, forKey: .matches)
    try entry.encode(scene.match > 0 ? scene.match : nil, forKey: .match)
  }
}

private struct ContainerEntry: Encodable {
  let container: Container

  init(_ container: Container) {
    self.container = container
  }

  enum CodingKeys: String, CodingKey {
    case id, kind, parent, title, frame, z, hidden, overlay, scroll, content, selection, rows
    case headerHeight = "header_height"
    case pageCount = "page_count"
    case currentPage = "current_page"
    case selected, badge
    case badgeRole = "badge_role"
    case hiddenAbove = "hidden_above"
    case hiddenBelow = "hidden_below"
    case mirrored
    case markStart = "mark_start"
    case markLength = "mark_length"
    case barStyle = "bar_style"
    case pinnedRow = "pinned_row"
    case filter, unfiltered
  }

  // Written by hand, because a nil value must be encoded as null, not left out.
  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: CodingKeys.self)
    try entry.encode(container.id.rawValue, forKey: .id)
    try entry.encode(container.kind.name, forKey: .kind)
    try entry.encode(container.parent?.rawValue, forKey: .parent)
    try entry.encode(container.title, forKey: .title)
    try entry.encode(RectEntry(container.frame), forKey: .frame)
    try entry.encode(container.z, forKey: .z)
    try entry.encode(container.isHidden, forKey: .hidden)
    try entry.encode(overlay, forKey: .overlay)
    try entry.encode(
      PointEntry(x: container.scroll.x, y: container.scroll.y),
      forKey: .scroll
    )
    try entry.encode(RectEntry(container.content), forKey: .content)
    try entry.encode(container.headerHeight, forKey: .headerHeight)
    try entry.encode(container.selection, forKey: .selection)
    try entry.encode(container.pageCount, forKey: .pageCount)
    try entry.encode(container.currentPage, forKey: .currentPage)
    try entry.encode(rows, forKey: .rows)
    switch container.kind {
    case .tabItem:
      try entry.encode(container.isSelected, forKey: .selected)
      try entry.encode(container.badge.isEmpty ? nil : container.badge, forKey: .badge)
      try entry.encode(container.badgeRole.name, forKey: .badgeRole)
    case .tabBar:
      try entry.encode(container.hiddenAbove, forKey: .hiddenAbove)
      try entry.encode(container.hiddenBelow, forKey: .hiddenBelow)
    case .optionBar: try entry.encode(container.barStyle.name, forKey: .barStyle)
    case .optionCell: try entry.encode(container.isSelected, forKey: .selected)
    case .indicator:
      // In columns.
      try entry.encode(Double(container.markStart) / 8, forKey: .markStart)
      try entry.encode(Double(container.markLength) / 8, forKey: .markLength)
    case .page:
      try entry.encode(container.isMirrored, forKey: .mirrored)
      try entry.encode(container.pinnedRow, forKey: .pinnedRow)
      guard container.unfiltered > 0 else { break }
      try entry.encode(container.filter.isEmpty ? nil : container.filter, forKey: .filter)
      try entry.encode(container.unfiltered, forKey: .unfiltered)
    case .pager, .pageControl, .stack, .tabs, .spine, .split, .splitBorder: break
    }
  }

  /// From 0 to 1, rounded to thousandths.
  private var overlay: Double {
    (Double(container.overlay) / 255 * 1000).rounded() / 1000
  }

  private var rows: [RowEntry] {
    container.rows.segments.flatMap { segment in
      segment.rows.enumerated().map { RowEntry($1, index: segment.first + $0) }
    }
  }
}

private struct RectEntry: Encodable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  init(_ rect: CellRect) {
    x = rect.x
    y = rect.y
    width = rect.width
    height = rect.height
  }
}

private struct PointEntry: Encodable {
  let x: Int
  let y: Int
}

private struct RowEntry: Encodable {
  let index: Int
  let text: String
  let indent: Int
  let fill: String
  let runs: [RunEntry]

  init(_ row: TextRow, index: Int) {
    self.index = index
    text = row.text
    indent = row.indent
    fill = row.fill.name
    var start = 0
    runs = row.runs.map { run in
      defer { start += run.length }
      return RunEntry(start: start, run: run)
    }
  }
}

private struct RunEntry: Encodable {
  let start: Int
  let run: StyledRun

  enum CodingKeys: String, CodingKey {
    case start, length, role, attributes, link, foreground, background
  }

  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: CodingKeys.self)
    try entry.encode(start, forKey: .start)
    try entry.encode(run.length, forKey: .length)
    try entry.encode(run.style.role.name, forKey: .role)
    try entry.encode(run.style.attributes.names, forKey: .attributes)
    try entry.encode(run.style.link, forKey: .link)
    try entry.encodeIfPresent(run.style.foreground?.name, forKey: .foreground)
    try entry.encodeIfPresent(run.style.background?.name, forKey: .background)
  }
}
