import NavGeometry
import NavScene
import NavSync
import NavText
import SwiftProtobuf

extension Scene {
  var wire: Navd_V1_Scene {
    var message = Navd_V1_Scene()
    // A scene is encoded as its changes from an empty scene.
    for change in Scene(viewport: .zero).changes(to: self) {
      switch change {
      case .root(let change): message.root = Navd_V1_Root(change)
      case .container(let id, let change):
        message.containers.append(Navd_V1_Container(id, change))
      case .rows(let id, let first, let rows):
        message.rows.append(Navd_V1_Rows(id, first: first, rows))
      case .removeContainer, .removeRows:
        preconditionFailure("cannot remove anything from nothing")
      }
    }
    return message
  }

  init(_ message: Navd_V1_Scene) throws(WireError) {
    var scene = HashedScene(Scene(viewport: .zero))
    do {
      try scene.apply(.root(message.root.change))
      for container in message.containers {
        try scene.apply(.container(ContainerID(rawValue: container.id), container.change))
      }
      for rows in message.rows {
        try scene.apply(
          .rows(ContainerID(rawValue: rows.container), first: Int(rows.first), rows.textRows())
        )
      }
    } catch let error as CorruptUpdate {
      throw WireError(error.description)
    } catch {
      throw WireError("\(error)")
    }
    self = scene.scene
  }
}

extension Navd_V1_Root {
  init(_ change: RootChange) {
    self.init()
    if let session = change.texts[.session] { self.session = session }
    if let search = change.texts[.search] { self.search = search }
    if let stale = change.texts[.stale] { self.stale = stale }
    for (field, value) in change.fields {
      let unsigned = UInt32(clamping: value)
      switch field {
      case .columns: columns = unsigned
      case .rows: rows = unsigned
      case .focus: focus = unsigned
      case .focusKind: focusKind = Navd_V1_FocusKind(rawValue: Int(Int32(clamping: value))) ?? .none
      case .viewers: viewers = unsigned
      case .isUnsaved: unsaved = value != 0
      case .isInsecure: insecure = value != 0
      case .matches: matches = unsigned
      case .match: match = unsigned
      }
    }
  }

  var change: RootChange {
    var change = RootChange()
    if hasSession { change.texts[.session] = session }
    if hasSearch { change.texts[.search] = search }
    if hasStale { change.texts[.stale] = stale }
    if hasColumns { change.fields[.columns] = Int(columns) }
    if hasRows { change.fields[.rows] = Int(rows) }
    if hasFocus { change.fields[.focus] = Int(focus) }
    if hasFocusKind { change.fields[.focusKind] = focusKind.number }
    if hasViewers { change.fields[.viewers] = Int(viewers) }
    if hasUnsaved { change.fields[.isUnsaved] = unsaved ? 1 : 0 }
    if hasInsecure { change.fields[.isInsecure] = insecure ? 1 : 0 }
    if hasMatches { change.fields[.matches] = Int(matches) }
    if hasMatch { change.fields[.match] = Int(match) }
    return change
  }
}

extension Navd_V1_Container {
  init(_ id: ContainerID, _ change: ContainerChange) {
    self.init()
    self.id = id.rawValue
    if let title = change.texts[.title] { self.title = title }
    if let badge = change.texts[.badge] { self.badge = badge }
    if let filter = change.texts[.filter] { self.filter = filter }
    for (field, value) in change.fields { set(field, to: value) }
  }

