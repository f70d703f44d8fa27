import Testing
import ZeroMQ

@Suite struct EndpointTests {
  @Test func readsWhatItWrites() throws {
    let table: [(String, Endpoint)] = [
      ("ipc:///run/navd/input", .ipc(path: "/run/navd/input")),
      ("ipc:///a b/ü", .ipc(path: "/a b/ü")),
      ("tcp://127.0.0.1:0", .tcp(host: "127.0.0.1", port: 0)),
      ("tcp://*:65535", .tcp(host: "*", port: 65535)),
      ("tcp://[::1]:5555", .tcp(host: "[::1]", port: 5555)),
      ("tcp://[fe80::1%eth0]:1", .tcp(host: "[fe80::1%eth0]", port: 1)),
      ("tcp://my-host.example:80", .tcp(host: "my-host.example", port: 80)),
      ("inproc://x", .inproc(name: "x")),
    ]
    for (text, expected) in table {
      let endpoint = try Endpoint(parsing: text)
      #expect(endpoint == expected)
      #expect(endpoint.description == text)
    }
  }

  @Test func onlyIPCHasAPath() throws {
    #expect(Endpoint.ipc(path: "/a").path == "/a")
    #expect(Endpoint.tcp(host: "a", port: 1).path == nil)
    #expect(Endpoint.inproc(name: "/a").path == nil)
    #expect(Endpoint.tcp(host: "a", port: 1).transport == .tcp)
  }

  @Test(arguments: [
    "", "ipc", "/tmp/x", "udp://1.2.3.4:5", "IPC:///x",
    "ipc://", "ipc://relative", "ipc://@abstract", "ipc://*", "ipc:///directory/", "ipc:///a\0b",
    "tcp://", "tcp://host", "tcp://:1", "tcp://host:", "tcp://host:65536", "tcp://host:-1",
    "tcp://host:+1", "tcp://host:*", "tcp://a b:1", "tcp://eth0;host:1", "tcp://[]:1",
    "tcp://[::1:1", "tcp://::1:1", "tcp://ho/st:1",
    "inproc://", "inproc://a\0b",
  ])
  func refuses(_ text: String) {
    let thrown = error { () throws(ZeroMQError) in _ = try Endpoint(parsing: text) }
    #expect(thrown?.code == .invalidArgument)
    #expect(thrown?.operation == .parse)
    #expect(thrown?.text.contains("write") == true)
  }

  @Test func pathsEndAt107Bytes() throws {
    let longest = "/" + String(repeating: "x", count: Endpoint.maxPathBytes - 1)
    #expect(try Endpoint(parsing: "ipc://\(longest)").path == longest)
    for tooLong in [longest + "x", String(longest.dropLast()) + "ü"] {
      let thrown = error { () throws(ZeroMQError) in _ = try Endpoint(parsing: "ipc://\(tooLong)") }
      #expect(thrown?.code == .pathTooLong)
      #expect(thrown?.text.contains("108") == true)
    }
  }
}
