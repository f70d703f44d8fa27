/// Who is at the other end of an `ipc` connection, as the kernel says (`SO_PEERCRED`).
public struct PeerCredentials: Hashable, Sendable {
  /// User, at the time it connected.
  public let userID: UInt32
  /// Group, at the time it connected.
  public let groupID: UInt32
  /// Process, at the time it connected; it may be gone since.
  public let processID: Int32

  /// Creates credentials, for tests.
  public init(userID: UInt32, groupID: UInt32, processID: Int32) {
    self.userID = userID
    self.groupID = groupID
    self.processID = processID
  }

  /// Reads the property `Peer-Address` of a frame, `localhost:user:group:process` for `ipc`.
  ///
  /// Nil for every other text. A TCP peer cannot pass for a local one: its address is always
  /// numeric.
  public init?(peerAddress: String) {
    let parts = peerAddress.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "localhost",
      let user = UInt32(parts[1]), let group = UInt32(parts[2]), let process = Int32(parts[3])
    else { return nil }
    self.init(userID: user, groupID: group, processID: process)
  }
}

extension Frame {
  /// Who sent the frame, nil unless it came through `ipc`; ask a frame of the body.
  public var peerCredentials: PeerCredentials? {
    property("Peer-Address").flatMap { PeerCredentials(peerAddress: $0) }
  }
}
