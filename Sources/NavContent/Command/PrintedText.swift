package import NavBase

extension TextDocument {
  /// Makes a page of the complete output of a program, with a note about lines that were left out.
  ///
  /// - Parameter bytes: the output.
  package init(printed bytes: [UInt8]) {
    var text = TerminalText(.read)
    text.append(bytes[...])
    text.finish()
    self.init(text)
    if blocks.isEmpty { blocks = [.note("There is nothing in it.")] }
  }

  /// Makes a page of the lines of a terminal; without lines it has no block.
  package init(_ text: TerminalText) {
    let (lines, cut) = text.output
    self.init(blocks: lines.isEmpty ? [] : [.preformatted(lines)])
    guard cut > 0 else { return }
    switch text.limits.keeping {
    case .newest:
      blocks.insert(.note("\(grouped(cut)) earlier lines are not kept."), at: 0)
    case .oldest:
      blocks.append(.note("Cut off here: \(grouped(cut)) more lines are not shown."))
    }
  }
}

extension TextBlock {
  /// Returns a line of text by this program, in a muted or error style.
  static func note(_ text: String, _ role: TextRole = .muted) -> TextBlock {
    .paragraph(StyledText(sanitized(text), style: TextStyle(role: role)))
  }
}
