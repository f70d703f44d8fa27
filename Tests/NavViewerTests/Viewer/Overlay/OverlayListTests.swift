import NavBase
import NavTestKit
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
