import NavBase
import NavEngine
import Testing

/// A tab bar in words: a tab is a letter for its name, a small one has no face, a digit has a view
/// of its own; the selected one is in brackets.
///
/// The additional items follow the bar.
enum TabBarNotation {
  static func id(_ name: Character) -> TabItemID {
    TabItemID(rawValue: name.unicodeScalars.first?.value ?? 0)
  }

  static func item(_ name: Character) -> TabItem {
    TabItem(id: id(name), face: face(name))
  }

  static func items(_ names: some Sequence<Character>) -> [TabItem] { names.map(item) }

  private static func face(_ name: Character) -> TabFace? {
    if name.isNumber { return .view([StyledText("view \(name)")]) }
    return name.isUppercase ? .button(TabButton(title: "Tab \(name)", icon: "♫")) : nil
  }

  static func bar(_ text: String) throws -> TabBarState {
    var bar = TabBarState()
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    try bar.set(items(parts[0].filter { $0.isLetter || $0.isNumber }))
    if let open = parts[0].firstIndex(of: "[") {
      try bar.select(id(parts[0][parts[0].index(after: open)]))
    }
    if parts.count > 1 {
      try bar.setAdditional(items(parts[1]))
    }
    return bar
  }

  /// Returns a bar with a number of tabs, named by letters, and of additional items.
  static func bar(tabs: Int, additional: Int, selected: Int = 0) throws -> TabBarState {
    var bar = TabBarState()
    try bar.set(items("ABCDEFGHIJKL".prefix(tabs)))
    if tabs > 0 { try bar.select(bar.items[selected].id) }
    try bar.setAdditional(items("XYZ".prefix(additional)))
    return bar
  }

  /// Demands that a command is refused with an error and changes nothing.
  static func refuse(
    _ before: String,
    _ error: TabError,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ command: (inout TabBarState) throws -> Void
  ) throws {
    var bar = try bar(before)
    let old = bar
    let found = #expect(throws: TabError.self, sourceLocation: sourceLocation) { try command(&bar) }
    #expect(found == error, sourceLocation: sourceLocation)
    #expect(bar == old, sourceLocation: sourceLocation)
  }

  static func layout(
    _ bar: TabBarState,
    _ columns: Int,
    _ rows: Int,
    bottom: TabBottomPlace = .resting(isShown: false)
  ) -> TabLayout {
    TabLayout(
      of: bar,
      bottom: bottom,
      room: TabSize(width: Double(columns), height: Double(rows)),
      metrics: .cells(columns: columns)
    )
  }

  static func points(
    _ bar: TabBarState,
    width: Double = 1_024,
    height: Double = 748,
    bottom: TabBottomPlace = .resting(isShown: false)
  ) -> TabLayout {
    TabLayout(
      of: bar,
      bottom: bottom,
      room: TabSize(width: width, height: height),
      metrics: .points
    )
  }
}

extension TabItemID {
  var name: String { Unicode.Scalar(rawValue).map { String($0) } ?? "?" }
}

extension TabBarState {
  var text: String {
    let tabs = items.map { $0.id == selected ? "[\($0.id.name)]" : $0.id.name }.joined()
    let more = additionalItems.map(\.id.name)
    return tabs + (more.isEmpty ? "" : "|" + more.joined())
  }
}

extension TabOutcome {
  var text: String {
    switch self {
    case .selected(let id): "selected \(id.name)"
    case .retapped(let id): "again \(id.name)"
    case .additional(let id): "additional \(id.name)"
    }
  }
}

extension TabBarState {
  /// Changes an item's face by a list of the same items; throws if there is no such item.
  mutating func setFace(_ face: TabFace?, of id: TabItemID) throws {
    guard (items + additionalItems).contains(where: { $0.id == id }) else {
      throw TabError.unknownItem(id)
    }
    func changed(_ items: [TabItem]) -> [TabItem] {
      items.map { $0.id == id ? TabItem(id: id, face: face) : $0 }
    }
    try set(changed(items))
    try setAdditional(changed(additionalItems))
  }
}