  private mutating func set(_ field: ContainerField, to value: Int) {
    // Layout values stay far within 32 bits; see the limits of the protocol.
    let signed = Int32(clamping: value)
    let unsigned = UInt32(clamping: value)
    switch field {
    case .kind: kind = Navd_V1_ContainerKind(rawValue: Int(signed)) ?? .unspecified
    case .parent: parent = unsigned
    case .x: x = signed
    case .y: y = signed
    case .width: width = unsigned
    case .height: height = unsigned
    case .z: z = signed
    case .isHidden: hidden = value != 0
    case .overlay: overlay = unsigned
    case .scrollX: scrollX = signed
    case .scrollY: scrollY = signed
    case .contentX: contentX = signed
    case .contentY: contentY = signed
    case .contentWidth: contentWidth = unsigned
    case .contentHeight: contentHeight = unsigned
    case .pageCount: pageCount = unsigned
    case .currentPage: currentPage = unsigned
    case .headerHeight: headerHeight = unsigned
    case .selection: selection = unsigned
    case .isSelected: selected = value != 0
    case .badgeRole: badgeRole = Navd_V1_BadgeRole(rawValue: Int(signed)) ?? .neutral
    case .hiddenAbove: hiddenAbove = unsigned
    case .hiddenBelow: hiddenBelow = unsigned
    case .isMirrored: mirrored = value != 0
    case .markStart: markStart = signed
    case .markLength: markLength = unsigned
    case .barStyle: barStyle = Navd_V1_BarStyle(rawValue: Int(signed)) ?? .buttons
    case .pinnedRow: pinnedRow = unsigned
    case .unfiltered: unfiltered = unsigned
    }
  }

  var change: ContainerChange {
    var change = ContainerChange()
    if hasTitle { change.texts[.title] = title }
    if hasBadge { change.texts[.badge] = badge }
    if hasFilter { change.texts[.filter] = filter }
    if hasKind { change.fields[.kind] = kind.number }
    if hasParent { change.fields[.parent] = Int(parent) }
    if hasX { change.fields[.x] = Int(x) }
    if hasY { change.fields[.y] = Int(y) }
    if hasWidth { change.fields[.width] = Int(width) }
    if hasHeight { change.fields[.height] = Int(height) }
    if hasZ { change.fields[.z] = Int(z) }
    if hasHidden { change.fields[.isHidden] = hidden ? 1 : 0 }
    if hasOverlay { change.fields[.overlay] = Int(overlay) }
    if hasScrollX { change.fields[.scrollX] = Int(scrollX) }
    if hasScrollY { change.fields[.scrollY] = Int(scrollY) }
    if hasContentX { change.fields[.contentX] = Int(contentX) }
    if hasContentY { change.fields[.contentY] = Int(contentY) }
    if hasContentWidth { change.fields[.contentWidth] = Int(contentWidth) }
    if hasContentHeight { change.fields[.contentHeight] = Int(contentHeight) }
    if hasPageCount { change.fields[.pageCount] = Int(pageCount) }
    if hasCurrentPage { change.fields[.currentPage] = Int(currentPage) }
    if hasHeaderHeight { change.fields[.headerHeight] = Int(headerHeight) }
    if hasSelection { change.fields[.selection] = Int(selection) }
    if hasSelected { change.fields[.isSelected] = selected ? 1 : 0 }
    if hasBadgeRole { change.fields[.badgeRole] = badgeRole.number }
    if hasHiddenAbove { change.fields[.hiddenAbove] = Int(hiddenAbove) }
    if hasHiddenBelow { change.fields[.hiddenBelow] = Int(hiddenBelow) }
    if hasMirrored { change.fields[.isMirrored] = mirrored ? 1 : 0 }
    if hasMarkStart { change.fields[.markStart] = Int(markStart) }
    if hasMarkLength { change.fields[.markLength] = Int(markLength) }
    if hasBarStyle { change.fields[.barStyle] = barStyle.number }
    if hasPinnedRow { change.fields[.pinnedRow] = Int(pinnedRow) }
    if hasUnfiltered { change.fields[.unfiltered] = Int(unfiltered) }
    return change
  }
}

extension SwiftProtobuf.Enum {
  /// The number as `WireWriter` encodes it, which is never negative.
  ///
  /// A negative number has no meaning in any version; it maps to one that is out of every range.
  fileprivate var number: Int { Int(UInt32(truncatingIfNeeded: rawValue)) }
}

extension Navd_V1_Rows {
  init(_ id: ContainerID, first: Int, _ rows: [TextRow]) {
    let packed = PackedRows(rows)
    self.init()
    container = id.rawValue
    self.first = UInt32(clamping: first)
    text = String(decoding: packed.text, as: UTF8.self)
    looks = packed.looks
    links = packed.links
    windows = packed.windows
  }

  func textRows() throws(WireError) -> [TextRow] {
    try RowUnpacker.rows(text: text, looks: looks, links: links, windows: windows)
  }
}
