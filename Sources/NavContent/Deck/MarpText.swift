/// Converts a deck of Marp to Markdown with commands.
///
/// Headings of the levels of `headingDivider` begin slides, lists of `*` or `1)` appear by items, and a background is
/// shown beside the text if it is `left` or `right`, else behind it, or not if it is a colour. Directives are no
/// notes; of them `footer` and `paginate` are used, for one slide with an underscore. A page has no place for a
/// `header`.
struct MarpText {
  private(set) var text = ""
  private let levels: Set<Int>
  private var fence = OpenFence()
  private var isIncremental = false
  /// The comment that the lines belong to.
  private var comment: String?
  /// Whether a slide has begun.
  private var hasText = false
  /// The footer of the deck, of this slide and those behind it, and of this slide alone.
  private let deckFooter: Footer
  private var footer: Footer
  private var ownFooter = Footer()
  /// The footer that is written for this slide.
  private var writtenFooter = Footer()
  /// The number of this slide, and of the slides before it that count in the numbers of `paginate`.
  private var (slide, counted) = (1, 0)

  /// The values of the directives for the footer; nil for those that are not given.
  private struct Footer: Hashable {
    var text: String?
    var paging: Paging?
    /// The shown number, if it is not that of the slide.
    var number: Int?

    init() {}

    /// - Parameters:
    ///   - matter: the directives.
    ///   - mark: the beginning of their names: `_`, or empty.
    init(_ matter: FrontMatter, mark: String) {
      let paginate = mark + "paginate"
      text = matter.has(mark + "footer") ? matter.text(mark + "footer") ?? "" : nil
      paging = matter.has(paginate) ? Paging(matter.text(paginate)) : nil
    }

    func over(_ other: Footer) -> Footer {
      var footer = self
      footer.text = text ?? other.text
      footer.paging = paging ?? other.paging
      return footer
    }
  }

  /// A value of `paginate`: whether a slide shows its number, and whether it counts.
  enum Paging {
    case hidden, shown
    /// The number of the slide before it is shown.
    case hold
    /// The slide does not count, and shows no number.
    case skip

    init(_ value: String?) {
      switch value?.lowercased() {
      case "true", "yes", "on": self = .shown
      case "hold": self = .hold
      case "skip": self = .skip
      default: self = .hidden
      }
    }

    var showsNumber: Bool { self == .shown || self == .hold }
    var counts: Bool { self == .hidden || self == .shown }
  }

  init(_ matter: FrontMatter) {
    deckFooter = Footer(matter, mark: "")
    footer = deckFooter
    writtenFooter = deckFooter
    ownFooter = Footer(matter, mark: "_")
    let divider = matter.texts("headingDivider")
    let values = divider.isEmpty ? matter.values["headingdivider"].map { [$0] } ?? [] : divider
    let numbers = values.compactMap { Int($0) }.filter { (1...6).contains($0) }
    let isList = divider.count > 1 || matter.values["headingdivider"]?.first == "["
    levels = Set(isList ? numbers : numbers.flatMap { Array(1...$0) })
    addFooter()
    for line in LineCursor(matter.body) {
      if comment != nil {
        comment?.append("\n" + line)
        if line.contains("-->") { endComment() }
      } else if fence.pass(line) {
        add(line)
      } else {
        pass(line)
      }
    }
    endComment()
  }

  private mutating func add(_ line: some StringProtocol) {
    text += line + "\n"
    hasText = hasText || !line.allSatisfy(\.isWhitespace)
  }

  private mutating func endComment() {
    if let comment { pass(comment: comment) }
    comment = nil
  }

  private mutating func pass(_ line: Substring) {
    let content = line.trimmingBlanks()
    let level = content.prefix { $0 == "#" }.count
    if levels.contains(level), content.dropFirst(level).first == " " {
      if hasText {
        text += "\n---\n\n"
        beginSlide()
      }
      add(withoutDirectives(line))
      addFooter()
    } else if content.hasPrefix("<!--") {
      comment = String(line)
      if content.contains("-->") { endComment() }
    } else if content.contains("![") {
      add(Self.withPictures(line))
    } else {
      if level > 0 || line.hasPrefix("- ") || content.hasPrefix("---") { reveal(false) }
      let digits = line.prefix { $0.isNumber }.count
      if line.hasPrefix("* ") || digits > 0 && line.dropFirst(digits).hasPrefix(") ") {
        reveal(true)
      }
      let isHeading = level > 0 && !line.contains("`")
      add(isHeading ? withoutDirectives(line) : String(line))
      if isHeading { addFooter() }
      if content.isRule(of: "-*_") { beginSlide() }
    }
  }

  private mutating func beginSlide() {
    hasText = false
    if ownFooter.over(footer).paging?.counts != false { counted += 1 }
    slide += 1
    ownFooter = Footer()
    writtenFooter = deckFooter
    addFooter()
  }

  /// Writes the footer of this slide, unless it is written already or that of the deck.
  private mutating func addFooter() {
    var own = ownFooter.over(footer)
    let paging = own.paging ?? .hidden
    let number = max(1, counted + (paging.counts ? 1 : 0))
    if paging.showsNumber, number != slide { own.number = number }
    guard own != writtenFooter else { return }
    writtenFooter = own
    let shown = own.number.map { String($0) } ?? DeckFooter.placeName
    let command = DeckCommand.comment(
      footer: own.text ?? "",
      number: paging.showsNumber ? shown : ""
    )
    text += "\n" + command + "\n\n"
  }

