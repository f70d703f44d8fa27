import NavBase

/// The stored form of control (state.proto); empty for the state of a new session.
extension ControlState: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var policy = value?.policy.number ?? 0
    var (driver, requests) = (value?.driver, value?.requests ?? [])
    try archive.uint32(1, &policy)
    try archive.message(2, &driver)
    try archive.messages(3, &requests)
    try archive.check(
      requests.count <= maximumRequests,
      "\(requests.count) requests for control"
    )
    return ControlState(
      // The policy of a newer daemon is unknown: the strictest policy grants no more than it.
      policy: ControlPolicy.allCases.first { $0.number == policy } ?? .locked,
      driver: driver,
      requests: requests
    )
  }
}

extension Participant: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (client, scripts) = ([UInt8]?.none, String?.none)
    switch value?.identity {
    case .viewer(let id): client = id.bytes
    case .scripts(let address): scripts = address ?? ""
    case nil: break
    }
    var (name, wanted) = (value?.name, value?.person?.wanted)
    var key = value?.person?.key?.bytes
    try archive.bytes(1, &client)
    try archive.string(2, &scripts)
    try archive.string(3, &name)
    try archive.string(4, &wanted)
    try archive.bytes(5, &key)
    if let value { return value }

    guard let name else { throw WireError("a participant without a name") }
    if let scripts {
      return Self(.scripts(address: scripts.isEmpty ? nil : scripts), name: name)
    }
    guard let client else { throw WireError("a participant of an unknown kind") }
    guard let id = ClientID(client), id != .none else {
      throw WireError("a client id of \(client.count) bytes; it has 16")
    }
    guard let wanted else { return Self(.viewer(id), name: name) }
    let known = key.flatMap { PeerKey($0) }
    if let key, known == nil { throw WireError("a key of \(key.count) bytes") }
    return Self(.viewer(id), name: name, person: Person(wanted: wanted, key: known))
  }
}
