package import NavText

extension TextDocument {
  /// What a program has printed, as a page: its lines as they are, and what is left out of them.
  ///
  /// - Parameter bytes: all of it.
  package init(printed bytes: [UInt8]) {
    var text = TerminalText(.read)
    text.append(bytes[...])
    text.finish()
    self.init(text)
    if blocks.isEmpty { blocks = [.note("There is nothing in it.")] }
  }

  /// The lines of a terminal; no block where there are none.
  package init(_ text: TerminalText) {
    let lines = text.lines
    self.init(blocks: lines.isEmpty ? [] : [.preformatted(lines)])
    guard text.cutLines > 0 else { return }
    switch text.limits.keeping {
    case .newest:
      blocks.insert(.note("\(grouped(text.cutLines)) earlier lines are not kept."), at: 0)
    case .oldest:
      blocks.append(.note("Cut off here: \(grouped(text.cutLines)) more lines are not shown."))
    }
  }
}

extension TextBlock {
  /// A line of the program's own.
  static func note(_ text: String, _ role: TextRole = .muted) -> TextBlock {
    .paragraph(StyledText(sanitized(text), style: TextStyle(role: role)))
  }
}
