/// A Markdown deck with known text.
struct Deck {
  let markdown: String
  let pages: Int

  /// Pages of a few words each, with a unique marker.
  ///
  /// The first page has a paragraph that no terminal shows in one row.
  static let short: Deck = {
    let long = (1...60).map { "w\($0 < 10 ? "0" : "")\($0)" }.joined(separator: " ")
    let slides = (1...8).map { page in
      "## Heading \(page)\n\nThis is \(marker(page)).\n" + (page == 1 ? "\n\(long)\n" : "")
    }
    return Deck(markdown: slides.joined(separator: "\n---\n\n"), pages: slides.count)
  }()

  /// A deck whose second page has 40 rows of list: more than 24 rows can show, fewer than 60.
  static let tall: Deck = {
    let list = (1...40).map { "- item-\($0 < 10 ? "0" : "")\($0)" }.joined(separator: "\n")
    let slides = [
      "## Heading 1\n\nThis is \(marker(1)).\n",
      "## Heading 2\n\n\(list)\n",
      "## Heading 3\n\nThis is \(marker(3)).\n",
    ]
    return Deck(markdown: slides.joined(separator: "\n---\n\n"), pages: slides.count)
  }()

  /// Returns the word that only this page contains.
  static func marker(_ page: Int) -> String { "marker-\(page)-of-the-deck" }

  /// Returns whether a screen rests on a page.
  func isShown(_ page: Int, on screen: Screen) -> Bool {
    screen.isAt(page, of: pages)
      && (1...pages).allSatisfy { number in
        screen.contains("Heading \(number)") == (number == page)
      }
  }

  func write(in sandbox: Sandbox, as name: String = "deck.md") throws -> String {
    try sandbox.write(markdown, to: name)
  }
}
