/// The rule for the names of sessions: letters and numbers of any script, `.`, `_` and `-`, the first one a letter or a
/// number.
package enum SessionNameRule {
  /// The maximum length in characters.
  package static let maximumLength = 64
  /// The maximum length in bytes, since a letter may have any number of marks; a directory can have the name, too.
  package static let maximumBytes = 3 * maximumLength

  /// Whether a text can be the name of a session.
  package static func admits(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, mayBegin(with: first), text.utf8.count <= maximumBytes else {
      return false
    }
    return text.count <= maximumLength && text.allSatisfy(admits)
  }

  /// Whether a name may begin with a character.
  package static func mayBegin(with character: Character) -> Bool {
    character.unicodeScalars.first.map { isLetterOrNumber($0.properties.generalCategory) } ?? false
  }

  /// Whether a name may contain a character: nothing that can't be seen is part of it.
  package static func admits(_ character: Character) -> Bool {
    if character.isASCII, let byte = character.asciiValue, ".-_".utf8.contains(byte) { return true }
    return character.unicodeScalars.allSatisfy { scalar in
      guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
      return switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark: true
      case let category: isLetterOrNumber(category)
      }
    }
  }

  private static func isLetterOrNumber(_ category: Unicode.GeneralCategory) -> Bool {
    switch category {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
