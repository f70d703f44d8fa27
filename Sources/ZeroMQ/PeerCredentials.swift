/// The credentials of the peer of an `ipc` connection, from the kernel (`SO_PEERCRED`).
public struct PeerCredentials: Hashable, Sendable {
  /// The user id at the time of connecting.
  public let userID: UInt32
  /// The group id at the time of connecting.
  public let groupID: UInt32
  /// The process id at the time of connecting; the process may have ended since.
  public let processID: Int32

  /// Creates credentials, for tests.
  public init(userID: UInt32, groupID: UInt32, processID: Int32) {
    self.userID = userID
    self.groupID = groupID
    self.processID = processID
  }

  /// Parses the property `Peer-Address` of a frame, `localhost:user:group:process` for `ipc`.
  ///
  /// Nil for any other text. A TCP peer cannot be mistaken for a local one, because its address is
  /// always numeric.
  public init?(peerAddress: String) {
    let parts = peerAddress.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "localhost",
      let user = UInt32(parts[1]), let group = UInt32(parts[2]), let process = Int32(parts[3])
    else { return nil }
    self.init(userID: user, groupID: group, processID: process)
  }
}

extension Frame {
  /// The credentials of the frame's sender; nil unless it came through `ipc`.
  ///
  /// Use a frame of the body.
  public var peerCredentials: PeerCredentials? {
    property("Peer-Address").flatMap { PeerCredentials(peerAddress: $0) }
  }
}
