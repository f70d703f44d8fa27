import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Session: a stack over a list with sections")
struct RowsPageSessionTests {
  /// Entries 0, 1 (which can't be selected) and 2 below a header, 3 to 49 below another one.
  private static var session: Session {
    let list = listPage(Array(0..<50), sections: [0..<3, 3..<50], vetoed: [1])
    return Session(root: list, path: Array("/root".utf8))
  }

  private static let keys: [(names: [String], row: Int, headers: Int)] = [
    ([], 1, 1), (["j"], 3, 1), (["j", "k"], 1, 1), (["j", "j"], 5, 2), (["G"], 51, 2),
    (["G", "g", "g"], 1, 1),
  ]

  @Test("TW-7: keys select entries, and scenes contain their rows", arguments: keys)
  func selecting(names: [String], row: Int, headers: Int) throws {
    var session = Self.session
    let keys = names.compactMap { Key(name: $0) }
    try session.perform(.keys(keys), seenIn: .standardTerminal, at: .zero, page: Tree.page)
    let page = try #require(session.rest(in: .standardTerminal, viewers: 1).active)
    #expect(page.selection == row && page.currentPage == headers && page.pageCount == 50)
    // The status line contains the entry's number, from 1.
    let entry = row - headers
    #expect(page.rows[row]?.text == "\(entry)")
  }

  @Test("TW-7: a tap opens the entry of its row; headers and vetoed entries do not respond")
  func taps() throws {
    for (row, opened) in [(0, nil), (2, nil), (4, nil), (3, "k2"), (5, "k3")] as [(Int, String?)] {
      var session = Self.session
      try session.tap("list", row: row)
      #expect(session.position.title == opened ?? "list", "row \(row)")
    }
  }

  @Test("TW-9: the header of the visible rows is pinned in every viewport with three rows")
  func pinning() throws {
    var session = Self.session
    try session.type("G")
    for rows in [8, 24, 40] {
      let scene = session.rest(in: CellSize(columns: 80, rows: rows), viewers: 1)
      let page = try #require(scene.active)
      #expect(page.pinnedRow == 4 && page.rows[4]?.text == "s1")
      #expect(page.scroll.y > 4)
    }
    let all = session.rest(in: CellSize(columns: 80, rows: 70), viewers: 1)
    #expect(all.active?.pinnedRow == nil)
  }
}
