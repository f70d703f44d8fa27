package import NavWire

/// The address at which a viewer makes its connections, of those that its invitation names (proto/README.md:
/// Invitations).
///
/// A machine that goes to another network may reach its daemon at another of the addresses than before. The daemon has to
/// prove its key at each of them, so that nobody else can answer.
package struct AddressRotation: Hashable, Sendable {
  /// Never empty, and each once.
  private let addresses: [TCPAddress]
  private var index = 0
  /// The address of the last handshake that has succeeded.
  private var confirmed: TCPAddress

  /// Creates the state of a viewer that has reached its daemon.
  ///
  /// - Parameters:
  ///   - address: the address at which the daemon has answered.
  ///   - others: further addresses of that daemon, an earlier one is preferred.
  package init(_ address: TCPAddress, or others: [TCPAddress] = []) {
    addresses = [address] + others.filter { $0 != address }
    confirmed = address
  }

  /// The number of addresses.
  package var count: Int { addresses.count }

  /// The address at which the connections are made now.
  package var current: TCPAddress { addresses[index] }

  /// Gives the current address up for the next one in turn, since the daemon does not answer there.
  ///
  /// - Returns: the next address; the same if there is no other.
  package mutating func next() -> TCPAddress {
    index = (index + 1) % addresses.count
    return current
  }

  /// Handles a handshake that has succeeded.
  ///
  /// - Returns: the current address, if the handshake before this one was at another; else nil.
  package mutating func handshakeSucceeded() -> TCPAddress? {
    guard current != confirmed else { return nil }
    confirmed = current
    return current
  }
}
