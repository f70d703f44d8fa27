import NavViewer

/// A property of a part in a theme file; a colour precedes its 16-colour replacement.
enum ThemeProperty: String, CaseIterable, Hashable {
  /// The colour of text.
  case color
  /// The replacement of the text colour on terminals with 16 colours.
  case ansi
  /// The colour behind text.
  case ground
  case groundAnsi = "ground_ansi"
  case bold
  case italic
  case underline
  case dim

  /// The text attributes.
  static let attributes: [ThemeProperty] = [.bold, .italic, .underline, .dim]

  var attribute: CellAttributes {
    switch self {
    case .bold: .bold
    case .italic: .italic
    case .underline: .underline
    case .dim: .dim
    case .color, .ansi, .ground, .groundAnsi: []
    }
  }
}

extension RGB {
  /// Parses a colour in the form `#6cb6ff`.
  init?(hexText: String) {
    let digits = hexText.utf8.dropFirst()
    guard hexText.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let number = UInt32(hexText.dropFirst(), radix: 16)
    else { return nil }
    self.init(hex: number)
  }

  /// The colour in the form `#6cb6ff`.
  var hexText: String {
    let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let digits = String(number, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
