import NavSystem
import Testing

@testable import NavDaemon

@Suite("The address at which metrics are served")
struct MetricsAddressTests {
  @Test(
    "addresses and ports, and which of them stay on this machine",
    arguments: [
      ("127.0.0.1:9464", true), ("127.9.8.7:1", true), ("[::1]:65535", true),
      ("[0:0:0:0:0:0:0:1]:9464", true), ("0.0.0.0:9464", false), ("[::]:9464", false),
      ("192.0.2.7:9464", false), ("[2001:db8::1]:9464", false), ("128.0.0.1:9464", false),
      ("[::ffff:127.0.0.1]:9464", false),
    ]
  )
  func good(text: String, isLoopback: Bool) throws {
    let address = try #require(MetricsAddress(text))
    #expect(address.isLoopback == isLoopback)
    #expect(address.description == text)
  }

  @Test(
    "anything else is no address",
    arguments: [
      "", ":", "9464", ":9464", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536",
      "127.0.0.1:x", "127.1:9464", "localhost:9464", "::1:9464", "[::1]", "[::1:9464", "[]:9464",
      "[127.0.0.1]:9464", "tcp://127.0.0.1:9464", "*:9464", " 127.0.0.1:9464", "127.0.0.1:9464 ",
      "127.0.0.1:+9464", "127.0.0.1:-1",
    ]
  )
  func bad(text: String) {
    #expect(MetricsAddress(text) == nil)
  }

  @Test("other machines reach metrics only if that is asked for")
  func insecure() throws {
    var settings = MetricsSettings()
    #expect(try settings.address() == nil)
    settings.listen = MetricsAddress("127.0.0.1:9464")
    #expect(try settings.address() == settings.listen)
    settings.listen = MetricsAddress("0.0.0.0:9464")
    let error = #expect(throws: DaemonError.self) { try settings.address() }
    #expect(error?.code == .usage)
    #expect(error?.description.contains("127.0.0.1:9464") == true)
    settings.isInsecure = true
    #expect(try settings.address() == settings.listen)
  }
}
