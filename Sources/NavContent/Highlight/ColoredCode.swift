import NavText

/// The lines that `bat` prints, each token in one of the terminal's 16 colours.
///
/// Anything else in the output than text, tabs, ends of lines and SGR sequences makes it none of those.
struct ColoredCode {
  private(set) var lines: [StyledText] = [StyledText()]

  /// - Parameter output: what was printed; nil where it is no such text.
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
      case .control, .sequence, .link: return nil
      }
    }
    guard escape.isOutside else { return nil }
    end(&run, rendition)
    // The last line is ended, too.
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
  }

  private mutating func end(_ run: inout String.UnicodeScalarView, _ rendition: GraphicRendition) {
    guard !run.isEmpty else { return }
    let role = Self.role(of: rendition.style.foreground)
    lines[lines.count - 1].append(String(run), style: TextStyle(role: role))
    run.removeAll(keepingCapacity: true)
  }

  /// What a colour of the theme `base16` stands for; plain for any other one.
  private static func role(of color: TextColor?) -> TextRole {
    guard case .indexed(let index)? = color else { return .plain }
    return switch index {
    case 8: .codeComment
    case 5, 13: .codeKeyword
    case 2, 10: .codeString
    case 9, 11: .codeNumber
    case 3: .codeType
    // Functions; tags and variables.
    case 4, 12, 1: .codeName
    case 6, 14: .codeMeta
    default: .plain
    }
  }
}
