import NavText

extension TextBlock {
  /// Notes in one paragraph, each in lines of its own behind its number; nil without any.
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
  /// The numbers of the notes that are referred to in it, in the order of their marks.
  var footnoteNumbers: [Int] {
    var numbers: [Int] = []
    walk { node, isEntering in
      if isEntering, node.kind == .footnoteMark, let number = Int(node.literal) {
        numbers.append(number)
      }
    }
    return numbers
  }

  /// The paragraphs and the code of a note, one behind the other.
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
