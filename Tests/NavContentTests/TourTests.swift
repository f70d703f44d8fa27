import NavBase
import NavContent
import Testing

@Suite struct TourTests {
  private let deck = Deck(markdown: tour(command: "navclient --session demo"), name: "tour")

  @Test func itHasATitleAndTwelveSlides() {
    #expect(deck.title == "Tour of navd")
    #expect((10...12).contains(deck.slides.count))
    #expect(Set(deck.slides.map(\.title)).count == deck.slides.count)
  }

  @Test(arguments: [72, 76, 80])
  func allSlidesButOneFitOnASmallTerminal(columns: Int) {
    let rows = deck.slides.map { FlowedText($0.document, columns: columns).rows.count }
    // A page of 80x24 has 22 rows above the dots.
    #expect(rows.filter { $0 > 22 }.count == 1, "\(rows)")
    // The long slide overflows 80x24 and fits on a terminal of 60 rows.
    #expect((25...56).contains(rows.max() ?? 0), "\(rows)")
  }

  @Test func noLineOfCodeIsWrapped() {
    for slide in deck.slides {
      for case .code(let code) in slide.document.blocks {
        for line in code.text { #expect(columnWidth(of: line) < 72, "\(line)") }
      }
    }
  }

  @Test(
    arguments: [
      "l Right PgDn Space Enter n", "h Left PgUp Backspace p", "j Down", "k Up", "g g", "Home", "G",
      "End", "3 G", "Shift-PgDn", "Shift-PgUp", "wheel", "never ends the session",
      "navclient --session demo", "navclient send -s x next",
      "navclient snapshot -s x --size 80x24",
      "navclient ls", "navclient --session talk --open talk.md", "☑", "☐", "│", "•", "1.", "▎",
    ]
  )
  func itTeaches(_ text: String) {
    let rows = deck.slides.flatMap { FlowedText($0.document, columns: 100).rows }
    #expect(rows.contains { $0.row.text.contains(text) })
  }

  @Test(
    arguments: [
      ("navclient -s x", "navclient -s x"), ("a ``` b ```` c", "a ``` b ```` c"), ("a\nb", "a b"),
      ("# a\u{1B}", "# a\u{FFFD}"),
    ]
  )
  func anyCommandIsShownAsItIs(command: String, shown: String) {
    let deck = Deck(markdown: tour(command: command), name: "tour")
    let rows = FlowedText(deck.slides[1].document, columns: 80).rows
    #expect(rows.contains { $0.row.text == " " + shown && $0.row.fill == .codeBlock })
    #expect(deck.slides.count == self.deck.slides.count)
  }
}
