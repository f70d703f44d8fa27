package import NavBase

/// The stored form of navigation states (state.proto).
extension NavigationState: WireFields {
  package static var blank: Self { Self() }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.nodes(1, &nodes)
    try archive.string(2, command: &search)
    try archive.bool(3, &wrapsLines)
    try archive.enumeration(5, &numbers, or: .automatic)
    try archive.bool(7, &isBlank)
    var number = theme.map { Int($0.rawValue) }
    try archive.uint32(8, fromOne: &number)
    if !archive.isWriter { theme = number.flatMap(BuiltInTheme.init(stored:)) }
  }
}

extension BuiltInTheme {
  /// Nil for a theme of a newer daemon.
  fileprivate init?(stored number: Int) {
    guard let theme = UInt8(exactly: number).flatMap(Self.init(rawValue:)) else { return nil }
    self = theme
  }
}

extension NavigationState.Numbers: WireEnumeration {}

extension NavigationChange: WireFields {
  package static var blank: Self { Self() }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.nodes(1, &nodes)
    var paths = removed.sorted { $0.lexicographicallyPrecedes($1) }
    try archive.messages(2, &paths) { path, archive throws(WireError) in
      try archive.path(path)
    }
    try archive.string(3, &search)
    try archive.bool(4, &wrapsLines)
    var number = numbers?.number
    try archive.uint32(6, &number)
    try archive.bool(7, &isBlank)
    var chosen = theme.map { UInt32($0.map { Int($0.rawValue) + 1 } ?? 0) }
    try archive.uint32(8, &chosen)
    guard !archive.isWriter else { return }
    theme = chosen.map { $0 == 0 ? nil : BuiltInTheme(stored: Int($0) - 1) }
    removed = Set(paths)
    if let text = search { search = try commandText(text) }
    numbers = number.map { number in
      NavigationState.Numbers.allCases.first { $0.number == number } ?? .automatic
    }
  }
}

extension WireArchive {
  /// Codes the fields of a path.
  fileprivate mutating func path(
    _ path: NavigationState.Path?
  ) throws(WireError) -> NavigationState.Path {
    var path = path ?? []
    try uint32s(1, &path)
    return path
  }

  /// Nodes sorted by their paths, so that equal states have equal bytes.
  fileprivate mutating func nodes(
    _ field: Int,
    _ nodes: inout [NavigationState.Path: NavigationState.Node]
  ) throws(WireError) {
    var placed = nodes.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    try messages(field, &placed) { place, archive throws(WireError) in
      var path = place?.key ?? []
      try archive.message(1) { archive throws(WireError) in
        path = try archive.path(path)
      }
      // Ignores a node of a later version.
      return try NavigationState.Node.coded(place?.value, &archive).map { (path, $0) }
    }
    if !Self.isWriter { nodes = Dictionary(placed.map { ($0.key, $0.value) }) { $1 } }
  }
}

extension NavigationState.Node {
  private static let members: WireMembers = [2, 3, 4, 5, 6]

  /// The kinds by the numbers of their fields.
  private enum Kind: Int {
    case rows = 2
    case pager = 3
    case stack = 4
    case tabs = 5
    case split = 6
  }

  private var kind: Kind {
    switch self {
    case .rows: .rows
    case .pager: .pager
    case .stack: .stack
    case .tabs: .tabs
    case .split: .split
    }
  }

  /// Nil for a kind of a later version.
  fileprivate static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self? {
    let member = archive.member(value?.kind.rawValue, of: members)
    guard let kind = member.flatMap(Kind.init) else { return nil }
    switch kind {
    case .rows:
      var rows: NavigationState.Rows?
      if case .rows(let given) = value { rows = given }
      return .rows(try archive.message(kind.rawValue, rows))
    case .pager:
      var pager: NavigationState.Pager?
      if case .pager(let given) = value { pager = given }
      return .pager(try archive.message(kind.rawValue, pager))
    case .stack:
      var stack: NavigationState.Stack?
      if case .stack(let given) = value { stack = given }
      return .stack(try archive.message(kind.rawValue, stack))
    case .tabs:
      var tabs: NavigationState.Tabs?
      if case .tabs(let given) = value { tabs = given }
      return .tabs(try archive.message(kind.rawValue, tabs))
    case .split:
      var split: NavigationState.Split?
      if case .split(let given) = value { split = given }
      return .split(try archive.message(kind.rawValue, split))
    }
  }
}

extension NavigationState.Rows: WireFields {
  package static var blank: Self {
    Self(
      selection: nil,
      anchor: ScrollAnchor(position: TextPosition(block: 0, grapheme: 0), ratio: 0)
    )
  }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    var (block, grapheme) = (anchor.position.block, anchor.position.grapheme)
    var (ratio, step) = (anchor.ratio, anchor.step.map { UInt64(clamping: $0) })
    try archive.message(1, &selection)
    // In a large text, it is a byte of the file.
    try archive.uint64(2, &block)
    try archive.uint64(3, &grapheme)
    try archive.double(4, &ratio)
    try archive.check(
      (0...1).contains(ratio),
      "an anchor at \(ratio) of the visible rows; it is at 0 to 1"
    )
    try archive.bytes(5, &anchorKey)
    try archive.string(6, command: &filter)
    try archive.uint64(7, &step)
    guard !archive.isWriter else { return }
    anchor = ScrollAnchor(
      position: TextPosition(block: min(block, 1 << 48), grapheme: grapheme),
      ratio: ratio,
      step: step.map { Int(Int32(clamping: $0)) }
    )
  }
}

extension NavigationState.Rows.Entry: WireFields {
  package static var blank: Self { Self(index: 0, key: []) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.index(1, &index)
    try archive.bytes(2, &key)
  }
}

extension NavigationState.Pager: WireFields {
  package static var blank: Self { Self(current: 0, shift: 0, step: 0) }

  /// The farthest that a header may be scrolled, in cells.
  private static let shiftLimit = Double(Int32.max)

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.index(1, &current)
    try archive.double(2, &shift)
    if !archive.isWriter {
      shift = shift.isFinite ? min(max(-Self.shiftLimit, shift), Self.shiftLimit) : 0
    }
    try archive.index(3, &step)
    try archive.string(4, &titles)
  }
}

extension NavigationState.Stack: WireFields {
  package static var blank: Self { Self(keys: [], active: 0, position: .left) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    var isRight = position == .right
    try archive.bytes(1, &keys)
    try archive.index(2, &active)
    try archive.bool(3, &isRight)
    try archive.bytes(4, &values)
    position = isRight ? .right : .left
  }
}

extension NavigationState.Tabs: WireFields {
  package static var blank: Self { Self(selected: 0, isBottomShown: false) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.index(1, &selected)
    try archive.bool(2, &isBottomShown)
  }
}

extension NavigationState.Split: WireFields {
  package static var blank: Self { Self(shares: [], focused: 0) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint32s(1, &shares)
    try archive.index(2, &focused)
  }
}

extension WireArchive {
  /// A stored index; one that no content has is lowered, so that arithmetic on it can't overflow.
  fileprivate mutating func index(_ field: Int, _ index: inout Int) throws(WireError) {
    try uint64(field, &index)
    if !Self.isWriter { index = Int(Int32(clamping: index)) }
  }
}
