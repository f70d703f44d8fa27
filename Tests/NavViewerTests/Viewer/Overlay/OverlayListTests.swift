import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Lists of overlays, and their size")
struct OverlayListTests {
  private static func list(_ keys: [String], count: Int, isSelectable: Bool) throws -> OverlayList {
    var list = OverlayList(isSelectable: isSelectable)
    list.replace(count: count)
    for name in keys {
      _ = list.receive(try #require(Key(name: name)), rows: 5, isTyping: false)
    }
    return list
  }

  @Test(
    "keys move the selection, which stays visible",
    arguments: [
      ([], 0, 0..<5), (["Down"], 1, 0..<5), (["Up"], 0, 0..<5), (["PgDn"], 4, 0..<5),
      (["PgDn", "j"], 5, 1..<6), (["End"], 19, 15..<20), (["G", "k"], 18, 15..<20),
      (["End", "PgUp", "PgUp"], 11, 11..<16), (["End", "Home"], 0, 0..<5),
      (["Space", "Space"], 8, 4..<9),
    ] as [([String], Int, Range<Int>)]
  )
  func selection(keys: [String], selection: Int, window: Range<Int>) throws {
    let list = try Self.list(keys, count: 20, isSelectable: true)
    #expect(list.selection == selection)
    #expect(list.window(of: 5) == window)
  }

  @Test(
    "without a selection keys scroll the list",
    arguments: [
      ([], 0..<5), (["Down"], 1..<6), (["Up"], 0..<5), (["PgDn"], 4..<9), (["End"], 15..<20),
      (["End", "Down"], 15..<20), (["End", "Up"], 14..<19), (["End", "Home"], 0..<5),
    ] as [([String], Range<Int>)]
  )
  func scrolling(keys: [String], window: Range<Int>) throws {
    #expect(try Self.list(keys, count: 20, isSelectable: false).window(of: 5) == window)
  }

  @Test("while typing, letters and Home are no keys of the list")
  func typing() throws {
    var list = OverlayList(isSelectable: true)
    list.replace(count: 9)
    for name in ["j", "Space", "G", "Home", "End", "Left", "Ctrl-Down"] {
      let isUsed = list.receive(try #require(Key(name: name)), rows: 5, isTyping: true)
      #expect(!isUsed, "\(name)")
    }
    #expect(list.selection == 0)
  }

  @Test("after any keys, the window contains the selection and stays within the rows")
  func laws() throws {
    var generator = SplitMix64(seed: 7)
    let names = ["Up", "Down", "PgUp", "PgDn", "Home", "End"]
    for round in 0..<200 {
      var list = OverlayList(isSelectable: round % 2 == 0)
      var count = Int.random(in: 0...30, using: &generator)
      list.replace(count: count, selecting: Int.random(in: -2...40, using: &generator))
      for _ in 0..<20 {
        let rows = Int.random(in: 0...12, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0:
          count = Int.random(in: 0...30, using: &generator)
          list.replace(count: count)
        case 1: list.scroll(by: Int.random(in: -40...40, using: &generator), rows: rows)
        default:
          let name = names.randomElement(using: &generator) ?? ""
          _ = list.receive(try #require(Key(name: name)), rows: rows, isTyping: false)
        }
        let window = list.window(of: rows)
        try #require(window.lowerBound >= 0 && window.upperBound <= count, "round \(round)")
        try #require(window.count == min(rows, count), "round \(round): \(window) of \(count)")
        if let selection = list.selection, rows > 0 {
          try #require(window.contains(selection), "round \(round)")
        }
        try #require((list.selection == nil) == (round % 2 == 1 || count == 0))
      }
    }
  }

  @Test("a box is never larger than the terminal, and its list is inside it")
  func room() {
    for columns in 10...90 {
      for rows in 3...30 {
        for wish in [(1, 1), (62, 14), (500, 500)] {
          for hasField in [true, false] {
            let room = OverlayArea(
              OverlayArea.PreferredSize(columns: wish.0, rows: wish.1, hasField: hasField),
              in: CellSize(columns: columns, rows: rows)
            )
            let screen = CellRect(x: 0, y: 0, width: columns, height: rows - 1)
            #expect(screen.intersection(room.frame) == room.frame)
            #expect(room.frame.intersection(room.list) == room.list || room.list.height == 0)
            #expect(room.columns + 2 <= room.list.width)
            #expect(room.list.height > 0 || rows < 6)
          }
        }
      }
    }
  }
}

@Suite("The help")
struct HelpOverlayTests {
  @Test("the help has every word at every width", arguments: [10, 14, 20, 33, 40, 57, 80, 200])
  func wraps(columns: Int) {
    let context = KeyContext(focus: .list, search: .search, hasTabs: true, hasSideTabs: true)
    let size = CellSize(columns: columns, rows: 800)
    let picture = Overlay.help(HelpOverlay(context)).picture(in: size, at: .zero)
    #expect(picture.rows.allSatisfy { columnWidth(of: $0.text) <= picture.area.columns })
    // Words wider than their column are broken: only letters are compared.
    let shown = letters(picture.rows.map(\.text).joined())
    let help = KeyTable.help(in: context)
    for binding in help.own + help.everywhere {
      for letter in Set(letters(binding.keys.map(\.name).joined() + binding.help)) {
        #expect(shown.contains(letter))
      }
    }
    let all = (help.own + help.everywhere).map { $0.keys.map(\.name).joined() + $0.help }.joined()
    #expect(letters("Here" + "Everywhere" + all).count == shown.count)
  }

  private func letters(_ text: String) -> [Character] { text.filter { $0 != " " }.sorted() }

  @Test("the help is laid out anew for another width")
  func resized() {
    var overlay = Overlay.help(HelpOverlay(KeyContext(focus: .pager)))
    let wide = overlay.picture(in: CellSize(columns: 80, rows: 24), at: .zero)
    let narrow = overlay.picture(in: CellSize(columns: 24, rows: 24), at: .zero)
    #expect(narrow.count > wide.count)
    for _ in 0..<200 { _ = overlay.receive(Key(.down), in: CellSize(columns: 24, rows: 24)) }
    let end = overlay.picture(in: CellSize(columns: 24, rows: 24), at: .zero)
    #expect(end.first + end.rows.count == end.count)
  }
}

@Suite("Find: the prompt, the results, and the target of Enter")
struct FindOverlayTests {
  private func places(_ names: String...) -> [FoundPlaces.Place] {
    names.map { FoundPlaces.Place(visit: Visit([Array($0.utf8)]), label: $0, marks: [0..<1]) }
  }

  private func words(_ did: [SteppedViewer.Did]) -> [String] {
    did.compactMap { if case .sent(.find(_, let words)) = $0 { words } else { nil } }
  }

  private func visits(_ did: [SteppedViewer.Did]) -> [Visit] {
    did.actions.compactMap { if case .visit(let visit) = $0 { visit } else { nil } }
  }

  private func overlay(_ viewer: SteppedViewer) -> FindOverlay? {
    if case .find(let overlay) = viewer.core.view.overlay { overlay } else { nil }
  }

  private func text(_ viewer: SteppedViewer) -> String {
    viewer.screen().textLines.joined(separator: "\n")
  }

  private func open() throws -> SteppedViewer {
    let viewer = try SteppedViewer().joined()
    try viewer.press("F")
    #expect(try words(viewer.take()) == [""])
    return viewer
  }

  @Test("while a worker searches, the request is repeated, and every change is requested")
  func questions() throws {
    let viewer = try open()
    try viewer.answer(.found(FoundPlaces(.files, places: places("a", "b"), looked: 2)))
    #expect(overlay(viewer)?.list.count == 2)
    #expect(try words(viewer.tick(after: FindOverlay.pause)) == [""])
    // A change during a request is requested after it.
    try viewer.press("x")
    #expect(try words(viewer.tick()).isEmpty)
    try viewer.answer(.found(FoundPlaces(.files, places: places("a"), looked: 3, isDone: true)))
    #expect(try words(viewer.tick()) == ["x"])
    try viewer.answer(.found(FoundPlaces(.files, places: places("x"), looked: 3, isDone: true)))
    #expect(try words(viewer.tick(after: .seconds(1))).isEmpty)
    #expect(text(viewer).contains("Find files"))
  }

  @Test(
    "the share that was searched is shown until everything is",
    arguments: [
      (FoundPlaces.Kind.values, 3, 0, "looking… 3"), (.values, 34, 100, "looking… 34 %"),
      (.chapters, 1, 3, "looking… 33 %"), (.files, 7, 0, "looking… 7 files so far"),
    ]
  )
  func progress(kind: FoundPlaces.Kind, looked: Int, whole: Int, shown: String) throws {
    let viewer = try open()
    try viewer.press("a")
    try viewer.answer(.found(FoundPlaces(kind, looked: looked, whole: whole)))
    #expect(text(viewer).contains(shown))
    _ = try viewer.tick(after: FindOverlay.pause)
    try viewer.answer(.found(FoundPlaces(kind, places: places("a"), looked: looked, whole: whole)))
    #expect(text(viewer).contains(" %,") == (whole > 0))
  }

  @Test(
    "a search of words that is not finished ends with the overlay",
    arguments: [
      (FoundPlaces.Kind.values, false, "Esc", [""]), (.chapters, false, "Enter", [""]),
      (.values, true, "Esc", []), (.files, false, "Esc", []),
    ]
  )
  func ends(kind: FoundPlaces.Kind, isDone: Bool, key: String, sent: [String]) throws {
    let viewer = try open()
    try viewer.press("a")
    try viewer.answer(.found(FoundPlaces(kind, isDone: true)))
    #expect(try words(viewer.tick()) == ["a"])
    try viewer.answer(.found(FoundPlaces(kind, places: places("a"), isDone: isDone)))
    _ = try viewer.take()
    try viewer.press(key)
    #expect(overlay(viewer) == nil)
    #expect(try words(viewer.take()) == sent)
  }

  @Test("Enter goes to a result, and `>` and `<` go through the others, in a cycle")
  func results() throws {
    let viewer = try open()
    try viewer.answer(.found(FoundPlaces(.chapters, places: places("a", "b", "c"), isDone: true)))
    try viewer.press("Down", "Enter")
    #expect(try visits(viewer.take()) == [Visit([[98]])])
    #expect(overlay(viewer) == nil)
    try viewer.press(">", ">", "<")
    #expect(try visits(viewer.take()) == [Visit([[99]]), Visit([[97]]), Visit([[99]])])
    #expect(viewer.screen().notice.text == "result 3 of 3: c")
  }

  @Test("Esc closes the overlay without a request; without results, keys step through the past")
  func escape() throws {
    let viewer = try open()
    try viewer.press("a", "Esc")
    #expect(overlay(viewer) == nil)
    try viewer.press(">")
    #expect(try viewer.take().views == [.own(0)])
  }

  @Test("the selected result stays selected while better ones arrive")
  func selection() throws {
    let viewer = try open()
    try viewer.answer(.found(FoundPlaces(.files, places: places("a", "b"))))
    try viewer.press("Down")
    _ = try viewer.tick(after: FindOverlay.pause)
    try viewer.answer(.found(FoundPlaces(.files, places: places("0", "a", "b"), isDone: true)))
    #expect(overlay(viewer)?.list.selection == 2)
  }

  @Test("a session without searchable content shows a message")
  func refusal() throws {
    let viewer = try open()
    try viewer.refuse(.rejected, "there is nothing below to find")
    #expect(text(viewer).contains("there is nothing below"))
  }
}
