package import NavGeometry
import NavText

/// Identifies a container within a stream: above 0, and stable as long as the container shows the same content.
package struct ContainerID: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static func < (a: ContainerID, b: ContainerID) -> Bool { a.rawValue < b.rawValue }
}

/// The kind of a container.
///
/// The raw values are part of the wire protocol.
package enum ContainerKind: UInt8, CaseIterable, Hashable, Sendable {
  /// A strip of pages of which the viewport shows one at rest.
  case pager = 1
  /// A page of text rows.
  case page = 2
  /// The dots below a pager.
  case pageControl = 3
  /// Overlapping pages; covered ones stay visible as edges.
  case stack = 4
  /// Side tabs as a whole: a bar at the left, beside it the page of the selected tab, and below that an attachment
  /// (ST-1).
  case tabs = 5
  /// The column of items that select a side tab.
  case tabBar = 6
  /// One item of a tab bar: rows with an icon, a title and a badge, or rows that the tab supplies (ST-8).
  case tabItem = 7
  /// The column between the two pages of a book.
  case spine = 8
  /// A bar of cells that scrolls sideways: the tabs of a pager, or options.
  case optionBar = 9
  /// One cell of an option bar: the title of a column.
  case optionCell = 10
  /// A mark below the cells of an option bar that follows the pages.
  case indicator = 11
  /// Parts side by side or below one another, with borders between them (SPL-1).
  case split = 12
  /// The line between two parts of a split, which a pointer can move (SPL-6).
  case splitBorder = 13
}

/// The appearance and meaning of an option bar's cells (MBX-5).
///
/// The raw values are part of the wire protocol.
package enum BarStyle: UInt8, CaseIterable, Hashable, Sendable {
  /// Tabs, one for each page.
  case buttons = 0
  /// One control with as many segments as there are pages.
  case segments = 1
  /// A back arrow, the title of the page, and a forward arrow.
  case arrows = 2
  /// A strip of options.
  case options = 3
}

/// The key table that applies while a container is focused.
///
/// The raw values are part of the wire protocol.
package enum FocusKind: UInt8, CaseIterable, Hashable, Sendable {
  case none = 0
  case pager = 1
  /// A page of a stack whose rows are entries.
  case list = 2
  /// A page of a stack that shows text.
  case text = 3
}

/// The facts about a session that each of its scenes carries.
package struct SessionFacts: Hashable, Sendable {
  package var name: String
  package var viewers: Int
  /// Whether changes are not being stored and would be lost with the daemon.
  package var isUnsaved: Bool
  /// Whether the daemon also listens on an address without authentication.
  package var isInsecure: Bool
  /// Why the shown content is out of date, in one sanitised line; empty if it is current.
  package var stale = ""
  /// The search text; empty if there is no search.
  package var search = ""
  /// The number of matches in the focused content.
  package var matches = 0
  /// The current match, from 1; 0 for none.
  package var match = 0

  package init(
    name: String,
    viewers: Int,
    isUnsaved: Bool = false,
    isInsecure: Bool = false
  ) {
    self.name = name
    self.viewers = viewers
    self.isUnsaved = isUnsaved
    self.isInsecure = isInsecure
  }
}

