import NavWire
import Testing

@Suite("Addresses of machines that are reached through ssh")
struct SSHAddressTests {
  @Test("the parts of valid addresses, and the arguments of ssh")
  func valid() {
    let table: [(String, user: String?, host: String, port: UInt16?, command: String)] = [
      ("ssh://home", nil, "home", nil, "ssh home"),
      ("ssh://ada@home.example", "ada", "home.example", nil, "ssh ada@home.example"),
      ("ssh://ada@127.0.0.1:2222", "ada", "127.0.0.1", 2222, "ssh -p 2222 ada@127.0.0.1"),
      ("ssh://my_alias-2:65535", nil, "my_alias-2", 65_535, "ssh -p 65535 my_alias-2"),
      ("ssh://ada@uni.example@home", "ada@uni.example", "home", nil, "ssh ada@uni.example@home"),
      ("ssh://[::1]", nil, "::1", nil, "ssh ::1"),
      (
        "ssh://a.b+c@[fe80::1%eth0]:22", "a.b+c", "fe80::1%eth0", 22, "ssh -p 22 a.b+c@fe80::1%eth0"
      ),
    ]
    for row in table {
      let address = SSHAddress(row.0)
      #expect(address?.user == row.user && address?.host == row.host, "\(row.0)")
      #expect(address?.port == row.port && address?.command == row.command, "\(row.0)")
      #expect(address?.description == row.0)
    }
  }

  @Test("nothing that ssh or a shell would interpret is accepted")
  func refused() {
    for text in [
      "", "home", "tcp://home:1", "ssh:home", "ssh://", "ssh:///", "ssh://home/", "ssh://home/x",
      "ssh://-oProxyCommand=x", "ssh://-x@home", "ssh://ada@-x", "ssh://@home", "ssh://ada@",
      "ssh://ada:secret@home", "ssh://a b", "ssh://a;b", "ssh://a`b`", "ssh://$HOME", "ssh://a'b",
      "ssh://a\"b", "ssh://a|b", "ssh://a&b", "ssh://a\nb", "ssh://a\u{1B}b", "ssh://a\0b",
      "ssh://a\\b", "ssh://a*b", "ssh://%h", "ssh://~x", "ssh://a,b", "ssh://é", "ssh://home:",
      "ssh://home:0", "ssh://home:65536", "ssh://home:-1", "ssh://home:+1", "ssh://home:x",
      "ssh://::1", "ssh://[home]", "ssh://[]", "ssh://[::1", "ssh://[::1]x", "ssh://[::1]:",
      "ssh://[::1%]", "ssh://[::1%-x]", "ssh://[::1%a;b]",
      "ssh://" + String(repeating: "a", count: 256),
    ] {
      #expect(SSHAddress(text) == nil, "\(text)")
    }
  }

  @Test("endpoints through ssh have no sockets before these are forwarded")
  func endpoints() throws {
    let address = try #require(SSHAddress("ssh://ada@home"))
    #expect(Endpoints(through: address).needsForwarding)
    let forwarded = Endpoints(through: address, forwardedTo: "/run/x/navclient")
    #expect(!forwarded.needsForwarding && forwarded.ssh == address)
    #expect(forwarded.input == "ipc:///run/x/navclient/input")
    #expect(forwarded.layout == "ipc:///run/x/navclient/layout")
    // As long as over TCP: the way is a network's.
    #expect(forwarded.firstPause == .milliseconds(2_500))
    #expect(!Endpoints(directory: "").needsForwarding)
  }
}
