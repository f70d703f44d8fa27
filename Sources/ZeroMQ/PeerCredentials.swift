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
    var address = peerAddress
    guard let numbers = address.withUTF8({ Self.numbers(in: $0) }),
      let process = Int32(exactly: numbers[2])
    else { return nil }
    self.init(userID: numbers[0], groupID: numbers[1], processID: process)
  }

  /// Returns the three numbers of an address; nil for any other text.
  ///
  /// Byte by byte, because each request has an address.
  private static func numbers(in address: UnsafeBufferPointer<UInt8>) -> [UInt32]? {
    let start = "localhost:".utf8
    guard address.count > start.count, address.prefix(start.count).elementsEqual(start) else {
      return nil
    }
    var numbers: [UInt32] = []
    var number: UInt32?
    for byte in address.dropFirst(start.count) {
      if byte == UInt8(ascii: ":") {
        guard let read = number, numbers.count < 2 else { return nil }
        numbers.append(read)
        number = nil
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (tens, isTooLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(UInt32(byte - UInt8(ascii: "0")))
      guard !isTooLarge, !overflows else { return nil }
      number = sum
    }
    guard let last = number, numbers.count == 2 else { return nil }
    return numbers + [last]
  }
}
