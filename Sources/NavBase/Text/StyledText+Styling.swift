extension StyledText {
  /// Appends another text.
  package mutating func append(_ other: StyledText) {
    var start = other.text.utf8.startIndex
    for run in other.runs {
      let end = other.text.utf8.index(start, offsetBy: run.length)
      append(String(other.text[start..<end]), style: run.style)
      start = end
    }
    append(String(other.text[start...]))
  }

  /// Returns the text on top of a base style: plain text takes the base role, and all text takes
  /// its attributes.
  package func styled(as ground: TextStyle) -> StyledText {
    guard ground != .plain else { return self }
    // Fast path: most lines of code and of files have one style.
    if runs.allSatisfy({ $0.style == .plain }) { return StyledText(text, style: ground) }
    var result = StyledText()
    var start = text.utf8.startIndex
    for run in runs {
      let end = text.utf8.index(start, offsetBy: run.length)
      var style = run.style
      if style.role == .plain { style.role = ground.role }
      style.attributes.formUnion(ground.attributes)
      style.link = style.link ?? ground.link
      result.append(String(text[start..<end]), style: style)
      start = end
    }
    result.append(String(text[start...]), style: ground)
    return result
  }
}
