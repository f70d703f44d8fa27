import NavWire

extension Reply.Body {
  /// The version that an accepted operation has made, whether it changed anything or not; nil for another answer.
  var acceptedVersion: UInt64? {
    if case .accepted(let version, _) = self { version } else { nil }
  }
}
