/// The rule by which viewers may move a session (proto/README.md: Control), numbered as in `scene.proto`.
package enum ControlPolicy: UInt8, CaseIterable, Hashable, Sendable {
  /// Everybody may move it.
  case open = 0
  /// One drives; others ask for control, and the driver grants it or gives it up.
  case request = 1
  /// One drives, and nobody may ask.
  case locked = 2

  /// The word for it in commands, files and listings.
  package var word: String {
    switch self {
    case .open: "open"
    case .request: "request"
    case .locked: "locked"
    }
  }

  /// Creates the policy with a word; nil for any other text.
  package init?(word: String) {
    guard let policy = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = policy
  }
}
