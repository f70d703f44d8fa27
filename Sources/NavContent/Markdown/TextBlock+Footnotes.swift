import NavBase

extension TextBlock {
  /// Makes one paragraph of footnotes, each starting on a new line with its number; nil if there
  /// are none.
  init?(footnotes: [(number: Int, node: MarkdownNode)]) {
    guard !footnotes.isEmpty else { return nil }
    var text = StyledText()
    for (number, node) in footnotes {
      if !text.isEmpty { text.append("\n") }
      text.append(superscript(number) + " ")
      text.append(node.footnoteText)
    }
    self = .paragraph(text.styled(as: TextStyle(role: .muted)))
  }
}

extension MarkdownNode {
  /// The numbers of the footnotes that the node refers to, in order.
  var footnoteNumbers: [Int] {
    var numbers: [Int] = []
    walk { node, isEntering in
      if isEntering, node.kind == .footnoteMark, let number = Int(node.literal) {
        numbers.append(number)
      }
    }
    return numbers
  }

  /// The text of all paragraphs and code blocks of a footnote.
  fileprivate var footnoteText: StyledText {
    var text = StyledText()
    walk { node, isEntering in
      guard isEntering else { return }
      let more: StyledText
      switch node.kind {
      case .paragraph, .heading, .tableCell: more = node.styledText()
      case .code: more = StyledText(sanitized(node.literal.trimmingBlanks(), keeping: .lineFeeds))
      default: return
      }
      guard !more.isEmpty else { return }
      if !text.isEmpty { text.append(" ") }
      text.append(more)
    }
    return text
  }
}
