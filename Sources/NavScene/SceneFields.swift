package import NavGeometry

/// The integer fields of a scene's root, numbered as in `proto/navd/v1/scene.proto`. (Text fields are `RootText`.)
package enum RootField: UInt8, CaseIterable, Hashable, Sendable {
  case columns = 1
  case rows = 2
  case focus = 3
  case focusKind = 4
  case viewers = 5
  case isUnsaved = 7
  case isInsecure = 8
  case matches = 10
  case match = 11

  /// All fields by ascending number, as a stored constant.
  package static let ascending = allCases

  /// The text field whose number directly precedes this field's; every hashed text field has such a successor.
  package var precedingText: RootText? {
    switch self {
    case .isUnsaved: .session
    case .matches: .search
    case .columns, .rows, .focus, .focusKind, .viewers, .isInsecure, .match: nil
    }
  }
}

/// The text fields of a scene's root, which share the numbering of the integer fields.
package enum RootText: UInt8, CaseIterable, Hashable, Sendable {
  case session = 6
  case search = 9
  case stale = 12

  /// The text fields numbered after all integer fields; none of them is hashed.
  package static let trailing: [RootText] = [.stale]
}

/// The integer fields of a container, numbered as in `proto/navd/v1/scene.proto`. (Text fields are `ContainerText`.)
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

  /// All fields by ascending number, as a stored constant.
  package static let ascending = allCases

  /// The text field whose number directly precedes this field's.
  ///
  /// Every text field has such a successor, so iterating over the integer fields visits all texts in order.
  package var precedingText: ContainerText? {
    switch self {
    case .pageCount: .title
    case .badgeRole: .badge
    case .unfiltered: .filter
    case .kind, .parent, .x, .y, .width, .height, .z, .isHidden, .overlay, .scrollX, .scrollY,
      .contentX, .contentY, .contentWidth, .contentHeight, .currentPage, .headerHeight, .selection,
      .isSelected, .hiddenAbove, .hiddenBelow, .isMirrored, .markStart, .markLength, .barStyle,
      .pinnedRow:
      nil
    }
  }
}

/// The text fields of a container, which share the numbering of the integer fields.
package enum ContainerText: UInt8, CaseIterable, Hashable, Sendable {
  case title = 17
  case badge = 23
  case filter = 32
}

extension Scene {
  /// An integer field of the root, as it is hashed, compared and sent.
  package subscript(field: RootField) -> Int {
    switch field {
    case .columns: viewport.columns
    case .rows: viewport.rows
    case .focus: focus.map { Int($0.rawValue) } ?? 0
    case .focusKind: Int(focusKind.rawValue)
    case .viewers: viewers
    case .isUnsaved: isUnsaved ? 1 : 0
    case .isInsecure: isInsecure ? 1 : 0
    case .matches: matches
    case .match: match
    }
  }

  /// A text field of the root.
  package subscript(text: RootText) -> String {
    get {
      switch text {
      case .session: session
      case .search: search
      case .stale: stale
      }
    }
    set {
      switch text {
      case .session: session = newValue
      case .search: search = newValue
      case .stale: stale = newValue
      }
    }
  }

  /// Sets a root field from a received value; returns false, changing nothing, if the value is out of range.
  package mutating func set(_ field: RootField, to value: Int) -> Bool {
    switch field {
    case .columns:
      guard (0...Limits.coordinate).contains(value) else { return false }
      viewport.columns = value
    case .rows:
      guard (0...Limits.coordinate).contains(value) else { return false }
      viewport.rows = value
    case .focus:
      guard let id = UInt32(exactly: value) else { return false }
      focus = id == 0 ? nil : ContainerID(rawValue: id)
    case .focusKind:
      // An unknown kind from a later version has no keys here.
      guard let raw = UInt8(exactly: value) else { return false }
      focusKind = FocusKind(rawValue: raw) ?? .none
    case .viewers:
      guard (0...Limits.coordinate).contains(value) else { return false }
      viewers = value
    case .isUnsaved:
      guard (0...1).contains(value) else { return false }
      isUnsaved = value == 1
    case .isInsecure:
      guard (0...1).contains(value) else { return false }
      isInsecure = value == 1
    case .matches:
      guard (0...Limits.coordinate).contains(value) else { return false }
      matches = value
    case .match:
      guard (0...Limits.coordinate).contains(value) else { return false }
      match = value
    }
    return true
  }
}

