import NavBase

/// A copy request of the user that waits for the daemon's text.
struct CopyRequest: Hashable, Sendable {
  var scope: CopyScope
  /// The text under the pointer, if a part is copied by mouse; nil if keys requested the copy.
  var pointedText: String?
  /// The fallback for a daemon that does not support the request: the rows of the scene.
  var onScreen: CopiedPart?
  var since: Duration

  /// The time without an answer after which it is given up.
  static let timeout = Duration.seconds(10)

  /// The time at which it is given up.
  var deadline: Duration { since + Self.timeout }
}
