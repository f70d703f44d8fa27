package import NavGeometry
import NavText

/// Names a container within a stream: above 0, and stable as long as the thing it shows is the same.
package struct ContainerID: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static func < (a: ContainerID, b: ContainerID) -> Bool { a.rawValue < b.rawValue }
}

/// What a container is.
///
/// Raw values travel on the wire.
package enum ContainerKind: UInt8, CaseIterable, Hashable, Sendable {
  /// A strip of pages of which the viewport shows one at rest.
  case pager = 1
  /// A page of text rows.
  case page = 2
  /// The dots below a pager.
  case pageControl = 3
  /// Pages that lie on one another; covered ones stay in view as edges.
  case stack = 4
  /// Side tabs as a whole: a bar at the left, beside it the page of the selected tab, below that an
  /// attachment (ST-1).
  case tabs = 5
  /// The column of items that side tabs are chosen with.
  case tabBar = 6
  /// One item of a tab bar: rows with an icon and a title, and a badge, or rows of its own (ST-8).
  case tabItem = 7
  /// The column between the two pages of a book.
  case spine = 8
  /// A bar of cells that scrolls sideways: the tabs of a pager, or options.
  case optionBar = 9
  /// One cell of an option bar: the title of a column.
  case optionCell = 10
  /// A mark below the cells of an option bar that follows the pages.
  case indicator = 11
}

/// How the cells of an option bar are drawn and what they stand for (MBX-5).
///
/// Raw values travel on the wire.
package enum BarStyle: UInt8, CaseIterable, Hashable, Sendable {
  /// Tabs, one for each page.
  case buttons = 0
  /// One control of as many segments as there are pages.
  case segments = 1
  /// Back, the title of the page, forward.
  case arrows = 2
  /// A strip of options.
  case options = 3
}

/// Which meaning keys have while a container is focused.
///
/// Raw values travel on the wire.
package enum FocusKind: UInt8, CaseIterable, Hashable, Sendable {
  case none = 0
  case pager = 1
  /// A page of a stack whose rows are entries.
  case list = 2
  /// A page of a stack that is read.
  case text = 3
}

/// What every scene of a session says of it.
package struct SessionFacts: Hashable, Sendable {
  package var name: String
  package var viewers: Int
  /// Whether what happens now would be lost with the daemon.
  package var isUnsaved: Bool
  /// Whether the daemon also listens where nobody is authenticated.
  package var isInsecure: Bool
  /// Why what is shown is not what there is now, in one sanitised line; empty while it is.
  package var stale = ""
  /// What is searched for; empty for nothing.
  package var search = ""
  /// How many matches of it the content that has the keys holds.
  package var matches = 0
  /// Which of them people are at, from 1; 0 for none.
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

/// One rectangle of a scene: where it stands, what it shows.
package struct Container: Hashable, Sendable {
  package let id: ContainerID
  package var kind: ContainerKind
  /// The container whose content this one is part of; nil for the outermost.
  ///
  /// A parent's id is smaller.
  package var parent: ContainerID?
  /// In cells of the parent's content: on screen, minus the parent's `scroll`.
  package var frame: CellRect
  /// Among the children of one parent, higher ones cover lower ones; equal ones by id.
  package var z: Int = 0
  package var isHidden = false
  /// How dark the container is covered, from 0 (not at all) to 255.
  package var overlay: Int = 0
  /// The place of the content that stands at the container's origin.
  package var scroll: CellPoint = .zero
  /// Where row 0 of a page begins within its frame, and how many columns and rows the text has in all; of a
  /// tab bar, the part in which its tabs scroll.
  package var content: CellRect = .zero
  /// What a page, a tab or an option is called, in full: whoever paints it cuts it.
  package var title = ""
  /// Page control, option bar: how many pages there are; page of entries: how many entries; page of a file: how many
  /// lines.
  package var pageCount = 0
  /// Page control, option bar: which page is shown, from 0; page of entries: how many rows above the selected one
  /// are headers of sections; page of a file: the first line in view, from 0.
  package var currentPage = 0
  /// Page: the rows at the top of its frame that belong to its title; 0 does not show it.
  package var headerHeight = 0
  /// Page of entries: the row that is selected; option cell: the column that it shows.
  package var selection: Int?
  /// Tab item, option cell: whether its tab is the one that is shown; of an additional item, whether it is
  /// highlighted; page of a book: whether it is the active one; page control: whether the last row of the page that
  /// is shown says which one it is.
  package var isSelected = false
  /// Tab item: what its badge says, of at most `TabBadge.mostColumns`; empty for none (ST-10).
  package var badge = ""
  /// Tab item: what the badge means, as the raw value of a `TabBadge.Role`.
  ///
  /// A number that only a later version knows is kept, so that both sides hash the same.
  package var badgeRoleNumber = 0
  /// Tab bar: how many tabs are scrolled out above the first one that it shows.
  package var hiddenAbove = 0
  /// Tab bar: how many do not fit below the last one.
  package var hiddenBelow = 0
  /// Page: whether it is the back of a leaf that turns, its rows mirrored (section 3.4).
  package var isMirrored = false
  /// Indicator: where its mark begins in its frame, in eighths of a column.
  package var markStart = 0
  /// Indicator: how long its mark is, in eighths of a column.
  package var markLength = 0
  /// Option bar: its `BarStyle` as a raw value; one that only a later version knows is kept.
  package var barStyleNumber = 0
  /// Page of entries: the row that stays at the top of the visible rows, whatever scrolls under it (TW-9).
  package var pinnedRow: Int?
  /// Page of entries: the words that its entries must have to be shown; empty for all of them.
  package var filter = ""
  /// Page of entries: how many there are in all, shown or not.
  package var unfiltered = 0
  package var rows = RowTable()

  package init(id: ContainerID, kind: ContainerKind, parent: ContainerID? = nil, frame: CellRect) {
    self.id = id
    self.kind = kind
    self.parent = parent
    self.frame = frame
  }

  /// What the badge means; `neutral` where this version does not know (STQ-4).
  package var badgeRole: TabBadge.Role {
    get { UInt8(exactly: badgeRoleNumber).flatMap(TabBadge.Role.init) ?? .neutral }
    set { badgeRoleNumber = Int(newValue.rawValue) }
  }

  /// How an option bar is drawn; as buttons where this version does not know.
  package var barStyle: BarStyle {
    get { UInt8(exactly: barStyleNumber).flatMap(BarStyle.init) ?? .buttons }
    set { barStyleNumber = Int(newValue.rawValue) }
  }
}

/// Everything that a viewer of one size needs to paint, and nothing else.
package struct Scene: Hashable, Sendable {
  /// The whole terminal; the last row is left to the viewer's status line when there are at least three.
  package var viewport: CellSize
  package var focus: ContainerID?
  package var focusKind: FocusKind = .none
  /// How many viewers the session has.
  package var viewers = 0
  /// The session's name.
  package var session = ""
  /// Whether what happens now would be lost with the daemon.
  package var isUnsaved = false
  /// Whether the daemon also listens where nobody is authenticated.
  package var isInsecure = false
  /// Why what is shown is not what there is now; empty while it is.
  package var stale = ""
  /// What is searched for; empty for nothing.
  package var search = ""
  /// How many matches the content that has the keys holds.
  package var matches = 0
  /// Which of them people are at, from 1; 0 for none.
  package var match = 0
  /// Ascending by id; a parent stands before its children.
  package private(set) var containers: [Container] = []

  package init(viewport: CellSize) {
    self.viewport = viewport
  }

  /// What the outermost container may fill: everything but the viewers' status line.
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
