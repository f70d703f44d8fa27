/// What a run of text *is*.
///
/// The viewer's theme gives each role its look, so the same row reads well
/// on a light and on a dark terminal. Raw values travel on the wire and never change their meaning.
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
  /// Something secondary: an image's address, a note of the program's own.
  case muted = 14
  case error = 15
  case taskDone = 16
  case taskOpen = 17
  /// An entry that opens further entries: a directory.
  case branch = 18
  // The tokens of a program's text.
  case codeComment = 19
  case codeKeyword = 20
  case codeString = 21
  case codeNumber = 22
  case codeType = 23
  /// What a program names: functions, commands, keys.
  case codeName = 24
  /// What is said to a compiler or a reader of the text: directives, annotations, escapes.
  case codeMeta = 25
  // The lines of a comparison of two texts.
  case diffAdded = 26
  case diffRemoved = 27
  /// Where a part of the comparison stands.
  case diffHunk = 28
  // Bar, icon and title of an alert.
  case alertNote = 29
  case alertTip = 30
  case alertImportant = 31
  case alertWarning = 32
  case alertCaution = 33
  /// The number before a line of code.
  case lineNumber = 34
}

extension TextRole {
  /// Whether it is a token of a program's text, or the number of a line of it, which stands on the ground of the code around it.
  package var isToken: Bool {
    self == .lineNumber
      || (Self.codeComment.rawValue...Self.codeMeta.rawValue).contains(rawValue)
  }
}

/// How a run of text is emphasised, on top of its role.
package struct TextAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = TextAttributes(rawValue: 1)
  package static let italic = TextAttributes(rawValue: 2)
  package static let underline = TextAttributes(rawValue: 4)
  package static let strikethrough = TextAttributes(rawValue: 8)
  /// Found by the search.
  package static let found = TextAttributes(rawValue: 16)
  /// The match of the search that people are at.
  package static let foundHere = TextAttributes(rawValue: 32)
  package static let anyFound: TextAttributes = [.found, .foundHere]
  /// Steps back behind the text around it.
  package static let dim = TextAttributes(rawValue: 64)
  /// Ink and ground are exchanged.
  package static let inverse = TextAttributes(rawValue: 128)
}

/// The style of one run: role, emphasis, where a link leads, and the colours that the text itself
/// asks for.
package struct TextStyle: Hashable, Sendable {
  /// The raw value of its role, or what a later version has told.
  package var roleCode: UInt8
  package var attributes: TextAttributes
  private var ink: TextColor.Packed
  private var ground: TextColor.Packed
  /// The address a link leads to, sanitised; nil where the run is no link.
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

  /// What the text is; plain where nobody here knows.
  package var role: TextRole {
    get { TextRole(rawValue: roleCode) ?? .plain }
    set { roleCode = newValue.rawValue }
  }

  /// The colour of the text in the stead of its role's; nil where it asks for none.
  package var foreground: TextColor? {
    get { ink.color }
    set { ink = TextColor.Packed(newValue) }
  }

  /// The colour behind the text in the stead of its role's; nil where it asks for none.
  package var background: TextColor? {
    get { ground.color }
    set { ground = TextColor.Packed(newValue) }
  }
}

extension TextStyle {
  // What tells in a run's attributes, as they travel, that colours of its own follow.
  package static let foregroundBit: UInt32 = 256
  package static let backgroundBit: UInt32 = 512

  /// Its attributes and which colours it has, as they travel and are hashed.
  package var attributeCode: UInt32 {
    UInt32(attributes.rawValue)
      | (foreground == nil ? 0 : Self.foregroundBit)
      | (background == nil ? 0 : Self.backgroundBit)
  }
}