extension Container {
  /// An integer field, as it is hashed, compared and sent.
  package subscript(field: ContainerField) -> Int {
    switch field {
    case .kind: Int(kind.rawValue)
    case .parent: parent.map { Int($0.rawValue) } ?? 0
    case .x: frame.x
    case .y: frame.y
    case .width: frame.width
    case .height: frame.height
    case .z: z
    case .isHidden: isHidden ? 1 : 0
    case .overlay: overlay
    case .scrollX: scroll.x
    case .scrollY: scroll.y
    case .contentX: content.x
    case .contentY: content.y
    case .contentWidth: content.width
    case .contentHeight: content.height
    case .pageCount: pageCount
    case .currentPage: currentPage
    case .headerHeight: headerHeight
    case .selection: selection.map { $0 + 1 } ?? 0
    case .isSelected: isSelected ? 1 : 0
    case .badgeRole: badgeRoleNumber
    case .hiddenAbove: hiddenAbove
    case .hiddenBelow: hiddenBelow
    case .isMirrored: isMirrored ? 1 : 0
    case .markStart: markStart
    case .markLength: markLength
    case .barStyle: barStyleNumber
    case .pinnedRow: pinnedRow.map { $0 + 1 } ?? 0
    case .unfiltered: unfiltered
    }
  }

  /// A text field.
  package subscript(text: ContainerText) -> String {
    get {
      switch text {
      case .title: title
      case .badge: badge
      case .filter: filter
      }
    }
    set {
      switch text {
      case .title: title = newValue
      case .badge: badge = newValue
      case .filter: filter = newValue
      }
    }
  }

  /// Sets a field from a received value; returns false, changing nothing, if the value is out of range.
  package mutating func set(_ field: ContainerField, to value: Int) -> Bool {
    guard field.range.contains(value) else { return false }
    switch field {
    case .kind:
      guard let raw = UInt8(exactly: value), let kind = ContainerKind(rawValue: raw) else {
        return false
      }
      self.kind = kind
    case .parent:
      guard let raw = UInt32(exactly: value), raw < id.rawValue else { return false }
      parent = raw == 0 ? nil : ContainerID(rawValue: raw)
    case .x: frame.x = value
    case .y: frame.y = value
    case .width: frame.width = value
    case .height: frame.height = value
    case .z: z = value
    case .isHidden: isHidden = value == 1
    case .overlay: overlay = value
    case .scrollX: scroll.x = value
    case .scrollY: scroll.y = value
    case .contentX: content.x = value
    case .contentY: content.y = value
    case .contentWidth: content.width = value
    case .contentHeight: content.height = value
    case .pageCount: pageCount = value
    case .currentPage: currentPage = value
    case .headerHeight: headerHeight = value
    case .selection: selection = value == 0 ? nil : value - 1
    case .isSelected: isSelected = value == 1
    case .badgeRole: badgeRoleNumber = value
    case .hiddenAbove: hiddenAbove = value
    case .hiddenBelow: hiddenBelow = value
    case .isMirrored: isMirrored = value == 1
    case .markStart: markStart = value
    case .markLength: markLength = value
    case .barStyle: barStyleNumber = value
    case .pinnedRow: pinnedRow = value == 0 ? nil : value - 1
    case .unfiltered: unfiltered = value
    }
    return true
  }
}

extension ContainerField {
  /// The values allowed in a message; any other value marks the message as corrupt.
  package var range: ClosedRange<Int> {
    switch self {
    case .kind: 1...255
    case .parent: 0...Int(UInt32.max)
    case .x, .y, .z, .scrollX, .scrollY, .contentX, .contentY, .markStart:
      -Limits.coordinate...Limits.coordinate
    case .width, .height, .contentWidth, .contentHeight, .pageCount, .currentPage, .headerHeight,
      .selection, .hiddenAbove, .hiddenBelow, .markLength, .pinnedRow, .unfiltered:
      0...Limits.coordinate
    case .isHidden, .isSelected, .isMirrored: 0...1
    case .overlay, .badgeRole, .barStyle: 0...255
    }
  }
}

/// Bounds of all numbers in a scene, so that no sum of received values can overflow.
package enum Limits {
  /// The largest distance from an origin, in cells: 2^40.
  package static let coordinate = 1 << 40
  /// The largest supported viewport.
  package static let viewport = CellSize(columns: 1000, rows: 500)
  /// The number of rows from the top of an overflowing page that a scene always holds, so that a viewer can scroll on
  /// its own (Sources/README.md, decision 2).
  package static let leadingRows = 200
  /// The most bytes of text in leading rows that are not visible; beyond it, fewer such rows are held.
  package static let leadingBytes = 64 << 10
  /// The largest number of frames in a timeline.
  package static let frames = 180
}
