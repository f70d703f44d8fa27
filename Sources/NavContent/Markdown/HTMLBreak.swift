/// A break that a tag makes in the text around it, on opening and on closing; of several at one place the greatest counts.
///
/// Text begins a line behind the tags of blocks and rows. The cells of a row are in one line, with a bar between them.
enum HTMLBreak: Int, Comparable {
  case line, cell, row

  /// Nil if the tag is of text in a line.
  init?(_ name: String) {
    switch name {
    case "td", "th": self = .cell
    case "tr", "table", "thead", "tbody", "tfoot", "caption": self = .row
    case "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div",
      "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4",
      "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "optgroup", "option", "p", "pre",
      "section", "summary", "ul":
      self = .line
    default: return nil
    }
  }

  static let bar = " │ "

  static func < (one: HTMLBreak, other: HTMLBreak) -> Bool { one.rawValue < other.rawValue }
}
