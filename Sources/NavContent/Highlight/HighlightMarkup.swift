import NavBase

/// Parses the HTML output of `highlight`, in which each token is a span with a class.
///
/// The output may contain only spans, text and character references.
struct HighlightMarkup {
  private(set) var lines: [StyledText] = [StyledText()]

  /// - Parameter html: the output; the result is nil if it contains anything else.
  init?(_ html: String) {
    var rest = html.utf8[...]
    var open: [TextRole] = []
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "<"):
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let tag = String(rest[rest.index(after: rest.startIndex)..<end]) ?? ""
        rest = rest[rest.index(after: end)...]
        if tag == "/span" {
          guard open.popLast() != nil else { return nil }
        } else {
          guard open.count < Self.depthLimit, let role = Self.role(ofTag: tag) else { return nil }
          open.append(role)
        }
      case UInt8(ascii: "&"):
        guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
          let character = Self.character(rest[rest.index(after: rest.startIndex)..<end])
        else { return nil }
        append(String(character), open.last)
        rest = rest[rest.index(after: end)...]
      default:
        let text = rest.prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        append(String(text) ?? "", open.last)
        rest = rest[text.endIndex...]
      }
    }
    guard open.isEmpty else { return nil }
    // The last line also ends with a line feed.
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
  }

  private static let depthLimit = 64

  private mutating func append(_ text: String, _ role: TextRole?) {
    let style = TextStyle(role: role ?? .plain)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { lines.append(StyledText()) }
      lines[lines.count - 1].append(String(line), style: style)
    }
  }

  /// Returns the role of a token such as `span class="hl kwa"`; nil for any other tag.
  private static func role(ofTag tag: String) -> TextRole? {
    guard tag.hasPrefix("span class=\"hl "), tag.hasSuffix("\"") else { return nil }
    return switch tag.dropFirst(15).dropLast() {
    case "slc", "com": .codeComment
    case "kwa": .codeKeyword
    case "kwb": .codeType
    case "kwc", "kwd": .codeName
    case "kwe", "kwf", "esc", "ipl", "ppc": .codeMeta
    case "str", "pps": .codeString
    case "num": .codeNumber
    default: .plain
    }
  }

  private static func character(_ name: Substring.UTF8View) -> Character? {
    switch String(name) {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    case let number? where number.hasPrefix("#"):
      return UInt32(number.dropFirst()).flatMap(Unicode.Scalar.init).map { Character($0) }
    default: return nil
    }
  }
}
