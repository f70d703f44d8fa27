package import NavBase

/// The fields of a container that hold numbers, numbered as in `scene.proto`.
package enum ContainerField: UInt8, CaseIterable, Hashable, Sendable {
  case kind = 2
  case parent = 3
  case x = 4
  case y = 5
  case width = 6
  case height = 7
  case z = 8
  case isHidden = 9
  case overlay = 10
  case scrollX = 11
  case scrollY = 12
  case contentX = 13
  case contentY = 14
  case contentWidth = 15
  case contentHeight = 16
  case pageCount = 18
  case currentPage = 19
  case headerHeight = 20
  case selection = 21
  case isSelected = 22
  case badgeRole = 24
  case hiddenAbove = 25
  case hiddenBelow = 26
  case isMirrored = 27
  case markStart = 28
  case markLength = 29
  case barStyle = 30
  case pinnedRow = 31
  case unfiltered = 33
  case hidesIndicator = 34

  /// The values that a message may contain; any other one marks it as corrupt.
  package var range: ClosedRange<Int> { FieldTable.container.ranges[Int(rawValue)] }
}

/// The fields of a container that hold text.
package enum ContainerText: UInt8, CaseIterable, Hashable, Sendable {
  case title = 17
  case badge = 23
  case filter = 32
  case pictures = 35
}

extension FieldTable {
  /// The fields of a container but its id.
  package static let container = FieldTable([
    .enumeration(2, "kind", ContainerKind.self)
      .within(1...ContainerKind.allCases.count, initially: Int(ContainerKind.page.rawValue)),
    .id(3, "parent"),
    .offset(4, "x").inside("frame"),
    .offset(5, "y").inside("frame"),
    .count(6, "width").inside("frame"),
    .count(7, "height").inside("frame"),
    .offset(8, "z"),
    .flag(9, "hidden"),
    .level(10, "overlay").divided(by: 255),
    .offset(11, "scroll_x").inside("scroll"),
    .offset(12, "scroll_y").inside("scroll"),
    .offset(13, "content_x").inside("content"),
    .offset(14, "content_y").inside("content"),
    .count(15, "content_width").inside("content"),
    .count(16, "content_height").inside("content"),
    .text(17, "title"),
    .count(18, "page_count"),
    .count(19, "current_page"),
    .count(20, "header_height"),
    .index(21, "selection"),
    .flag(22, "selected").only(.tabItem, .optionCell),
    .text(23, "badge").nullable().only(.tabItem),
    .enumeration(24, "badge_role", TabBadge.Role.self).only(.tabItem),
    .count(25, "hidden_above").only(.tabBar),
    .count(26, "hidden_below").only(.tabBar),
    .flag(27, "mirrored").only(.page),
    .offset(28, "mark_start").divided(by: 8).only(.indicator),
    .count(29, "mark_length").divided(by: 8).only(.indicator),
    .enumeration(30, "bar_style", BarStyle.self).only(.optionBar),
    .index(31, "pinned_row").only(.page),
    .text(32, "filter").nullable().only(.page),
    .count(33, "unfiltered").only(.page),
    .flag(34, "indicator_hidden").only(.page).unhashed(),
    .text(35, "pictures").only().unhashed(),
  ])
}

extension Container {
  /// The number in a field, as it is hashed, compared and sent.
  package subscript(field: ContainerField) -> Int {
    @inlinable get { values[Int(field.rawValue)] }
    set { values[Int(field.rawValue)] = newValue }
  }

  /// The text in a field.
  package subscript(text: ContainerText) -> String {
    get { values.texts[FieldTable.container.texts.rank(of: Int(text.rawValue))] }
    set { values.texts[FieldTable.container.texts.rank(of: Int(text.rawValue))] = newValue }
  }

  /// Sets a field from a received value; returns false, changing nothing, if it is out of range.
  package mutating func set(_ field: ContainerField, to value: Int) -> Bool {
    guard field.range.contains(value), field != .parent || value < Int(id.rawValue) else {
      return false
    }
    self[field] = value
    return true
  }

  /// Sets the fields of a change; returns false if one is out of range, after some are set.
  package mutating func apply(_ change: FieldChange) -> Bool {
    values.apply(change, of: .container)
      && (!change.mask.contains(Int(ContainerField.parent.rawValue))
        || self[.parent] < Int(id.rawValue))
  }

  package var kind: ContainerKind {
    get { ContainerKind(rawValue: UInt8(truncatingIfNeeded: self[.kind])) ?? .page }
    set { self[.kind] = Int(newValue.rawValue) }
  }

  /// The container whose content this one is part of; nil for the outermost.
  ///
  /// A parent's id is smaller than its children's.
  package var parent: ContainerID? {
    get { ContainerID(number: self[.parent]) }
    set { self[.parent] = newValue.map { Int($0.rawValue) } ?? 0 }
  }

  /// In cells of the parent's content: the position on screen is this minus the parent's `scroll`.
  package var frame: CellRect {
    get { CellRect(x: self[.x], y: self[.y], width: self[.width], height: self[.height]) }
    set {
      self[.x] = newValue.x
      self[.y] = newValue.y
      self[.width] = newValue.width
      self[.height] = newValue.height
    }
  }

  /// The paint order among siblings: higher ones cover lower ones; equal ones are ordered by id.
  package var z: Int {
    get { self[.z] }
    set { self[.z] = newValue }
  }

  package var isHidden: Bool {
    get { self[.isHidden] != 0 }
    set { self[.isHidden] = newValue ? 1 : 0 }
  }

  /// The strength with which the container is darkened, from 0 (not at all) to 255.
  package var overlay: Int {
    get { self[.overlay] }
    set { self[.overlay] = newValue }
  }

