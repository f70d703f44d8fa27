import NavWire

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
  ///   have no principal: none is known of their processes.
  init?(scripts place: String?) {
    guard let place else { return nil }
    if let key = PeerKey(place) {
      self = .key(key)
    } else {
      self = .address(place)
    }
  }
}
