import NavHost
import NavWire
import Testing

@testable import NavDaemon

@Suite("Where others find a daemon that listens")
struct NetworkPlaceTests {
  private static let interfaces = [
    NetworkPlace.Interface(host: "127.0.0.1", isLoopback: true),
    NetworkPlace.Interface(host: "[::1]", isLoopback: true),
    NetworkPlace.Interface(host: "192.0.2.7", isLoopback: false),
    NetworkPlace.Interface(host: "[2001:db8::7]", isLoopback: false),
  ]

  private func addresses(
    _ listen: String,
    _ interfaces: [NetworkPlace.Interface] = interfaces
  ) throws -> [String] {
    let listen = try #require(TCPAddress(listen))
    return NetworkPlace.addresses(of: listen, interfaces).map(\.description)
  }

  @Test("one address is itself; all interfaces are those that others reach")
  func addresses() throws {
    #expect(try addresses("tcp://198.51.100.1:7100") == ["tcp://198.51.100.1:7100"])
    #expect(try addresses("tcp://example.org:7100") == ["tcp://example.org:7100"])
    #expect(try addresses("tcp://*:7100") == ["tcp://192.0.2.7:7100"])
    #expect(try addresses("tcp://0.0.0.0:7100") == ["tcp://192.0.2.7:7100"])
    #expect(
      try addresses("tcp://[::]:7100") == ["tcp://192.0.2.7:7100", "tcp://[2001:db8::7]:7100"]
    )
  }

  @Test("without another interface the machine itself is left, and never more than fit a string")
  func few() throws {
    let loopback = Array(Self.interfaces.prefix(2))
    #expect(try addresses("tcp://*:7100", loopback) == ["tcp://127.0.0.1:7100"])
    #expect(try addresses("tcp://*:7100", []) == [])
    let many = (0..<20).map {
      NetworkPlace.Interface(host: "192.0.2.\($0)", isLoopback: false)
    }
    #expect(try addresses("tcp://*:7100", many).count == InvitationLink.maximumAddresses)
  }
}
