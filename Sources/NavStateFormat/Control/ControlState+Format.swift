import NavCommands
import NavModel
package import NavWire
import SwiftProtobuf

/// The stored form of control (state.proto).
extension ControlState {
  /// Empty for the state of a new session.
  package func encoded() -> [UInt8] {
    var message = Navd_V1_ControlPlace()
    message.policy = UInt32(policy.rawValue)
    if let driver { message.driver = driver.wire }
    message.requests = requests.map(\.wire)
    return serialized(message)
  }

  /// Decodes a stored state.
  ///
  /// - Throws: `WireError` for malformed bytes or an impossible state.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    let message: Navd_V1_ControlPlace = try parsed(bytes)
    guard message.requests.count <= Self.maximumRequests else {
      throw WireError("\(message.requests.count) requests for control")
    }
    var requests: [Participant] = []
    for request in message.requests { requests.append(try Participant(request)) }
    self.init(
      // A policy of a newer daemon: nobody gets more than it may have given.
      policy: UInt8(exactly: message.policy).flatMap(ControlPolicy.init(rawValue:)) ?? .locked,
      driver: message.hasDriver ? try Participant(message.driver) : nil,
      requests: requests
    )
  }
}

extension Participant {
  fileprivate var wire: Navd_V1_Participant {
    var message = Navd_V1_Participant()
    switch identity {
    case .viewer(let client): message.client = NavWire.bytes(client.bytes)
    case .scripts(let address): message.scripts = address ?? ""
    }
    message.name = name.description
    return message
  }

  fileprivate init(_ message: Navd_V1_Participant) throws(WireError) {
    guard let name = ViewerName(message.name) else {
      throw WireError("a participant without a name")
    }
    switch message.identity {
    case .client(let bytes):
      guard let client = ClientID(Array(bytes)), client != .none else {
        throw WireError("a client id of \(bytes.count) bytes; it has 16")
      }
      self.init(.viewer(client), name: name)
    case .scripts(let address):
      self.init(.scripts(address: address.isEmpty ? nil : address), name: name)
    case nil: throw WireError("a participant of an unknown kind")
    }
  }
}
