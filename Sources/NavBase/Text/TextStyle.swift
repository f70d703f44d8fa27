/// The meaning of a run of text.
///
/// The viewer's theme defines the appearance of each role, so that the same row is readable on light and dark
/// terminals. Raw values are part of the wire protocol and never change their meaning.
package enum TextRole: UInt8, CaseIterable, Hashable, Sendable {
  case plain = 0
  case heading1 = 1
  case heading2 = 2
  case heading3 = 3
  /// The rule below a first-level heading.
  case headingRule = 4
  case link = 5
  /// Code inside a line of text.
  case codeSpan = 6
  /// A line of a code block; as a row's fill: the block's background.
  case codeBlock = 7
  case quote = 8
  /// The bar at the left of a quote.
  case quoteBar = 9
  /// A list item's bullet or number.
  case listMarker = 10
  case tableHeader = 11
  case tableRule = 12
  /// A thematic break.
  case rule = 13
  /// Secondary text: an image's address, a note added by the program.
  case muted = 14
  case error = 15
  case taskDone = 16
  case taskOpen = 17
  /// An entry that opens further entries: a directory.
  case branch = 18
  // Tokens of source code.
  case codeComment = 19
  case codeKeyword = 20
  case codeString = 21
  case codeNumber = 22
  case codeType = 23
  /// A name in code: a function, a command, a key.
  case codeName = 24
  /// Directives, annotations and escapes.
  case codeMeta = 25
  // Lines of a diff.
  case diffAdded = 26
  case diffRemoved = 27
  /// The header of a diff hunk.
  case diffHunk = 28
  // The bar, icon and title of an alert.
  case alertNote = 29
  case alertTip = 30
  case alertImportant = 31
  case alertWarning = 32
  case alertCaution = 33
  /// The number before a line of code.
  case lineNumber = 34
}

extension TextRole {
  /// Whether the role is a token of source code or a line number; both take the background of the code around them.
  package var isToken: Bool {
    self == .lineNumber
      || (Self.codeComment.rawValue...Self.codeMeta.rawValue).contains(rawValue)
  }
}

/// The emphasis of a run of text, on top of its role.
package struct TextAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = TextAttributes(rawValue: 1)
  package static let italic = TextAttributes(rawValue: 2)
  package static let underline = TextAttributes(rawValue: 4)
  package static let strikethrough = TextAttributes(rawValue: 8)
  /// A search match.
  package static let found = TextAttributes(rawValue: 16)
  /// The current search match.
  package static let foundHere = TextAttributes(rawValue: 32)
  package static let anyFound: TextAttributes = [.found, .foundHere]
  /// Less prominent than the text around it.
  package static let dim = TextAttributes(rawValue: 64)
  /// Foreground and background are swapped.
  package static let inverse = TextAttributes(rawValue: 128)
}

/// The style of one run: role, emphasis, link and explicit colours.
package struct TextStyle: Hashable, Sendable {
  /// The raw value of the role, possibly of a later version.
  package var roleCode: UInt8
  package var attributes: TextAttributes
  private var ink: TextColor.Packed
  private var ground: TextColor.Packed
  /// The sanitised address of the link; nil if the run is no link.
  package var link: String?

  package init(
    role: TextRole = .plain,
    attributes: TextAttributes = [],
    foreground: TextColor? = nil,
    background: TextColor? = nil,
    link: String? = nil
  ) {
    roleCode = role.rawValue
    self.attributes = attributes
    ink = TextColor.Packed(foreground)
    ground = TextColor.Packed(background)
    self.link = link
  }

  package static let plain = TextStyle()

  /// The role; `.plain` for an unknown raw value.
  package var role: TextRole {
    get { TextRole(rawValue: roleCode) ?? .plain }
    set { roleCode = newValue.rawValue }
  }

  /// The explicit colour of the text; nil for the role's colour.
  package var foreground: TextColor? {
    get { ink.color }
    set { ink = TextColor.Packed(newValue) }
  }

  /// The explicit colour of the background; nil for the role's colour.
  package var background: TextColor? {
    get { ground.color }
    set { ground = TextColor.Packed(newValue) }
  }
}

extension TextStyle {
  // Flags in `attributeCode`: an explicit colour follows on the wire.
  package static let foregroundBit: UInt32 = 256
  package static let backgroundBit: UInt32 = 512

  /// The attributes and colour flags as on the wire and in the hash.
  package var attributeCode: UInt32 {
    UInt32(attributes.rawValue)
      | (foreground == nil ? 0 : Self.foregroundBit)
      | (background == nil ? 0 : Self.backgroundBit)
  }
}

extension TextStyle {
  /// The scheme of links to another page of the same content.
  ///
  /// Such an address is never sent to a terminal.
  private static let pageScheme = "nav-page:"

  /// Returns the link address of a page.
  ///
  /// - Parameter key: the page's key in its content.
  /// - Returns: the address for ``TextStyle/link``.
  package static func pageAddress(_ key: String) -> String { pageScheme + key }

  /// Returns the key of the page that an address links to; nil for any other address.
  package static func page(ofAddress address: String) -> String? {
    guard address.utf8.starts(with: pageScheme.utf8) else { return nil }
    let key = address.dropFirst(pageScheme.count)
    return key.isEmpty ? nil : String(key)
  }

  /// The key of the linked page; nil if the style links to no page.
  package var page: String? { link.flatMap { Self.page(ofAddress: $0) } }
}

/// An explicit colour of a text, such as in a command's output.
///
/// A viewer shows the nearest colour of its terminal that keeps the text readable on its background.
package enum TextColor: Hashable, Sendable {
  /// One of xterm's 256 colours; the first 16 follow the terminal's own palette.
  case indexed(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  /// The colour on the wire: the index, or 2^24 + red * 2^16 + green * 2^8 + blue.
  package var code: UInt32 {
    switch self {
    case .indexed(let index): UInt32(index)
    case .rgb(let red, let green, let blue):
      Self.rgbTag | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  /// Decodes a colour; nil for a number of a later version.
  package init?(code: UInt32) {
    switch code {
    case 0..<256: self = .indexed(UInt8(truncatingIfNeeded: code))
    case Self.rgbTag..<Self.rgbTag << 1:
      self = .rgb(
        UInt8(truncatingIfNeeded: code >> 16),
        UInt8(truncatingIfNeeded: code >> 8),
        UInt8(truncatingIfNeeded: code)
      )
    default: return nil
    }
  }

  private static let rgbTag: UInt32 = 1 << 24
}

extension TextColor {
  /// An optional colour in four bytes, because each run of a page stores two of them.
  struct Packed: Hashable, Sendable {
    private let value: UInt32

    private static let none = UInt32.max

    init(_ color: TextColor?) {
      value = color?.code ?? Self.none
    }

    var color: TextColor? { value == Self.none ? nil : TextColor(code: value) }
  }
}
