import NavBase

/// The text style that results from a program's SGR sequences (ECMA-48, 8.3.117).
struct GraphicRendition {
  private(set) var style = TextStyle.plain

  /// Sets the link of the following text; nil for none.
  mutating func setLink(_ link: String?) { style.link = link }

  /// Applies the parameters of one SGR sequence: fields are separated by `;`, subparameters by `:`;
  /// an empty sequence is a reset.
  mutating func select(_ parameters: [UInt8]) {
    let fields = Self.fields(parameters)
    var index = 0
    while index < fields.count {
      index += select(fields[index...])
    }
  }

  /// A number of a sequence.
  private struct Field {
    /// The number; 0 if omitted, -1 if invalid or too large.
    var value: Int
    /// Whether it is a subparameter of the field before it.
    var isPart: Bool
  }

  /// Applies the first field and those that belong to it, and returns their count.
  private mutating func select(_ fields: ArraySlice<Field>) -> Int {
    guard let code = fields.first?.value else { return 1 }
    let parts = fields.dropFirst().prefix { $0.isPart }.map(\.value)
    switch code {
    case 38, 48, 58:
      let rest = parts.isEmpty ? Self.colorFields(fields.dropFirst().prefix(4)) : parts
      if let color = Self.color(rest[...], hasSpace: !parts.isEmpty && parts.count >= 5) {
        if code == 38 { style.foreground = color }
        if code == 48 { style.background = color }
      }
      return 1 + rest.count
    case 4: setAttribute(.underline, parts.first != 0)
    default: select(code)
    }
    return 1 + parts.count
  }

  private mutating func select(_ code: Int) {
    switch code {
    case 0: style = TextStyle(link: style.link)
    case 1: setAttribute(.bold, true)
    case 2: setAttribute(.dim, true)
    case 3: setAttribute(.italic, true)
    case 7: setAttribute(.inverse, true)
    case 9: setAttribute(.strikethrough, true)
    case 21: setAttribute(.underline, true)
    case 22: setAttribute([.bold, .dim], false)
    case 23: setAttribute(.italic, false)
    case 24: setAttribute(.underline, false)
    case 27: setAttribute(.inverse, false)
    case 29: setAttribute(.strikethrough, false)
    case 30...37: style.foreground = Self.indexed(code - 30)
    case 39: style.foreground = nil
    case 40...47: style.background = Self.indexed(code - 40)
    case 49: style.background = nil
    case 90...97: style.foreground = Self.indexed(code - 90 + 8)
    case 100...107: style.background = Self.indexed(code - 100 + 8)
    // Ignores blinking, fonts, concealment and undefined codes.
    default: break
    }
  }

  private mutating func setAttribute(_ attributes: TextAttributes, _ isOn: Bool) {
    if isOn {
      style.attributes.formUnion(attributes)
    } else {
      style.attributes.subtract(attributes)
    }
  }

  /// Returns the fields after 38, 48 or 58 that belong to it.
  private static func colorFields(_ fields: ArraySlice<Field>) -> [Int] {
    switch fields.first?.value {
    case 5: fields.prefix(2).map(\.value)
    case 2: fields.prefix(4).map(\.value)
    default: []
    }
  }

  /// Returns the colour of `5, index`, or of `2` and three components.
  ///
  /// - Parameters:
  ///   - numbers: the fields or subparameters of the colour.
  ///   - hasSpace: whether a colour space identifier precedes the three components.
  /// - Returns: the colour; nil if it is invalid.
  private static func color(_ numbers: ArraySlice<Int>, hasSpace: Bool) -> TextColor? {
    switch numbers.first {
    case 5: return numbers.count >= 2 ? indexed(numbers[numbers.startIndex + 1]) : nil
    case 2:
      let bytes = numbers.dropFirst(hasSpace ? 2 : 1).prefix(3).compactMap { UInt8(exactly: $0) }
      return bytes.count == 3 ? .rgb(bytes[0], bytes[1], bytes[2]) : nil
    default: return nil
    }
  }

  private static func indexed(_ index: Int) -> TextColor? {
    UInt8(exactly: index).map { .indexed($0) }
  }

  private static func fields(_ parameters: [UInt8]) -> [Field] {
    var fields = [Field(value: 0, isPart: false)]
    for byte in parameters {
      let last = fields.count - 1
      switch byte {
      case UInt8(ascii: ";"): fields.append(Field(value: 0, isPart: false))
      case UInt8(ascii: ":"): fields.append(Field(value: 0, isPart: true))
      case UInt8(ascii: "0")...UInt8(ascii: "9") where (0...9_999).contains(fields[last].value):
        fields[last].value = fields[last].value * 10 + Int(byte - UInt8(ascii: "0"))
      default: fields[last].value = -1
      }
    }
    return fields
  }
}
