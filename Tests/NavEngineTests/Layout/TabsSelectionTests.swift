import NavEngine
import Testing

@Suite("TabBarState: the selection")
struct TabsSelectionTests {
  @Test(
    "ST-5: another tab is selected, the same one goes to its root, an additional item is reported",
    arguments: [
      (before: "A[B]C|X", tap: "C", after: "AB[C]|X", outcome: "selected C"),
      ("A[B]C|X", "B", "A[B]C|X", "again B"), ("A[B]C|X", "X", "A[B]C|X", "additional X"),
      ("A[B]c", "c", "AB[c]", "selected c"),
    ] as [(before: String, tap: Character, after: String, outcome: String)]
  )
  func select(before: String, tap: Character, after: String, outcome: String) throws {
    var bar = try TabBarNotation.bar(before)
    // ST-11: a bar with an owner reports the same and changes nothing.
    #expect(try bar.outcome(ofSelecting: TabBarNotation.id(tap)).text == outcome)
    #expect(bar.text == before)
    #expect(try bar.select(TabBarNotation.id(tap)).text == outcome)
    #expect(bar.text == after)
  }

  @Test("ST-5: the selected tab again goes to its root, then to its top")
  func retap() {
    #expect(TabRetap(isAtRoot: false, isAtTop: false) == .popToRoot)
    #expect(TabRetap(isAtRoot: false, isAtTop: true) == .popToRoot)
    #expect(TabRetap(isAtRoot: true, isAtTop: false) == .scrollToTop)
    #expect(TabRetap(isAtRoot: true, isAtTop: true) == .nothing)
  }

  @Test(
    "ST-4, ST-11: a selection is reported to the caller alone, and the same one changes nothing"
  )
  func show() throws {
    var bar = try TabBarNotation.bar("[A]BC")
    #expect(try bar.select(TabBarNotation.id("B")) == .selected(TabBarNotation.id("B")))
    #expect(bar.text == "A[B]C" && bar.selectedIndex == 1)
    #expect(try bar.select(TabBarNotation.id("B")) == .retapped(TabBarNotation.id("B")))
    #expect(bar.text == "A[B]C")
    // The first layout shows an earlier selection.
    let places = TabBarNotation.layout(bar, 80, 23).items
    #expect(places.map(\.isSelected) == [false, true, false])
  }

  @Test("ST-7: additional items are never selected")
  func additional() throws {
    var bar = try TabBarNotation.bar("A[B]|XY")
    try bar.select(TabBarNotation.id("X"))
    #expect(bar.text == "A[B]|XY")
    let places = TabBarNotation.layout(bar, 80, 23).additionalItems
    #expect(places.map(\.isSelected) == [false, false])
    try bar.setAdditional(TabBarNotation.items("ZX"))
    #expect(bar.text == "A[B]|ZX")
  }

  @Test("STQ-5: a missing item is refused, in every command")
  func unknown() throws {
    let q = TabBarNotation.id("Q")
    for before in ["A[B]C|X", "[A]", "[a]"] {
      try TabBarNotation.refuse(before, .unknownItem(q)) { bar in try bar.select(q) }
      try TabBarNotation.refuse(before, .unknownItem(q)) { bar in
        _ = try bar.outcome(ofSelecting: q)
      }
    }
    #expect(throws: TabError.unknownItem(q)) { try TabBarState().outcome(ofSelecting: q) }
    #expect(TabError.unknownItem(q).description.contains("name one that is"))
  }

  @Test("numbers count the shown tabs, and are refused beyond")
  func numbers() throws {
    let names = Array("ABCDEFGHIJKL")
    for number in 1...11 {
      var bar = try TabBarNotation.bar(tabs: 12, additional: 2, selected: 11)
      #expect(try bar.select(number: number) == .selected(TabBarNotation.id(names[number - 1])))
      #expect(try bar.select(number: number) == .retapped(TabBarNotation.id(names[number - 1])))
    }
    for number in [Int.min, -1, 0, 13, 64, .max] {
      let all = "[A]BCDEFGHIJKL|XY"
      try TabBarNotation.refuse(all, .noTab(number: number, shown: 12)) { bar in
        try bar.select(number: number)
      }
    }
    var bar = try TabBarNotation.bar("[A]bC2")
    #expect(try bar.select(number: 2).text == "selected C")
    #expect(try bar.select(number: 3).text == "selected 2")
    try TabBarNotation.refuse("[A]bC", .noTab(number: 3, shown: 2)) { bar in
      try bar.select(number: 3)
    }
    try TabBarNotation.refuse("[a]|X", .noTab(number: 1, shown: 0)) { bar in
      try bar.select(number: 1)
    }
    #expect(TabError.noTab(number: 65, shown: 12).description.hasSuffix("from 1 to 12"))
    #expect(TabError.noTab(number: 3, shown: 2).description.hasSuffix("from 1 to 2"))
    #expect(TabError.noTab(number: 1, shown: 0).description.hasSuffix("shows no tabs"))
  }

  @Test(
    "next and previous cycle through the shown tabs",
    arguments: [
      (before: "[A]BC", next: "A[B]C", previous: "AB[C]"), ("AB[C]", "[A]BC", "A[B]C"),
      ("[A]", "[A]", "[A]"), ("[A]b", "[A]b", "[A]b"), ("[a]", "[a]", "[a]"),
      ("A[b]C", "Ab[C]", "[A]bC"), ("[a]BC", "a[B]C", "aB[C]"), ("[A]bC", "Ab[C]", "Ab[C]"),
      ("A[B]|X", "[A]B|X", "[A]B|X"), ("[A]1", "A[1]", "A[1]"),
    ]
  )
  func neighbours(before: String, next: String, previous: String) throws {
    var bar = try TabBarNotation.bar(before)
    let following = bar.selectNext()
    #expect(bar.text == next && following == (next == before ? nil : bar.selected))
    bar = try TabBarNotation.bar(before)
    let preceding = bar.selectPrevious()
    #expect(bar.text == previous && preceding == (previous == before ? nil : bar.selected))
    var empty = TabBarState()
    #expect(empty.selectNext() == nil && empty.selectPrevious() == nil)
  }
}
