/// A Markdown deck created for a measurement.
struct Deck {
  /// The Markdown source of each slide.
  let pages: [String]

  var markdown: String { pages.joined(separator: "\n---\n\n") }

  /// Slides with one sentence each.
  static let small = Deck(
    pages: (1...40).map { "## Slide \($0)\n\nA sentence on slide \($0), and some more.\n" }
  )

  /// Typical slides of a talk: a heading, a paragraph, a list, some emphasis.
  static let talk = Deck(
    pages: (1...12).map { number in
      """
      ## Part \(number): what everybody sees

      A session is **one place** in one content, and each viewer has a layout of their own. \
      Whoever comes late gets a picture of now, not the history, and sees page \(number) at once.

      - The daemon lays out, once for each size of terminal
      - A viewer replicates, paints and sends its keys
      - A motion is published when it begins, as `numbers`
      - Nobody waits for the slowest viewer of page \(number)

      Questions are welcome at any time; the next part begins where this one ends.

      """
    }
  )
}
