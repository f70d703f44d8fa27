import NavBase

/// Parses the output of `bat`, in which each token has one of the terminal's 16 colours.
///
/// The output may contain only text, tabs, line ends and SGR sequences.
struct ColoredCode {
  private(set) var lines: [StyledText] = [StyledText()]

  /// - Parameter output: the output; the result is nil if it contains anything else.
  init?(_ output: String) {
    var escape = EscapeParser()
    var rendition = GraphicRendition()
    var run = String.UnicodeScalarView()
    for scalar in output.unicodeScalars {
      switch escape.receive(scalar) {
      case .nothing: break
      case .print: run.append(scalar)
      case .control where scalar == "\t": run.append(scalar)
      case .control where scalar == "\n":
        end(&run, rendition)
        lines.append(StyledText())
      case .sequence(let sequence) where sequence.final == UInt8(ascii: "m"):
        end(&run, rendition)
        rendition.select(sequence.parameters)
      case .control, .sequence, .escape, .modes, .link: return nil
      }
    }
    guard escape.isOutside else { return nil }
    end(&run, rendition)
    // The last line also ends with a line feed.
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
  }

  private mutating func end(_ run: inout String.UnicodeScalarView, _ rendition: GraphicRendition) {
    guard !run.isEmpty else { return }
    let role = Self.role(of: rendition.style.foreground)
    lines[lines.count - 1].append(String(run), style: TextStyle(role: role))
    run.removeAll(keepingCapacity: true)
  }

  /// Returns the role of a colour of the theme `base16`; plain for any other colour.
  private static func role(of color: TextColor?) -> TextRole {
    guard case .indexed(let index)? = color else { return .plain }
    return switch index {
    case 8: .codeComment
    case 5, 13: .codeKeyword
    case 2, 10: .codeString
    case 9, 11: .codeNumber
    case 3: .codeType
    // 4 and 12 are functions, 1 is tags and variables.
    case 4, 12, 1: .codeName
    case 6, 14: .codeMeta
    default: .plain
    }
  }
}
