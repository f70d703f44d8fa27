import NavText

/// Cuts the blocks at the root of a document into slides.
struct SlideSplitter {
  private let slideLimit: Int
  private var options: DeckOptions
  private var slides: [Slide] = []
  private var builder: SlideBuilder
  private var isCut = false
  /// What links call the slides so far.
  private var names = SlideNames()
  /// Where underlined headings stand in their room, which are the titles of presenterm's slides; nil in other decks.
  var titleAlignment: TextTable.Alignment?
  /// The notes of the document, in the order of their numbers.
  private var footnotes: [MarkdownNode] = []

  /// Begins with the first slide of a document.
  init(slideLimit: Int, options: DeckOptions = DeckOptions()) {
    precondition(slideLimit >= 1, "cannot make a deck without slides")
    self.slideLimit = slideLimit
    self.options = options
    builder = SlideBuilder(options, hasIncrementalLists: options.hasIncrementalLists)
  }

  /// Adds the blocks of a document, in which lines are marked (`DeckPreparation`).
  mutating func add(_ root: MarkdownNode) {
    let ends = SlideEnds(of: root, options)
    // Only lookatme has colons for pauses, and no page of it is a title's.
    if ends.hasColonPauses { options.titles = .none }
    footnotes = root.children.filter { $0.kind == .footnote }
    for node in root.children where !isCut {
      switch node.kind {
      case .rule where ends.areRules && (options.hasAllRules || isWrittenWithHyphens(node)):
        endSlide()
      case .footnote: break
      case .paragraph where ends.areColonsPauses && node.isColons: builder.follow(.pause)
      case .html:
        names.take(node)
        add(HTMLPiece.pieces(of: node.literal))
      case .heading:
        let isStart = ends.headingLevel.map { node.headingLevel <= $0 } ?? false
        if isStart || (ends.areUnderlinedHeadings && node.isUnderlined) { endSlide() }
        fallthrough
      default:
        names.take(node)
        let title = node.kind == .heading && node.isUnderlined ? titleAlignment : nil
        for block in node.blocks(depth: 0) { builder.append(block, asTitle: title) }
        if !footnotes.isEmpty { builder.refer(to: node.footnoteNumbers) }
      }
    }
    // What is left of the document ends with it.
    endSlide()
    footnotes = []
  }

  /// The slides, and their indices by what links call them.
  consuming func finish() -> ([Slide], anchors: [String: Int]) {
    endSlide()
    if slides.isEmpty { addNote("This deck is empty") }
    return (slides, names.all)
  }

  private mutating func add(_ pieces: [HTMLPiece]) {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let more):
        text += more
      case .comment(let comment):
        let command = DeckCommand(comment: comment)
        guard let command else {
          if text.allSatisfy(\.isWhitespace) { builder.add(comment: comment) }
          continue
        }
        addText(text)
        text = ""
        if command == .endSlide { endSlide() } else { builder.follow(command) }
      }
    }
    addText(text)
  }

  private mutating func addText(_ html: String) {
    if let block = TextBlock(htmlText: html) { builder.append(block) }
  }

  private mutating func endSlide() {
    guard !isCut else { return }
    defer {
      builder = SlideBuilder(options, hasIncrementalLists: builder.hasIncrementalLists)
    }
    guard !builder.isEmpty, !builder.isSkipped else {
      // What stands alone is the next slide's.
      if builder.isSkipped { names.end(slide: nil) }
      return
    }
    names.end(slide: slides.count == slideLimit ? nil : slides.count)
    if slides.count == slideLimit {
      isCut = true
      slides.removeLast()
      addNote("This deck has more than \(slideLimit) slides; the rest is left out")
      return
    }
    let numbers = builder.footnotes.filter { footnotes.indices.contains($0 - 1) }
    let notes = TextBlock(footnotes: numbers.map { ($0, footnotes[$0 - 1]) })
    slides.append(slide(of: &builder, footnotes: notes))
  }

  private mutating func addNote(_ note: String) {
    let text = StyledText(note, style: TextStyle(role: .muted))
    let document = TextDocument(blocks: [.paragraph(text)])
    slides.append(Slide(document: document, number: slides.count + 1))
  }

  private func slide(of builder: inout SlideBuilder, footnotes: TextBlock?) -> Slide {
    let (isCentered, hasTitle) = (builder.isCentered, builder.hasTitle)
    let hasFooter = builder.hasFooter
    let (blocks, notes) = builder.finish(footnotes: footnotes)
    var document = TextDocument(blocks: blocks)
    if hasTitle || !document.mayBeTitle(options.titles) { document.placement = .top }
    if isCentered { document.placement = .middle }
    var slide = Slide(document: document, number: slides.count + 1, notes: notes)
    slide.hasFooter = hasFooter
    return slide
  }

  private func isWrittenWithHyphens(_ rule: MarkdownNode) -> Bool {
    rule.firstByte == UInt8(ascii: "-")
  }
}

/// What ends the slides of a deck, as far as its text tells.
struct SlideEnds {
  /// Whether rules of hyphens do; a deck that ends its slides by commands has them for what they look like.
  private(set) var areRules = true
  /// Headings of this level and above begin a slide; nil where none do.
  private(set) var headingLevel: Int?
  /// Whether headings that are underlined begin a slide.
  let areUnderlinedHeadings: Bool
  /// Whether a paragraph `:::` is a pause, as in lookatme, and ends no box, as in pandoc.
  let areColonsPauses: Bool
  /// Whether there is any such pause.
  let hasColonPauses: Bool

  init(of root: MarkdownNode, _ options: DeckOptions) {
    areUnderlinedHeadings = options.hasImplicitSlideEnds
    let paragraphs = root.children.filter { $0.kind == .paragraph }
    areColonsPauses = !paragraphs.contains(where: \.beginsBox)
    hasColonPauses = areColonsPauses && paragraphs.contains(where: \.isColons)
    var hasRules = false
    var hasCommands = false
    /// The least level of a heading that text follows.
    var level: Int?
    var last: Int?
    for node in root.children {
      switch node.kind {
      case .rule: hasRules = true
      case .html: hasCommands = hasCommands || node.endsSlide
      default: break
      }
      if node.kind == .heading {
        last = node.headingLevel
      } else if let found = last {
        level = min(level ?? found, found)
        last = nil
      }
    }
    if hasCommands { areRules = options.hasRulesAsEnds }
    guard options.splitsAtHeadings, !hasRules, !hasCommands else { return }
    headingLevel = options.headingLevel ?? level ?? 1
  }
}

extension TextDocument {
  /// Whether it may stand in the middle of its page, in a deck of these titles.
  fileprivate func mayBeTitle(_ titles: DeckOptions.Titles) -> Bool {
    switch titles {
    case .short: true
    case .headings: blocks.allSatisfy { if case .heading = $0 { true } else { false } }
    case .none: false
    }
  }
}

extension MarkdownNode {
  private static let colons = ":::"

  /// Of a paragraph: whether it is `:::` alone.
  fileprivate var isColons: Bool { styledText().text == Self.colons }

  /// Of a paragraph: whether it is `:::` with a name behind it.
  fileprivate var beginsBox: Bool {
    guard children.first(where: { _ in true })?.literal.hasPrefix(Self.colons) == true else {
      return false
    }
    return !isColons
  }
}
