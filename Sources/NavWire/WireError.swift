/// A malformed message, or a message with an invalid value.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Whether the message can be understood, and only a value in it is one that nothing can have.
  package let isImpossible: Bool

  package init(_ description: String) {
    self.description = description
    isImpossible = false
  }

  /// Creates the error of a message that can be understood, but has an impossible value.
  package init(impossible description: String) {
    self.description = description
    isImpossible = true
  }
}

/// The version of the protocol that this program speaks (proto/README.md: Compatibility).
package struct ProtocolVersion: Hashable, Sendable, CustomStringConvertible {
  package var major: UInt32
  package var minor: UInt32

  package init(major: UInt32, minor: UInt32) {
    self.major = major
    self.minor = minor
  }

  package static let current = ProtocolVersion(major: 1, minor: 0)

  /// Returns the version that both sides speak: the smaller minor of the same major; nil if the
  /// majors differ.
  package func common(with other: ProtocolVersion) -> ProtocolVersion? {
    major == other.major ? ProtocolVersion(major: major, minor: min(minor, other.minor)) : nil
  }

  package var description: String { "\(major).\(minor)" }
}

/// The release version, shared by the daemon and the client.
package enum Release {
  package static let version = "0.1.0"
}
