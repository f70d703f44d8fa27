import NavStateFormat

extension Principal {
  /// The scripts that act on its behalf.
  var scripts: Participant.Identity {
    switch self {
    case .localUser, .process: .scripts(address: nil)
    case .address(let address): .scripts(address: address)
    case .key(let key): .scripts(address: "\(key)")
    }
  }
}
