import NavBase

extension TextRow {
  /// The row in words: without rules and decorative characters.
  var spoken: String {
    var words = ""
    var rest = text[...]
    for run in runs {
      let end = rest.utf8.index(rest.startIndex, offsetBy: run.length, limitedBy: rest.endIndex)
      let piece = rest[..<(end ?? rest.endIndex)]
      words += Self.spoken(piece, as: run.style.role)
      rest = rest[piece.endIndex...]
    }
    words += Self.spoken(rest, as: .plain)
    return sanitized(words).split(separator: " ").joined(separator: " ")
  }

  private static func spoken(_ text: Substring, as role: TextRole) -> String {
    switch role {
    case .headingRule, .tableRule, .rule: " "
    case .quoteBar: text.allSatisfy { $0 == " " } ? String(text) : "> "
    case .taskDone: "[x] "
    case .taskOpen: "[ ] "
    // Of an alert only the title; the icon of a note is a letter in Unicode.
    case .alertNote, .alertTip, .alertImportant, .alertWarning, .alertCaution:
      text.contains { $0.isLetter && String($0) != AlertKind.note.icon } ? String(text) : " "
    case .plain, .heading1, .heading2, .heading3, .link, .codeSpan, .codeBlock, .quote, .listMarker,
      .tableHeader, .muted, .error, .branch, .codeComment, .codeKeyword, .codeString, .codeNumber,
      .codeType, .codeName, .codeMeta, .diffAdded, .diffRemoved, .diffHunk, .lineNumber:
      String(text)
    }
  }

  /// A list entry's columns, separated by commas; the graph of a commit history is left out.
  var spokenEntry: String {
    sanitized(text).split(separator: "  ").map { part in
      part.split(separator: " ").filter { !$0.isGraph }.joined(separator: " ")
    }
    .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Substring {
  /// Whether it consists only of a graph's lines and commit marks.
  fileprivate var isGraph: Bool {
    unicodeScalars.allSatisfy { (0x2500...0x257F).contains($0.value) || $0 == "●" }
  }
}
