package import NavModel
import NavText
package import NavWire
import SwiftProtobuf

/// The stored form of navigation states (state.proto).
extension NavigationState {
  package func encoded() -> [UInt8] {
    var message = Navd_V1_Place()
    message.nodes = nodes.wire
    message.search = search
    message.wrapsLines = wrapsLines
    message.numbers = numbers.wire
    return serialized(message)
  }

  /// Decodes a navigation state.
  ///
  /// - Throws: `WireError` for malformed bytes or an impossible state.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    let message: Navd_V1_Place = try parsed(bytes)
    self.init(
      nodes: try [Path: Node](message.nodes),
      search: try commandText(message.search),
      wrapsLines: message.wrapsLines,
      numbers: Numbers(message.numbers)
    )
  }
}

extension NavigationState.Numbers {
  fileprivate var wire: Navd_V1_LineNumbers {
    switch self {
    case .automatic: .automatic
    case .on: .on
    case .off: .off
    }
  }

  /// A value of a newer daemon counts as automatic.
  fileprivate init(_ message: Navd_V1_LineNumbers) {
    self =
      switch message {
      case .on: .on
      case .off: .off
      case .automatic, .UNRECOGNIZED: .automatic
      }
  }
}

extension NavigationChange {
  package func encoded() -> [UInt8] {
    var message = Navd_V1_PlaceChange()
    message.nodes = nodes.wire
    message.removed = removed.sorted { $0.lexicographicallyPrecedes($1) }.map(\.wire)
    if let search { message.search = search }
    if let wrapsLines { message.wrapsLines = wrapsLines }
    if let numbers { message.numbers = numbers.wire }
    return serialized(message)
  }

  /// Decodes a change of a navigation state.
  ///
  /// - Throws: `WireError` for malformed bytes or an impossible change.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    let message: Navd_V1_PlaceChange = try parsed(bytes)
    self.init(
      nodes: try [NavigationState.Path: NavigationState.Node](message.nodes),
      removed: Set(message.removed.map(\.path)),
      search: message.hasSearch ? try commandText(message.search) : nil,
      wrapsLines: message.hasWrapsLines ? message.wrapsLines : nil,
      numbers: message.hasNumbers ? NavigationState.Numbers(message.numbers) : nil
    )
  }
}

extension [NavigationState.Path: NavigationState.Node] {
  /// The nodes sorted by path, so that equal states have equal bytes.
  fileprivate var wire: [Navd_V1_PlaceNode] {
    sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { path, node in
      var message = Navd_V1_PlaceNode()
      message.path = path.wire
      switch node {
      case .rows(let rows): message.rows = rows.wire
      case .pager(let pager): message.pager = pager.wire
      case .stack(let stack): message.stack = stack.wire
      case .tabs(let tabs): message.tabs = tabs.wire
      case .split(let split): message.split = split.wire
      }
      return message
    }
  }

  fileprivate init(_ messages: [Navd_V1_PlaceNode]) throws(WireError) {
    self.init(minimumCapacity: messages.count)
    for message in messages {
      switch message.node {
      case .rows(let rows): self[message.path.path] = .rows(try NavigationState.Rows(rows))
      case .pager(let pager): self[message.path.path] = .pager(NavigationState.Pager(pager))
      case .stack(let stack): self[message.path.path] = .stack(NavigationState.Stack(stack))
      case .tabs(let tabs): self[message.path.path] = .tabs(NavigationState.Tabs(tabs))
      case .split(let split): self[message.path.path] = .split(NavigationState.Split(split))
      // Ignores a node of a later version.
      case nil: continue
      }
    }
  }
}

extension NavigationState.Path {
  fileprivate var wire: Navd_V1_PlacePath {
    var message = Navd_V1_PlacePath()
    message.pages = map { UInt32(clamping: $0) }
    return message
  }
}

extension Navd_V1_PlacePath {
  fileprivate var path: NavigationState.Path { pages.map { Int($0) } }
}

extension NavigationState.Rows {
  fileprivate var wire: Navd_V1_RowsPlace {
    var message = Navd_V1_RowsPlace()
    if let selection {
      message.selection.index = UInt64(clamping: selection.index)
      message.selection.key = bytes(selection.key)
    }
    message.block = UInt64(clamping: anchor.position.block)
    message.grapheme = UInt64(clamping: anchor.position.grapheme)
    message.ratio = anchor.ratio
    if let anchorKey { message.anchorKey = bytes(anchorKey) }
    message.filter = filter
    if let step = anchor.step { message.step = UInt64(clamping: step) }
    return message
  }

  fileprivate init(_ message: Navd_V1_RowsPlace) throws(WireError) {
    guard (0...1).contains(message.ratio) else {
      throw WireError("an anchor at \(message.ratio) of the visible rows; it is at 0 to 1")
    }
    self.init(
      selection: message.hasSelection
        ? Entry(index: Int(index: message.selection.index), key: Array(message.selection.key))
        : nil,
      anchor: ScrollAnchor(
        position: TextPosition(
          block: Int(index: message.block),
          grapheme: Int(clamping: message.grapheme)
        ),
        ratio: message.ratio,
        step: message.hasStep ? Int(index: message.step) : nil
      ),
      anchorKey: message.hasAnchorKey ? Array(message.anchorKey) : nil,
      filter: try commandText(message.filter)
    )
  }
}

extension NavigationState.Pager {
  fileprivate var wire: Navd_V1_PagerPlace {
    var message = Navd_V1_PagerPlace()
    message.current = UInt64(clamping: current)
    message.shift = shift
    message.step = UInt64(clamping: step)
    return message
  }

  fileprivate init(_ message: Navd_V1_PagerPlace) {
    self.init(
      current: Int(index: message.current),
      shift: message.shift.isFinite ? min(max(-Int.shiftLimit, message.shift), Int.shiftLimit) : 0,
      step: Int(index: message.step)
    )
  }
}

extension NavigationState.Stack {
  fileprivate var wire: Navd_V1_StackPlace {
    var message = Navd_V1_StackPlace()
    message.keys = keys.map { bytes($0) }
    message.active = UInt64(clamping: active)
    message.right = position == .right
    return message
  }

  fileprivate init(_ message: Navd_V1_StackPlace) {
    self.init(
      keys: message.keys.map { Array($0) },
      active: Int(index: message.active),
      position: message.right ? .right : .left
    )
  }
}

extension NavigationState.Tabs {
  fileprivate var wire: Navd_V1_TabsPlace {
    var message = Navd_V1_TabsPlace()
    message.selected = UInt64(clamping: selected)
    message.bottomShown = isBottomShown
    return message
  }

  fileprivate init(_ message: Navd_V1_TabsPlace) {
    self.init(selected: Int(index: message.selected), isBottomShown: message.bottomShown)
  }
}

extension NavigationState.Split {
  fileprivate var wire: Navd_V1_SplitPlace {
    var message = Navd_V1_SplitPlace()
    message.shares = shares.map { UInt32(clamping: $0) }
    message.focused = UInt64(clamping: focused)
    return message
  }

  fileprivate init(_ message: Navd_V1_SplitPlace) {
    self.init(
      shares: message.shares.map { Int($0) },
      focused: Int(index: message.focused)
    )
  }
}

extension Int {
  /// Creates a stored index; one that no content has is lowered, so that arithmetic on it can't overflow.
  fileprivate init(index: UInt64) { self = Int(Int32(clamping: index)) }

  /// The farthest that a header may be scrolled, in cells.
  fileprivate static let shiftLimit = Double(Int32.max)
}
