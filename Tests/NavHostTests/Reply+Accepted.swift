import NavWire

extension Reply.Body {
  /// The version in the reply to an accepted operation, whether it changed anything or not; nil for other replies.
  var acceptedVersion: UInt64? {
    if case .accepted(let version, _) = self { version } else { nil }
  }
}