  /// The position within the content that is at the container's origin.
  package var scroll: CellPoint {
    get { CellPoint(x: self[.scrollX], y: self[.scrollY]) }
    set {
      self[.scrollX] = newValue.x
      self[.scrollY] = newValue.y
    }
  }

  /// Page: the position of row 0 within its frame, and the size of all its text in columns and rows; tab bar: the area
  /// in which its tabs scroll.
  package var content: CellRect {
    get {
      CellRect(
        x: self[.contentX],
        y: self[.contentY],
        width: self[.contentWidth],
        height: self[.contentHeight]
      )
    }
    set {
      self[.contentX] = newValue.x
      self[.contentY] = newValue.y
      self[.contentWidth] = newValue.width
      self[.contentHeight] = newValue.height
    }
  }

  /// The full title of a page, a tab or an option; the painter truncates it.
  package var title: String {
    get { self[.title] }
    set { self[.title] = newValue }
  }

  /// Page control, option bar: the number of pages; page of entries: the number of entries; page of a file: the number
  /// of lines.
  package var pageCount: Int {
    get { self[.pageCount] }
    set { self[.pageCount] = newValue }
  }

  /// Page control, option bar: the page that is shown, from 0; page of entries: the number of section headers above the
  /// selected row; page of a file: the first visible line, from 0.
  package var currentPage: Int {
    get { self[.currentPage] }
    set { self[.currentPage] = newValue }
  }

  /// Page: the number of rows at the top of its frame that hold its title; 0 hides the title.
  package var headerHeight: Int {
    get { self[.headerHeight] }
    set { self[.headerHeight] = newValue }
  }

  /// Page of entries: the selected row; option cell: its column; pointer: the number of its colour, from 0.
  package var selection: Int? {
    get { index(in: .selection) }
    set { setIndex(newValue, in: .selection) }
  }

  /// Tab item, option cell: whether its tab is shown; additional item: whether it is highlighted; page of a book:
  /// whether it is the active page; page control: whether the last row of the shown page states the page's position
  /// itself.
  package var isSelected: Bool {
    get { self[.isSelected] != 0 }
    set { self[.isSelected] = newValue ? 1 : 0 }
  }

  /// Tab item: the text of its badge, at most `TabBadge.mostColumns` wide; empty for none (ST-10).
  package var badge: String {
    get { self[.badge] }
    set { self[.badge] = newValue }
  }

  /// Tab item: the meaning of its badge, as the raw value of a `TabBadge.Role`.
  ///
  /// An unknown number from a later version is kept, so that both sides compute the same hash.
  package var badgeRoleNumber: Int {
    get { self[.badgeRole] }
    set { self[.badgeRole] = newValue }
  }

  /// The meaning of the badge; `neutral` if this version does not know it (STQ-4).
  package var badgeRole: TabBadge.Role {
    get { UInt8(exactly: badgeRoleNumber).flatMap(TabBadge.Role.init) ?? .neutral }
    set { badgeRoleNumber = Int(newValue.rawValue) }
  }

  /// Tab bar: the number of tabs scrolled out above the first visible one.
  package var hiddenAbove: Int {
    get { self[.hiddenAbove] }
    set { self[.hiddenAbove] = newValue }
  }

  /// Tab bar: the number of tabs below the last visible one.
  package var hiddenBelow: Int {
    get { self[.hiddenBelow] }
    set { self[.hiddenBelow] = newValue }
  }

  /// Page: whether it is the back of a turning leaf, its rows mirrored (AboutBooks).
  package var isMirrored: Bool {
    get { self[.isMirrored] != 0 }
    set { self[.isMirrored] = newValue ? 1 : 0 }
  }

  /// Indicator: the start of its mark in its frame, in eighths of a column.
  ///
  /// Mark of a sentence: the columns before it in its first row.
  package var markStart: Int {
    get { self[.markStart] }
    set { self[.markStart] = newValue }
  }

  /// Indicator: the length of its mark, in eighths of a column.
  ///
  /// Mark of a sentence: the column of its last row at which it ends; 0 where it has whole rows.
  package var markLength: Int {
    get { self[.markLength] }
    set { self[.markLength] = newValue }
  }

  /// Option bar: the raw value of its `BarStyle`; an unknown one from a later version is kept.
  package var barStyleNumber: Int {
    get { self[.barStyle] }
    set { self[.barStyle] = newValue }
  }

  /// The style of an option bar; buttons if this version does not know it.
  package var barStyle: BarStyle {
    get { UInt8(exactly: barStyleNumber).flatMap(BarStyle.init) ?? .buttons }
    set { barStyleNumber = Int(newValue.rawValue) }
  }

  /// Page of entries: the header row pinned at the top of the visible rows while others scroll under it (TW-9).
  package var pinnedRow: Int? {
    get { index(in: .pinnedRow) }
    set { setIndex(newValue, in: .pinnedRow) }
  }

  /// Page of entries: the filter words that a shown entry must contain; empty for no filter.
  package var filter: String {
    get { self[.filter] }
    set { self[.filter] = newValue }
  }

  /// Page of entries: the number of all entries, filtered out or not.
  package var unfiltered: Int {
    get { self[.unfiltered] }
    set { self[.unfiltered] = newValue }
  }

  /// Page: whether it has no scroll bar although its rows overflow.
  package var hidesIndicator: Bool {
    get { self[.hidesIndicator] != 0 }
    set { self[.hidesIndicator] = newValue ? 1 : 0 }
  }

  private func index(in field: ContainerField) -> Int? {
    self[field] == 0 ? nil : self[field] - 1
  }

  private mutating func setIndex(_ index: Int?, in field: ContainerField) {
    self[field] = index.map { $0 + 1 } ?? 0
  }
}
