package import NavBase

/// Taking slides out of decks.
extension RecordedDeck {
  /// Returns the titles of the slides; none for a preview of Markdown that is no deck.
  package static func titles(of bytes: [UInt8], path: String, isPreview: Bool) -> [String] {
    let deck = deck(String(decoding: bytes, as: UTF8.self), path, isPreview)
    guard !isPreview || deck.isShownInDirectories else { return [] }
    return deck.slides.map(\.title)
  }

  /// Returns a deck with dots in the place of a slide's words, where all other slides and the number of its steps are as
  /// they were; the lines that were replaced; and the paths of the pictures that only this slide shows.
  ///
  /// Reads the deck O(log lines + lines of the slide) times, to see which slide a line is of.
  ///
  /// - Throws: for a slide with words that can't be replaced alone, and for a deck that includes files.
  package static func redacting(
    slide index: Int,
    of bytes: [UInt8],
    path: String,
    isPreview: Bool = false
  ) throws(ContentFailure) -> (bytes: [UInt8], text: String, pictures: Set<String>) {
    let text = String(decoding: bytes, as: UTF8.self)
    var mask = SlideMask(text, deck(text, path, isPreview), path, slide: index, isPreview)
    mask.apply()
    guard mask.isClean else {
      throw ContentFailure(
        "slide \(index + 1) of \(sanitized(path)) can't be taken out alone, since its words are also those of commands, "
          + "front matter or included files: take out the whole file by its name",
        .forbidden
      )
    }
    var slides = mask.deck.slides
    let slide = slides.remove(at: index)
    let changed = zip(mask.original, mask.lines).filter { $0 != $1 }.map(\.0)
    return (
      Array(mask.lines.joined(separator: "\n").utf8), changed.joined(separator: "\n"),
      Set(slide.pictures).subtracting(slides.flatMap(\.pictures))
    )
  }

  /// Reads a deck without the files that it includes.
  fileprivate static func deck(_ text: String, _ path: String, _ isPreview: Bool) -> Deck {
    MarkdownPictures.kept {
      MarkdownPictures.of("/" + path) {
        Deck(markdown: text, name: path.fileStem, isPreview: isPreview)
      }
    }
  }
}

/// Replaces the words of a slide in the text of its deck.
private struct SlideMask {
  let deck: Deck
  private let path: String
  private let slide: Int
  private let isPreview: Bool
  let original: [String]
  private(set) var lines: [String]
  /// The lines behind the front matter.
  private let body: Range<Int>
  /// The lines of the slide, and others with nothing that is shown.
  private var own: Set<Int> = []

  /// The slides that a change of lines touches.
  private enum Change {
    case nothing, slide, stepsOfSlide, others
  }

  init(_ text: String, _ deck: Deck, _ path: String, slide: Int, _ isPreview: Bool) {
    original = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    lines = original
    let count = FrontMatter(of: text).body.utf8.count { $0 == 0x0A } + 1
    body = max(0, original.count - count)..<original.count
    (self.deck, self.path, self.slide, self.isPreview) = (deck, path, slide, isPreview)
  }

  mutating func apply() {
    replace(in: body)
    // Now what is not shown, such as comments: from the lines of the slide on, as far as no other slide changes.
    var next = own.sorted()
    while let line = next.popLast() {
      let (before, wasOwn) = (lines[line], own.contains(line))
      lines[line] = original[line].dotted(tags: true)
      let change = lines[line] == before ? .nothing : change
      if change == .stepsOfSlide || change == .others { lines[line] = before }
      guard change != .others || wasOwn else { continue }
      own.insert(line)
      next += [line - 1, line + 1].filter { body.contains($0) && !own.contains($0) }
    }
  }

  /// Replaces words in lines of the slide, but not in tags, among which are commands.
  private mutating func replace(in range: Range<Int>) {
    let before = lines
    for line in range { lines[line] = original[line].dotted(tags: false) }
    guard lines != before else { return }
    switch change {
    case .nothing: lines = before
    case .slide: own.formUnion(range)
    case .stepsOfSlide, .others:
      lines = before
      guard range.count > 1 else { return }
      let middle = (range.lowerBound + range.upperBound) / 2
      replace(in: range.lowerBound..<middle)
      replace(in: middle..<range.upperBound)
    }
  }

  private var changed: [Slide] {
    RecordedDeck.deck(lines.joined(separator: "\n"), path, isPreview).slides
  }

  private var change: Change {
    let (new, old) = (changed.map(\.document), deck.slides.map(\.document))
    guard new.count == old.count, new.indices.allSatisfy({ $0 == slide || new[$0] == old[$0] })
    else { return .others }
    if new[slide].stepCount != old[slide].stepCount { return .stepsOfSlide }
    return new[slide] == old[slide] ? .nothing : .slide
  }

  /// Whether the slide has changed alone, and none of its words is left in it or in its lines that are no comments.
  var isClean: Bool {
    guard deck.isComplete, deck.faults.isEmpty, change == .slide else { return false }
    let words = Set(deck.slides[slide].text.words)
    let left = own.map { lines[$0] }.filter { !$0.trimmingBlanks().hasPrefix("<!--") }
    return words.isDisjoint(with: (left + [changed[slide].text]).flatMap(\.words))
  }
}

extension Slide {
  fileprivate var text: String { document.passages().map(\.text).joined(separator: "\n") }

  /// The paths of its pictures.
  fileprivate var pictures: [String] {
    document.leaves.flatMap { leaf in
      guard case .paragraph(let text) = leaf else { return [] as [String] }
      return text.runs.compactMap { $0.style.link.flatMap(PictureAddress.init(link:))?.path }
    }
  }
}

extension String {
  /// Its words, without those of one or two letters.
  fileprivate var words: [String] {
    lowercased().split { !$0.isLetter && !$0.isNumber }.filter { $0.utf8.count > 2 }.map(
      String.init
    )
  }

  /// Returns a line with dots in the place of all but blanks, ASCII's punctuation and the number of a list, in as many
  /// columns.
  ///
  /// - Parameter tags: whether also what is between `<` and `>`, or `{` and `}`, is replaced.
  fileprivate func dotted(tags: Bool) -> String {
    let number = drop(while: \.isWhitespace).drop { $0.isASCII && $0.isNumber }
    let isList = number.first == "." || number.first == ")"
    var line = isList ? String(self[..<number.startIndex]) : ""
    var depth = 0
    for character in dropFirst(line.count) {
      if character == "<" || character == "{" { depth += 1 }
      if character == ">" || character == "}" { depth = max(0, depth - 1) }
      let isWord = !character.isASCII || character.isLetter || character.isNumber
      let isKept = character.isWhitespace || !isWord || depth > 0 && !tags
      line += isKept ? String(character) : String(repeating: "·", count: columnWidth(of: character))
    }
    return line
  }
}
