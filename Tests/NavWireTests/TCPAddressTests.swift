import NavWire
import Testing

@Suite("Addresses over TCP (proto/README.md: Endpoints)")
struct TCPAddressTests {
  @Test("valid and invalid addresses")
  func parsing() {
    let table: [(String, String, UInt16)] = [
      ("tcp://127.0.0.1:7100", "127.0.0.1", 7100), ("tcp://*:1", "*", 1),
      ("tcp://a-host.example:65534", "a-host.example", 65_534), ("tcp://[::1]:80", "[::1]", 80),
    ]
    for (text, host, port) in table {
      let address = TCPAddress(text)
      #expect(address?.host == host && address?.port == port, "\(text)")
      #expect(address?.layoutPort == port + 1 && address?.description == text)
      #expect(address?.isIPv6 == host.hasPrefix("["))
    }
    for text in [
      "", "tcp://", "tcp://host", "tcp://host:", "tcp://:7100", "host:7100", "ipc:///x:1",
      "tcp://host:0", "tcp://host:65535", "tcp://host:65536", "tcp://host:-1", "tcp://host:x",
      "tcp://::1:80", "tcp://[]:80", "tcp://a b:80", "tcp://a/b:80", "tcp://[::1:80",
    ] {
      #expect(TCPAddress(text) == nil, "\(text)")
    }
  }

  @Test("several addresses, with the scheme at the first one or at each")
  func lists() {
    let (a, b) = ("tcp://a:1", "tcp://[::1]:2")
    for text in ["\(a),[::1]:2", "\(a),\(b)"] {
      #expect(TCPAddress.list(text)?.map(\.description) == [a, b], "\(text)")
    }
    #expect(TCPAddress.list(a)?.map(\.description) == [a])
    let many = Array(repeating: a, count: InvitationLink.maximumAddresses)
    #expect(TCPAddress.list(many.joined(separator: ","))?.count == many.count)
    for text in [
      "", "a:1", "\(a),", ",\(a)", "\(a),,b:2", "\(a),ssh://b", (many + [a]).joined(separator: ","),
    ] {
      #expect(TCPAddress.list(text) == nil, "\(text)")
    }
    let seeds = ["tcp://a:1", "tcp://b:2"].compactMap { TCPAddress($0) }
    var endpoints = Endpoints(directory: "/run")
    #expect(endpoints.candidates == [endpoints])
    endpoints.use(seeds)
    #expect(endpoints.candidates.map(\.server) == seeds)
    #expect(endpoints.candidates.allSatisfy { $0.alternatives.isEmpty })
  }

  @Test("a client connects to two ports, or in the directory")
  func endpoints() {
    var endpoints = Endpoints(runtimeDirectory: "/run/x", user: 7)
    #expect(endpoints.input == "ipc:///run/x/navd/input")
    #expect(endpoints.layout == "ipc:///run/x/navd/layout")
    #expect(endpoints.firstPause == .milliseconds(250))
    endpoints.server = TCPAddress("tcp://[::1]:7100")
    #expect(endpoints.input == "tcp://[::1]:7100")
    #expect(endpoints.layout == "tcp://[::1]:7101")
    #expect(endpoints.firstPause == .milliseconds(2_500))
  }
}
