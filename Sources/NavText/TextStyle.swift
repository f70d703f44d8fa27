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
  /// Those of the text itself.
  package static let ofText: TextAttributes = [.bold, .italic, .underline, .strikethrough]
}

/// The style of one run: role, emphasis, and where a link leads.
package struct TextStyle: Hashable, Sendable {
  package var role: TextRole
  package var attributes: TextAttributes
  /// The address a link leads to, sanitised; nil where the run is no link.
  package var link: String?

  package init(role: TextRole = .plain, attributes: TextAttributes = [], link: String? = nil) {
    self.role = role
    self.attributes = attributes
    self.link = link
  }

  package static let plain = TextStyle()
}
