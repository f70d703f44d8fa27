import Glibc
import Testing

@testable import NavClient

/// The first bytes of a listener.
@Suite struct TransportGreetingTests {
  private static func greeting(_ mechanism: String) -> [UInt8] {
    let name = Array(mechanism.utf8)
    return [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1] + name
      + [UInt8](repeating: 0, count: 20 - name.count) + [UInt8](repeating: 0, count: 32)
  }

  /// `isOpen`: whether the listener keeps the connection.
  @Test(
    arguments: [
      (greeting("CURVE"), false, .greeting(TransportGreeting(mechanism: "CURVE"))),
      (greeting("NULL"), true, .greeting(TransportGreeting(mechanism: "NULL"))),
      ([], false, .closed), (Array(greeting("NULL").prefix(30)), false, .closed),
      (Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), true, .foreign), (Array("H".utf8), false, .foreign),
      (Array(greeting("NULL").prefix(30)), true, .silence), ([], true, .silence),
    ] as [([UInt8], Bool, TransportGreeting.Answer)]
  )
  func answers(_ bytes: [UInt8], isOpen: Bool, answer: TransportGreeting.Answer) throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    if !isOpen { shutdown(ends[1], Int32(SHUT_WR)) }
    // Short, because what comes is there already.
    #expect(TransportGreeting.ask(ends[0], timeout: 20) == answer)
  }
}
