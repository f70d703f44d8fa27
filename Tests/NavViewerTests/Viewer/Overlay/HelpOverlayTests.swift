import NavBase
import Testing

@testable import NavViewer

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