  /// Begins or ends lists that appear by items.
  private mutating func reveal(_ isOn: Bool) {
    guard isOn != isIncremental else { return }
    isIncremental = isOn
    text += "\n<!-- incremental_lists: \(isOn) -->\n\n"
  }

  // MARK: Comments

  /// Writes a comment that begins a line, without its directives.
  private mutating func pass(comment: String) {
    add(withoutDirectives(comment))
    addFooter()
  }

  /// Follows the directives in comments; returns the rest of the text.
  private mutating func withoutDirectives(_ text: some StringProtocol) -> String {
    var kept = ""
    var rest = String(text)[...]
    while let start = rest.firstRange(of: "<!--"),
      let end = rest[start.upperBound...].firstRange(of: "-->")
    {
      let comment = rest[start.upperBound..<end.lowerBound]
      let isDirective = Self.isDirectives(String(comment))
      kept += rest[..<(isDirective ? start.lowerBound : end.upperBound)]
      rest = rest[end.upperBound...]
      guard isDirective else { continue }
      let lines = comment.split(whereSeparator: \.isNewline).map { $0.trimmingBlanks() }
      let matter = FrontMatter(of: "---\n" + lines.joined(separator: "\n") + "\n---\n")
      footer = Footer(matter, mark: "").over(footer)
      ownFooter = Footer(matter, mark: "_").over(ownFooter)
    }
    return kept + rest
  }

  static let directives: Set<String> = [
    "auto-scaling", "backgroundColor", "backgroundImage", "backgroundPosition",
    "backgroundRepeat", "backgroundSize", "class", "color", "footer", "header",
    "headingDivider", "lang", "marp", "math", "paginate", "size", "style", "theme", "transition",
  ]

  /// Whether a comment sets directives instead of being a note: `_class: lead`.
  static func isDirectives(_ comment: String) -> Bool {
    let first = comment.trimmingBlanks().prefix { $0 != ":" }
    let name = first.hasPrefix("_") ? first.dropFirst() : first
    return first.endIndex < comment.trimmingBlanks().endIndex && directives.contains(String(name))
  }

  /// Whether a comment begins with a directive of one slide, which no other tool has.
  static func isLocalDirective(_ comment: some StringProtocol) -> Bool {
    comment.hasPrefix("_") && isDirectives(String(comment))
  }

  // MARK: Pictures

  /// Replaces backgrounds by their descriptions, and removes sizes and filters from the descriptions of pictures.
  private static func withPictures(_ line: Substring) -> String {
    var text = ""
    var rest = line
    while let start = rest.firstRange(of: "!["),
      let middle = rest[start.upperBound...].firstRange(of: "]("),
      let end = Self.endOfAddress(rest[middle.upperBound...])
    {
      let isInCode = rest[..<start.lowerBound].count { $0 == "`" } % 2 == 1
      let words = rest[start.upperBound..<middle.lowerBound].split(separator: " ")
      let isBackground = words.contains("bg")
      let shown = words.filter { !isKeyword($0, isBackground) }.joined(separator: " ")
      let address = rest[middle.upperBound..<end]
      let isColor = isBackground && !PictureAddress.isFile(address)
      text += rest[..<start.lowerBound]
      if isInCode {
        text += rest[start.lowerBound...end]
      } else if !isColor {
        func value(_ names: String...) -> String? {
          let word = words.first { word in names.contains { word.hasPrefix($0) } }
          return word.map { String($0.drop { $0 != ":" }.dropFirst()) }
        }
        let side = words.first {
          isBackground && ["left", "right"].contains($0.prefix { $0 != ":" })
        }
        var width = value("w:", "width:")
        let height = value("h:", "height:")
        if isBackground, height == nil { width = width ?? "100%" }
        let description = PictureAddress.description(shown, width: width, height: height)
        let picture = "![\(description)](\(address))"
        text +=
          isBackground ? DeckCommand.comment(beside: side ?? "behind") + picture + "\n\n" : picture
      }
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }

  /// The parenthesis that ends an address, which may have pairs of them: `linear-gradient(red, blue)`.
  private static func endOfAddress(_ text: Substring) -> Substring.Index? {
    var depth = 0
    return text.indices.first { index in
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      return depth < 0
    }
  }

  private static func isKeyword(_ word: Substring, _ isBackground: Bool) -> Bool {
    let name = word.prefix { $0 != ":" }
    let isPlain = word.endIndex == name.endIndex
    let alone: Set<Substring> = [
      "bg", "fit", "contain", "cover", "auto", "left", "right", "vertical", "blur", "invert",
      "grayscale", "sepia",
    ]
    let valued: Set<Substring> = [
      "w", "h", "width", "height", "left", "right", "blur", "brightness", "contrast",
      "drop-shadow", "grayscale", "hue-rotate", "invert", "opacity", "saturate", "sepia",
    ]
    if isPlain { return isBackground && (alone.contains(name) || name.last == "%") }
    return valued.contains(name)
  }
}

extension StringProtocol {
  /// Whether the line is a rule: at least three of the same mark, optionally separated by blanks.
  func isRule(of marks: String) -> Bool {
    let found = filter { $0 != " " }
    guard let mark = found.first, marks.contains(mark), found.count >= 3 else { return false }
    return found.allSatisfy { $0 == mark }
  }
}
