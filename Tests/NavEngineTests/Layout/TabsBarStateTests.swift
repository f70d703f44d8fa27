import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("TabBarState: items")
struct TabsBarStateTests {
  @Test(
    "ST-3: new tabs select the first; the same ones change nothing",
    arguments: [
      (before: "A[B]C", wanted: "ABC", after: "A[B]C", change: "none"),
      ("A[B]C", "CBA", "[C]BA", "- + C"), ("A[B]C", "AB", "[A]B", "-C + A"),
      ("A[B]C", "XAB", "[X]AB", "-C +X X"), ("A[B]|X", "C", "[C]|X", "-AB +C C"),
      ("[A]", "bC", "[b]C", "-A +bC b"), ("a[B]", "aB", "a[B]", "none"),
    ]
  )
  func set(before: String, wanted: String, after: String, change: String) throws {
    var bar = try TabBarNotation.bar(before)
    let found = try bar.set(TabBarNotation.items(wanted))
    #expect(bar.text == after)
    #expect((found.map(text) ?? "none") == change)
  }

  private func text(_ change: TabChange) -> String {
    let removed = change.removed.map(\.name).joined()
    let added = change.added.map(\.name).joined()
    return "-\(removed) +\(added) \(change.selected.name)"
  }

  @Test("ST-3: the same tabs with other faces keep the selection and change the faces")
  func setFaces() throws {
    var bar = try TabBarNotation.bar("A[B]")
    let faces = bar.items.map { TabItem(id: $0.id, face: .button(TabButton(title: "new"))) }
    #expect(try bar.set(faces) == nil)
    #expect(bar.text == "A[B]" && bar.items == faces)
  }

  @Test("ST-3, D-1: an empty list of tabs is refused, unless the bar has none")
  func noTabs() throws {
    try TabBarNotation.refuse("A[B]|X", .noItems) { bar in try bar.set([]) }
    var empty = TabBarState()
    #expect(try empty.set([]) == nil)
    #expect(empty.selected == nil && empty.selectedIndex == nil)
  }

  @Test("IDs are unique among both kinds, and there are limits")
  func limits() throws {
    let many = (0...TabBarState.mostItems).map {
      TabItem(id: TabItemID(rawValue: 1_000 + UInt32($0)), face: nil)
    }
    let few = Array(many.prefix(TabBarState.mostAdditionalItems + 1))
    try TabBarNotation.refuse("A[B]|X", .tooMany(count: 65, limit: 64)) { bar in try bar.set(many) }
    try TabBarNotation.refuse("A[B]|X", .tooMany(count: 17, limit: 16)) { bar in
      try bar.setAdditional(few)
    }
    try TabBarNotation.refuse("A[B]|X", .duplicate(TabBarNotation.id("C"))) { bar in
      try bar.set(TabBarNotation.items("CDC"))
    }
    try TabBarNotation.refuse("A[B]|X", .duplicate(TabBarNotation.id("X"))) { bar in
      try bar.set(TabBarNotation.items("CX"))
    }
    try TabBarNotation.refuse("A[B]|X", .duplicate(TabBarNotation.id("A"))) { bar in
      try bar.setAdditional(TabBarNotation.items("A"))
    }
    var bar = TabBarState()
    try bar.set(many.dropLast())
    #expect(bar.items.count == 64)
    bar = TabBarState()
    try bar.setAdditional(few.dropLast())
    #expect(bar.additionalItems.count == 16)
  }

  @Test("ST-6: a tab has the face of its stack's root, and none while that is empty")
  func faces() throws {
    var bar = try TabBarNotation.bar("A[B]C|X")
    let root = TabFace.button(TabButton(title: "Root"))
    let b = TabBarNotation.id("B")
    try bar.setFace(root, of: b)
    #expect(bar.shownItems.map(\.id.name) == ["A", "B", "C"] && bar.shownItems[1].face == root)
    try bar.setFace(nil, of: b)
    #expect(bar.shownItems.map(\.id.name) == ["A", "C"] && bar.text == "A[B]C|X")
    try bar.setFace(root, of: TabBarNotation.id("X"))
    #expect(bar.additionalItems[0].face == root)
  }

  @Test(
    "STQ-3: tabs that the bar hides count in all indexes",
    arguments: [
      (bar: "aB[C]", index: 2), ("[a]BC", 0), ("a[b]C", 1), ("[A]bC", 0), ("Ab[C]", 2),
    ] as [(bar: String, index: Int)]
  )
  func indexes(text: String, index: Int) throws {
    #expect(try TabBarNotation.bar(text).selectedIndex == index)
  }

  @Test("after any commands a bar with tabs has one selected")
  func anyCommands() throws {
    let names = Array("ABcD2XY")
    try forSeeds(0..<300) { generator in
      var bar = TabBarState()
      for _ in 0..<60 {
        let id = TabBarNotation.id(generator.pick(names))
        let some = names.filter { _ in generator.oneIn(2) }
        let old = bar
        var isRefused = false
        do {
          switch generator.int(in: 0...6) {
          case 0: try bar.set(TabBarNotation.items(some))
          case 1: try bar.setAdditional(TabBarNotation.items(some))
          case 2: try bar.select(id)
          case 3: try bar.select(number: generator.int(in: 0...4))
          case 4: bar.selectNext()
          case 5: bar.selectPrevious()
          default: try bar.setFace(generator.oneIn(2) ? nil : TabBarNotation.item("A").face, of: id)
          }
        } catch {
          isRefused = true
        }
        if isRefused { try demand(bar == old, "changed though refused") }
        try demand((bar.selected == nil) == bar.items.isEmpty, bar.text)
        try demand((bar.selectedIndex == nil) == bar.items.isEmpty, bar.text)
        let ids = (bar.items + bar.additionalItems).map(\.id)
        try demand(Set(ids).count == ids.count, bar.text)
      }
    }
  }
}
