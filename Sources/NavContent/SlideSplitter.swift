import NavText

/// Cuts the blocks at the root of a document into slides.
struct SlideSplitter {
  private let slideLimit: Int
  private var lines: LineCursor
  /// The number of the last line that was read, from 1.
  private var line = 0
  private var slides: [Slide] = []
  private var blocks: [TextBlock] = []
  private var isCut = false

  /// Begins with the first slide of a document that was parsed from `source`.
  init(source: String, slideLimit: Int) {
    precondition(slideLimit >= 1, "cannot make a deck without slides")
    lines = LineCursor(source)
    self.slideLimit = slideLimit
  }

  mutating func add(_ root: MarkdownNode) {
    for node in root.children where !isCut {
      switch node.kind {
      case .rule where isWrittenWithHyphens(node):
        endSlide()
      case .html:
        add(HTMLPiece.pieces(of: node.literal))
      default:
        if let block = node.block(depth: 0) { blocks.append(block) }
      }
    }
  }

  consuming func finish() -> [Slide] {
    endSlide()
    if slides.isEmpty { addNote("This deck is empty") }
    return slides
  }

  private mutating func add(_ pieces: [HTMLPiece]) {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let more):
        text += more
      case .comment(let comment) where comment.trimmingBlanks() == "end_slide":
        addText(text)
        text = ""
        endSlide()
      case .comment:
        break
      }
    }
    addText(text)
  }

  private mutating func addText(_ html: String) {
    if let block = TextBlock(htmlText: html) { blocks.append(block) }
  }

  private mutating func endSlide() {
    guard !blocks.isEmpty, !isCut else { return }
    if slides.count == slideLimit {
      isCut = true
      slides.removeLast()
      addNote("This deck has more than \(slideLimit) slides; the rest is left out")
      return
    }
    slides.append(Slide(document: TextDocument(blocks: blocks), number: slides.count + 1))
    blocks = []
  }

  private mutating func addNote(_ note: String) {
    let text = StyledText(note, style: TextStyle(role: .muted))
    let document = TextDocument(blocks: [.paragraph(text)])
    slides.append(Slide(document: document, number: slides.count + 1))
  }

  /// Looks at the line that a rule stands on; rules come in the order of their lines.
  private mutating func isWrittenWithHyphens(_ rule: MarkdownNode) -> Bool {
    var content: Substring?
    while line < rule.startLine, let next = lines.next() {
      line += 1
      content = next
    }
    return content?.utf8.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "-")
  }
}
