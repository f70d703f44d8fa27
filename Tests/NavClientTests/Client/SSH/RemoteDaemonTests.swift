import Testing

@testable import NavClient

@Suite("The daemon that the login finds")
struct RemoteDaemonTests {
  @Test(
    "the output of the login",
    arguments: [
      ("", nil), ("navd-sockets listening /run/x/navd", nil), ("motd\n", nil),
      (
        "navd-sockets listening /run/user/7/navd\n",
        .found(directory: "/run/user/7/navd", isListening: true)
      ),
      (
        "hello\nnavd-sockets silent /tmp/navd-7\nmore",
        .found(directory: "/tmp/navd-7", isListening: false)
      ),
      ("navd-sockets missing\n", .missing),
      ("navd-sockets silent /run/a b/navd\n", .unusable(path: "/run/a b/navd")),
      ("navd-sockets silent /run/%h/navd\n", .unusable(path: "/run/%h/navd")),
      ("navd-sockets silent /run/a:b/navd\n", .unusable(path: "/run/a:b/navd")),
      ("navd-sockets silent x/navd\n", .unusable(path: "x/navd")),
      ("navd-sockets silent /run/\u{1B}[2J\n", .unusable(path: "/run/\u{FFFD}[2J")),
      (" navd-sockets missing\n", nil),
    ] as [(String, RemoteDaemon?)]
  )
  func reading(output: String, expected: RemoteDaemon?) {
    #expect(RemoteDaemon(output: Array(output.utf8)) == expected, "\(output)")
  }

  @Test("a path that does not fit into the address of a socket is not used")
  func long() {
    for (count, isUsed) in [(99, true), (100, false)] {
      let path = "/" + String(repeating: "a", count: count)
      let found = RemoteDaemon(output: Array("navd-sockets silent \(path)\n".utf8))
      #expect((found == .found(directory: path, isListening: false)) == isUsed)
    }
  }
}
