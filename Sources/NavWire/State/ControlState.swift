package import NavBase

/// The part of a session's control that survives the daemon (proto/README.md: Control).
package struct ControlState: Hashable, Sendable {
  package var policy: ControlPolicy
  /// The driver; nil if nobody drives.
  package var driver: Participant?
  /// Those who ask for control, in the order in which they asked; at most `maximumRequests`.
  package var requests: [Participant]

  package static let maximumRequests = 32

  package init(
    policy: ControlPolicy = .open,
    driver: Participant? = nil,
    requests: [Participant] = []
  ) {
    self.policy = policy
    self.driver = driver
    self.requests = requests
  }
}

/// One of those who may have control of a session.
package struct Participant: Hashable, Sendable {
  package var identity: Identity
  /// The name under which others see it.
  package var name: ViewerName
  /// The person whose terminal it is, and who may go on at another one; nil if that is not known.
  package var person: Person?

  /// A person: whoever comes with one key, or from the daemon's machine, and asks for one name.
  package struct Person: Hashable, Sendable {
    package var wanted: ViewerName
    /// The key; nil for the daemon's machine.
    package var key: PeerKey?

    package init(wanted: ViewerName, key: PeerKey? = nil) {
      self.wanted = wanted
      self.key = key
    }
  }

  package enum Identity: Hashable, Sendable {
    /// A viewer, by its client.
    case viewer(ClientID)
    /// All scripts together that come from a network address; nil for those of the daemon's own machine.
    case scripts(address: String?)
  }

  package init(_ identity: Identity, name: ViewerName, person: Person? = nil) {
    self.identity = identity
    self.name = name
    self.person = person
  }
}
