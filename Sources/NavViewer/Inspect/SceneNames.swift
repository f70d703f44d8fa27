import NavBase

// The JSON names of the parts of a row. Scripts rely on them: they stay the same even if a case is
// renamed.

extension TextRole {
  var name: String {
    switch self {
    case .plain: "plain"
    case .heading1: "heading.1"
    case .heading2: "heading.2"
    case .heading3: "heading.3"
    case .headingRule: "heading.rule"
    case .link: "link"
    case .codeSpan: "code.span"
    case .codeBlock: "code.block"
    case .quote: "quote"
    case .quoteBar: "quote.bar"
    case .listMarker: "list.marker"
    case .tableHeader: "table.header"
    case .tableRule: "table.rule"
    case .rule: "rule"
    case .muted: "muted"
    case .error: "error"
    case .taskDone: "task.done"
    case .taskOpen: "task.open"
    case .branch: "branch"
    case .codeComment: "code.comment"
    case .codeKeyword: "code.keyword"
    case .codeString: "code.string"
    case .codeNumber: "code.number"
    case .codeType: "code.type"
    case .codeName: "code.name"
    case .codeMeta: "code.meta"
    case .diffAdded: "diff.added"
    case .diffRemoved: "diff.removed"
    case .diffHunk: "diff.hunk"
    case .alertNote: "alert.note"
    case .alertTip: "alert.tip"
    case .alertImportant: "alert.important"
    case .alertWarning: "alert.warning"
    case .alertCaution: "alert.caution"
    case .lineNumber: "line.number"
    }
  }
}

extension TextAttributes {
  /// In the order of their bits.
  var names: [String] {
    let all: [(TextAttributes, String)] = [
      (.bold, "bold"), (.italic, "italic"), (.underline, "underline"),
      (.strikethrough, "strikethrough"), (.found, "found"), (.foundHere, "found.here"),
      (.dim, "dim"), (.inverse, "inverse"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension TextColor {
  /// The index of one of xterm's 256 colours as a number, any other colour as `#rrggbb`.
  var name: String {
    switch self {
    case .indexed(let index): return "\(index)"
    case .rgb:
      let digits = String(code & 0xFF_FFFF, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}
