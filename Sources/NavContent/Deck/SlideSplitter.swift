import NavBase

/// Splits the root blocks of a document into slides.
struct SlideSplitter {
  private let slideLimit: Int
  private var options: DeckOptions
  private var slides: [Slide] = []
  private var builder: SlideBuilder
  private var isCut = false
  /// Whether there are notes of slides that are left out.
  private var leavesOutNotes = false
  /// The link names of the slides so far.
  private var names = SlideNames()
  /// The alignment of underlined headings, which are slide titles in presenterm decks; nil in other decks.
  var titleAlignment: TextTable.Alignment?
  /// The footnotes of the document, in the order of their numbers.
  private var footnotes: [MarkdownNode] = []

  /// Starts with the first slide of a document.
  init(slideLimit: Int, options: DeckOptions = DeckOptions()) {
    precondition(slideLimit >= 1, "cannot make a deck without slides")
    self.slideLimit = slideLimit
    self.options = options
    builder = SlideBuilder(options, hasIncrementalLists: options.hasIncrementalLists)
  }

  /// Adds the blocks of a document prepared by `DeckPreparation`.
  mutating func add(_ root: MarkdownNode) {
    let ends = SlideEnds(of: root, options)
    // Only lookatme decks have colon pauses, and they have no title slides.
    if ends.hasColonPauses { options.titles = .none }
    footnotes = root.children.filter { $0.kind == .footnote }
    for node in root.children where !isCut {
      switch node.kind {
      case .rule
      where ends.areRules && (options.hasAllRules || node.firstByte == UInt8(ascii: "-")):
        endSlide()
      case .footnote: break
      case .paragraph where ends.areColonsPauses && node.isColons: builder.follow(.pause)
      case .html:
        names.take(node)
        if let picture = node.htmlPicture {
          builder.append(picture)
        } else {
          add(HTMLPiece.pieces(of: node.literal))
        }
      case .heading:
        let isStart = ends.headingLevel.map { node.headingLevel <= $0 } ?? false
        if isStart || (ends.areUnderlinedHeadings && node.isUnderlined) { endSlide() }
        fallthrough
      default:
        names.take(node)
        let title = node.kind == .heading && node.isUnderlined ? titleAlignment : nil
        for block in node.blocks(depth: 0) { builder.append(block, asTitle: title) }
        if node.kind == .list || node.kind == .quote { builder.note(node.problems) }
        if !footnotes.isEmpty { builder.refer(to: node.footnoteNumbers) }
      }
    }
    // The end of the document ends the slide.
    endSlide()
    footnotes = []
  }

  /// Ends the last slide.
  ///
  /// - Returns: the slides, and their indices by link name.
  consuming func finish() -> DeckReader.Slides {
    endSlide()
    if slides.isEmpty { addNote("This deck is empty") }
    return (slides, names.all, leavesOutNotes || isCut)
  }

  private mutating func add(_ pieces: [HTMLPiece]) {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let more):
        text += more
      case .code(let info, let code):
        addText(text)
        text = ""
        builder.append(.code(TextCode(info: info, code)))
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
      leavesOutNotes = leavesOutNotes || builder.hasNotes
      // Names in an empty slide belong to the next slide.
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
    for number in numbers { builder.note(footnotes[number - 1].problems) }
    let notes = TextBlock(footnotes: numbers.map { ($0, footnotes[$0 - 1]) })
    slides.append(slide(of: &builder, footnotes: notes))
  }

  private mutating func addNote(_ note: String) {
    slides.append(Slide(note: note, number: slides.count + 1))
  }

  private func slide(of builder: inout SlideBuilder, footnotes: TextBlock?) -> Slide {
    let (isCentered, hasTitle) = (builder.isCentered, builder.hasTitle)
    let (hasFooter, ownFooter) = (builder.hasFooter, builder.ownFooter)
    let (blocks, notes) = builder.finish(footnotes: footnotes)
    var document = TextDocument(blocks: blocks)
    if hasTitle || !document.mayBeTitle(options.titles) { document.placement = .top }
    if isCentered { document.placement = .middle }
    var slide = Slide(document: document, number: slides.count + 1, notes: notes)
    slide.hasFooter = hasFooter
    slide.ownFooter = ownFooter
    slide.faults = builder.faults
    return slide
  }
}

/// The slide separators of a deck, detected from its text.
struct SlideEnds {
  /// Whether rules of hyphens end slides; by default not in a deck that has `end_slide` commands.
  private(set) var areRules = true
  /// Headings of this level or above start a slide; nil if none do.
  private(set) var headingLevel: Int?
  /// Whether underlined headings start a slide.
  let areUnderlinedHeadings: Bool
  /// Whether a paragraph `:::` is a pause as in lookatme, instead of the end of a box as in pandoc.
  let areColonsPauses: Bool
  /// Whether the deck has such a pause.
  let hasColonPauses: Bool

  init(of root: MarkdownNode, _ options: DeckOptions) {
    areUnderlinedHeadings = options.hasImplicitSlideEnds
    let paragraphs = root.children.filter { $0.kind == .paragraph }
    areColonsPauses = !paragraphs.contains(where: \.beginsBox)
    hasColonPauses = areColonsPauses && paragraphs.contains(where: \.isColons)
    var hasRules = false
    var hasCommands = false
    /// The smallest level of a heading that is followed by text.
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
  /// Whether it may be a title slide, by the deck's rule for titles.
  fileprivate func mayBeTitle(_ titles: DeckOptions.Titles) -> Bool {
    switch titles {
    case .short: true
    case .headings: blocks.allSatisfy { if case .heading = $0 { true } else { false } }
    case .none: false
    }
  }
}

extension MarkdownNode {
  /// The files that could not be included in blocks of this one.
  fileprivate var problems: [String] {
    var problems: [String] = []
    walk { node, isEntering in
      guard isEntering, node.kind == .html else { return }
      for case .comment(let comment) in HTMLPiece.pieces(of: node.literal) {
        if case .problem(let problem)? = DeckCommand(comment: comment) { problems.append(problem) }
      }
    }
    return problems
  }

  private static let colons = ":::"

  /// Whether a paragraph consists of `:::`.
  fileprivate var isColons: Bool { styledText().text == Self.colons }

  /// Whether a paragraph is `:::` followed by a name.
  fileprivate var beginsBox: Bool {
    guard children.first(where: { _ in true })?.literal.hasPrefix(Self.colons) == true else {
      return false
    }
    return !isColons
  }
}
