package import NavWire

/// On whose behalf a request is made, and who bears what it costs.
package enum Principal: Hashable, Sendable {
  /// The user who runs the daemon, through a process that is not known.
  case localUser
  /// A process of this machine that has connected to the daemon's directory.
  case process(user: UInt32, id: Int32)
  /// All peers at one address of a network.
  case address(String)
  /// All peers of a network that have the secret key of this public one.
  case key(PeerKey)

  /// The form in which its viewers get scenes: encrypted for those who come over an encrypted connection.
  package var streamForm: StreamForm {
    switch self {
    case .localUser, .process, .address: .open
    case .key: .sealed
    }
  }

  /// The owner of what outlives a process: one for all processes of the daemon's machine, because each command is another
  /// process.
  var ofMachine: Principal {
    switch self {
    case .localUser, .process: .localUser
    case .address, .key: self
    }
  }

  /// Returns one of `count` shares; the same for the same principal in every process.
  func share(of count: Int) -> Int {
    switch self {
    case .localUser: 0
    case .process(_, let id): Int(UInt32(bitPattern: id)) % count
    case .address(let text): Int(text.utf8.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) }) % count
    case .key(let key): Int(key.bytes.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) }) % count
    }
  }
}

extension Principal {
  /// The scripts that act on its behalf.
  var scripts: Participant.Identity {
    switch self {
    case .localUser, .process: .scripts(address: nil)
    case .address(let address): .scripts(address: address)
    case .key(let key): .scripts(address: "\(key)")
    }
  }

  /// Creates the principal on whose behalf scripts act.
  ///
  /// - Parameter place: the address or the key of `Participant.Identity.scripts`; nil for scripts of this machine, which
  ///   have no principal, because their processes are not known.
  init?(scripts place: String?) {
    guard let place else { return nil }
    if let key = PeerKey(place) {
      self = .key(key)
    } else {
      self = .address(place)
    }
  }
}
