import NavProcessKit

/// A Markdown deck created for a measurement.
struct Deck {
  /// The Markdown source of each slide.
  let pages: [String]

  var markdown: String { pages.joined(separator: "\n---\n\n") }

  /// Slides with one sentence each.
  static func sentences(_ count: Int) -> Deck {
    Deck(pages: (1...count).map { "## Slide \($0)\n\n\(words(ofPage: $0)) and some more.\n" })
  }

  /// The words of a page of `sentences` that no other page has.
  static func words(ofPage page: Int) -> String { "A sentence on slide \(page)," }

  static let small = sentences(40)

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

/// A directory created for a measurement: twelve directories, each with the same names in it, and a file that is listed
/// last.
enum Folder {
  static let names = (1...12).map { "chapter-\($0 < 10 ? "0" : "")\($0)" }

  /// The content of the file: typical lines of source code.
  static let text = (1...18).map { "let value\($0) = measure(\($0), of: page, in: viewport)\n" }
    .joined()

  /// The UTF-8 bytes of the list's visible text: names, marks and the size.
  static let listed = names.reduce(0) { $0 + $1.utf8.count + 1 } + "words.txt1.1 kB".utf8.count

  /// Creates the directory, and returns its path.
  static func make(in ground: TemporaryDirectory) throws -> String {
    let root = try ground.makeDirectory("folder")
    for name in names {
      for inner in [name] + names.map({ "\(name)/\($0)" }) {
        _ = try ground.makeDirectory("folder/\(inner)")
      }
      _ = try ground.write(text, to: "folder/\(name)/words.txt")
    }
    _ = try ground.write(text, to: "folder/words.txt")
    return root
  }
}
