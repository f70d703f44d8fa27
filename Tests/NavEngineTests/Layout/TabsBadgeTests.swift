import NavBase
import NavEngine
import NavScene
import Testing

@Suite("TabBadge: counts and words at a tab")
struct TabsBadgeTests {
  @Test(
    "ST-10: hidden if the value is nil or empty; three columns at most",
    arguments: [
      (value: nil, text: nil), ("", nil), ("0", "0"), (" ", " "), ("9", "9"), ("99", "99"),
      ("100", "100"), ("999", "999"), ("1000", "99+"), ("99999999999999999999999", "99+"),
      ("007", "007"), ("0007", "7"), ("0999", "999"), ("01000", "99+"), ("0000", "0"),
      ("-99", "-99"), ("-100", "-1…"), ("1,234", "1,…"), ("99+", "99+"), ("99+1", "99…"),
      ("new", "new"), ("news", "ne…"), ("n ew", "n…"), ("日", "日"), ("日a", "日a"),
      ("日本", "日…"), ("a日", "a日"), ("ab日", "ab…"), ("٣٣٣", "٣٣٣"), ("٣٣٣٣", "٣٣…"),
      ("\u{301}", "\u{301}"),
      ("👨‍👩‍👧!", "👨‍👩‍👧!"), ("\u{1B}[1", "\u{FFFD}[1"), ("\u{1B}[2J", "\u{FFFD}[…"),
    ] as [(value: String?, text: String?)]
  )
  func text(value: String?, text: String?) {
    #expect(TabBadge(value).text == text)
  }

  @Test("ST-10: of the numbers up to 2000 those above 999 are 99+, and every text fits")
  func numbers() {
    for number in 0...2_000 {
      #expect(TabBadge(String(number)).text == (number > 999 ? "99+" : String(number)))
    }
    for length in 1...8 {
      let text = TabBadge(String(repeating: "w", count: length)).text ?? ""
      #expect(columnWidth(of: text) == min(length, TabBadge.mostColumns))
    }
  }

  /// The badge of the only tab of a bar of 10 columns.
  private func badge(_ badge: TabBadge, icon: String = "") throws -> TabCellBadge? {
    var bar = try TabBarNotation.bar("A")
    let button = TabButton(title: "Inbox", icon: icon, badge: badge)
    try bar.setFace(.button(button), of: TabBarNotation.id("A"))
    return TabCells(TabBarNotation.layout(bar, 80, 23)).items[0].badge
  }

  @Test(
    "STQ-4: a badge keeps its colour; without one it is neutral",
    arguments: TabBadge.Role.allCases
  )
  func colour(role: TabBadge.Role) throws {
    #expect(try badge(TabBadge("1000", role: role))?.role == role)
    #expect(try badge(TabBadge("5"))?.role == .neutral)
    #expect(try badge(TabBadge(nil, role: role)) == nil)
    #expect(try badge(TabBadge("", role: role)) == nil)
  }

  @Test("ST-10: the first value is shown, then a later one, then none again")
  func values() throws {
    for (value, text) in [("3", "3"), ("4", "4"), ("", nil), ("0", "0")] as [(String, String?)] {
      #expect(try badge(TabBadge(value))?.text == text)
    }
  }

  @Test(
    "ST-10, 8.3: in cells a badge is its text and two columns, at the item's top right",
    arguments: [("5", 6, 3), ("99", 5, 4), ("1000", 4, 5), ("日", 5, 4), ("\u{301}", 6, 3)]
  )
  func frame(value: String, x: Int, width: Int) throws {
    let frame = try badge(TabBadge(value))?.frame
    #expect(frame == CellRect(x: x, y: 0, width: width, height: 1))
  }

  @Test("ST-9, ST-10, D-2: in points a badge is its text and (16, 2), about (53 1/3, 17 1/2)")
  func points() throws {
    let layout = TabBarNotation.points(try TabBarNotation.bar("A"))
    let item = try #require(layout.items.first).frame
    let frame = layout.badgeFrame(TabSize(width: 7, height: 15), in: item)
    #expect(abs(frame.x + frame.width / 2 - 160.0 / 3) < 1e-9)
    #expect(abs(frame.y + frame.height / 2 - (item.y + 17.5)) < 1e-9)
    #expect(frame.width == 23 && frame.height == 17)
    // 41.83 ..< 64.83 and 19 ..< 36, rounded outwards.
    #expect(frame.cells == CellRect(x: 41, y: 19, width: 23, height: 17))
  }
}