/// One rectangle of a scene: its position and its content.
package struct Container: Hashable, Sendable {
  package let id: ContainerID
  package var kind: ContainerKind
  /// The container whose content this one is part of; nil for the outermost.
  ///
  /// A parent's id is smaller than its children's.
  package var parent: ContainerID?
  /// In cells of the parent's content: the position on screen is this minus the parent's `scroll`.
  package var frame: CellRect
  /// The paint order among siblings: higher ones cover lower ones; equal ones are ordered by id.
  package var z: Int = 0
  package var isHidden = false
  /// How strongly the container is darkened, from 0 (not at all) to 255.
  package var overlay: Int = 0
  /// The position within the content that is at the container's origin.
  package var scroll: CellPoint = .zero
  /// Page: the position of row 0 within its frame, and the size of all its text in columns and rows; tab bar: the area
  /// in which its tabs scroll.
  package var content: CellRect = .zero
  /// The full title of a page, a tab or an option; the painter truncates it.
  package var title = ""
  /// Page control, option bar: the number of pages; page of entries: the number of entries; page of a file: the number
  /// of lines.
  package var pageCount = 0
  /// Page control, option bar: the page that is shown, from 0; page of entries: the number of section headers above the
  /// selected row; page of a file: the first visible line, from 0.
  package var currentPage = 0
  /// Page: the number of rows at the top of its frame that hold its title; 0 hides the title.
  package var headerHeight = 0
  /// Page of entries: the selected row; option cell: its column; border of a split: on which side the focused part is,
  /// 0 before the border and 1 behind it, nil if it is not beside it (SPL-12).
  package var selection: Int?
  /// Tab item, option cell: whether its tab is shown; additional item: whether it is highlighted; page of a book:
  /// whether it is the active page; page control: whether the last row of the shown page states the page's position
  /// itself.
  package var isSelected = false
  /// Tab item: the text of its badge, at most `TabBadge.mostColumns` wide; empty for none (ST-10).
  package var badge = ""
  /// Tab item: the meaning of its badge, as the raw value of a `TabBadge.Role`.
  ///
  /// An unknown number from a later version is kept, so that both sides compute the same hash.
  package var badgeRoleNumber = 0
  /// Tab bar: the number of tabs scrolled out above the first visible one.
  package var hiddenAbove = 0
  /// Tab bar: the number of tabs below the last visible one.
  package var hiddenBelow = 0
  /// Page: whether it is the back of a turning leaf, its rows mirrored (AboutBooks).
  package var isMirrored = false
  /// Indicator: the start of its mark in its frame, in eighths of a column.
  package var markStart = 0
  /// Indicator: the length of its mark, in eighths of a column.
  package var markLength = 0
  /// Option bar: the raw value of its `BarStyle`; an unknown one from a later version is kept.
  package var barStyleNumber = 0
  /// Page of entries: the header row pinned at the top of the visible rows while others scroll under it (TW-9).
  package var pinnedRow: Int?
  /// Page of entries: the filter words that a shown entry must contain; empty for no filter.
  package var filter = ""
  /// Page of entries: the number of all entries, filtered out or not.
  package var unfiltered = 0
  package var rows = RowTable()

  package init(id: ContainerID, kind: ContainerKind, parent: ContainerID? = nil, frame: CellRect) {
    self.id = id
    self.kind = kind
    self.parent = parent
    self.frame = frame
  }

  /// The meaning of the badge; `neutral` if this version does not know it (STQ-4).
  package var badgeRole: TabBadge.Role {
    get { UInt8(exactly: badgeRoleNumber).flatMap(TabBadge.Role.init) ?? .neutral }
    set { badgeRoleNumber = Int(newValue.rawValue) }
  }

  /// The style of an option bar; buttons if this version does not know it.
  package var barStyle: BarStyle {
    get { UInt8(exactly: barStyleNumber).flatMap(BarStyle.init) ?? .buttons }
    set { barStyleNumber = Int(newValue.rawValue) }
  }
}

/// Everything that a viewer with one viewport size needs to paint, and nothing else.
package struct Scene: Hashable, Sendable {
  /// The whole terminal; from three rows on, the last one is reserved for the viewer's status line.
  package var viewport: CellSize
  package var focus: ContainerID?
  package var focusKind: FocusKind = .none
  /// The number of viewers of the session.
  package var viewers = 0
  /// The session's name.
  package var session = ""
  /// Whether changes are not being stored and would be lost with the daemon.
  package var isUnsaved = false
  /// Whether the daemon also listens on an address without authentication.
  package var isInsecure = false
  /// Why the shown content is out of date; empty if it is current.
  package var stale = ""
  /// The search text; empty if there is no search.
  package var search = ""
  /// The number of matches in the focused content.
  package var matches = 0
  /// The current match, from 1; 0 for none.
  package var match = 0
  /// Ascending by id; a parent precedes its children.
  package private(set) var containers: [Container] = []

  package init(viewport: CellSize) {
    self.viewport = viewport
  }

  /// Returns the size available to the outermost container: the viewport without the status line.
  package static func room(in viewport: CellSize) -> CellSize {
    CellSize(columns: viewport.columns, rows: viewport.rows - (viewport.rows >= 3 ? 1 : 0))
  }

  package init(viewport: CellSize, of facts: SessionFacts) {
    self.viewport = viewport
    session = facts.name
    viewers = facts.viewers
    isUnsaved = facts.isUnsaved
    isInsecure = facts.isInsecure
    stale = facts.stale
    search = facts.search
    matches = facts.matches
    match = facts.match
  }

  package subscript(id: ContainerID) -> Container? {
    get {
      let index = insertionIndex(of: id)
      return index < containers.count && containers[index].id == id ? containers[index] : nil
    }
    _modify {
      let index = insertionIndex(of: id)
      var slot: Container?
      let existed = index < containers.count && containers[index].id == id
      if existed { slot = containers.remove(at: index) }
      yield &slot
      if let slot {
        precondition(slot.id == id, "cannot file container \(slot.id) under \(id)")
        containers.insert(slot, at: index)
      }
    }
  }

  package mutating func insert(_ container: Container) {
    self[container.id] = container
  }

  private func insertionIndex(of id: ContainerID) -> Int {
    var low = 0
    var high = containers.count
    while low < high {
      let middle = (low + high) / 2
      if containers[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
