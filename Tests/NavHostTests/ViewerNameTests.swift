import NavBase
import NavHost
import NavTestKit
import NavWire
import Testing

@Suite("The names of viewers (proto/README.md: Presence)")
struct ViewerNameTests {
  private static func names(in daemon: inout SteppedDaemon) throws -> [String?] {
    var client = Client(seed: 1_000)
    guard case .viewers(let list) = try daemon.ask(client.read(.listViewers(.name("talk")))) else {
      return []
    }
    return list.map(\.name?.description)
  }

  @discardableResult
  private static func attach(
    _ client: inout Client,
    _ name: String,
    in daemon: inout SteppedDaemon
  ) throws -> UInt64 {
    let attached = try daemon.ask(client.attach("talk", name: name)).attached
    // Viewers are listed by their time of arrival.
    daemon.pass(.milliseconds(1))
    return attached.viewer
  }

  @Test(
    "a name is the words of a text, without controls, at most 32 columns wide",
    arguments: [
      ("ada", "ada"), ("  ada \n lovelace\t", "ada lovelace"), ("a\u{1B}[31mb", "a\u{FFFD}[31mb"),
      ("\u{202E}ada", "ada"), ("", nil), (" \n", nil), ("\u{200B}", nil),
      (String(repeating: "x", count: 33), String(repeating: "x", count: 31) + "…"),
      (String(repeating: "漢", count: 17), String(repeating: "漢", count: 15) + "…"),
    ] as [(String, String?)]
  )
  func form(text: String, name: String?) {
    #expect(ViewerName(text)?.description == name)
  }

  @Test(
    "nothing that can't be seen makes a name another one; emoji keep what joins them",
    arguments: [
      "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{34F}", "\u{180E}",
      "\u{3164}", "\u{FE0F}", "\u{E0061}",
    ]
  )
  func invisible(mark: String) {
    for text in ["a\(mark)da", "\(mark)ada", "ada\(mark)", "a\(mark)\(mark)d\(mark)a"] {
      #expect(ViewerName(text) == ViewerName("ada"))
    }
    #expect(ViewerName(mark) == nil && ViewerName("1" + mark) == ViewerName("1"))
    #expect(ViewerName("👩\u{200D}" + mark) == ViewerName("👩"))
    #expect(ViewerName("a\(mark) \u{A0}\u{2003}b") == ViewerName("a b"))
    for emoji in ["👩‍👩‍👧", "❤️‍🔥", "👩🏽‍🚀", "☎️ bar"] {
      #expect(
        ViewerName(emoji)?.description.unicodeScalars.elementsEqual(emoji.unicodeScalars) == true
      )
    }
  }

  @Test("however many combining marks a text has, a name is short")
  func marks() throws {
    let marks = String(repeating: "\u{301}", count: 10_000)
    #expect(ViewerName("ada" + marks)?.description == "ad")
    #expect(ViewerName(marks) == nil)
    let name = try #require(ViewerName(String(repeating: "👩‍👩‍👧", count: 40)))
    #expect(name.description == String(repeating: "👩‍👩‍👧", count: 15) + "…")
    #expect(name.numbered(2).description == String(repeating: "👩‍👩‍👧", count: 14) + "…-2")
  }

  @Test("a number makes another name, which is as wide at most")
  func numbers() throws {
    try forSeeds(0..<500) { random in
      let pool = ["a", "b ", "é", "漢", "👩‍👩‍👧", "\u{301}", "-", "2", "\n", "\u{7}"]
      let text = (0..<random.int(in: 0...60)).map { _ in random.pick(pool) }.joined()
      guard let name = ViewerName(text) else { return }
      try demand(ViewerName(name.description) == name, "\(name)")
      let number = random.int(in: 2...99_999)
      let other = name.numbered(number)
      try demand(other != name && other.description.hasSuffix("-\(number)"), "\(other)")
      for one in [name, other] {
        try demand((1...32).contains(columnWidth(of: one.description)), "\(one)")
      }
    }
  }

  @Test(
    "of several viewers with the same name the later ones get a number; one that goes frees its name"
  )
  func taken() throws {
    var daemon = try SteppedDaemon("talk")
    var clients = (1...4).map { Client(seed: UInt64($0)) }
    let first = try Self.attach(&clients[0], "ada", in: &daemon)
    try Self.attach(&clients[1], "ada", in: &daemon)
    try Self.attach(&clients[2], "ada-2", in: &daemon)
    #expect(try Self.names(in: &daemon) == ["ada", "ada-2", "ada-2-2"])
    // A viewer that attaches again, because of its size for example, keeps its name.
    try Self.attach(&clients[1], "ada", in: &daemon)
    #expect(try Self.names(in: &daemon) == ["ada", "ada-2", "ada-2-2"])
    daemon.send(clients[0].read(.leave(viewer: first)))
    try Self.attach(&clients[3], "ada", in: &daemon)
    #expect(try Self.names(in: &daemon) == ["ada-2", "ada-2-2", "ada"])
  }

  private static func restart(_ daemon: inout SteppedDaemon) throws {
    daemon.restart()
    for restore in try daemon.turn().restores {
      let restored = try restore.read(.deck(SteppedDaemon.pages))
      daemon.finishRestoring(restore.ticket, .success(restored))
    }
    _ = try daemon.turn()
  }

  @Test(
    "after a restart each viewer has its name again as long as it is awaited, whoever comes first"
  )
  func restarted() throws {
    var daemon = try SteppedDaemon("talk")
    var clients = (1...7).map { Client(seed: UInt64($0)) }
    for index in 0...2 { try Self.attach(&clients[index], "ada", in: &daemon) }
    let left = try Self.attach(&clients[3], "bob", in: &daemon)
    #expect(try daemon.ask(clients[3].read(.leave(viewer: left))) == .done)
    try Self.restart(&daemon)
    for (index, name) in [(4, "ada"), (2, "ada"), (1, "ada"), (0, "ada"), (5, "bob")] {
      try Self.attach(&clients[index], name, in: &daemon)
    }
    #expect(try Self.names(in: &daemon) == ["ada-4", "ada-3", "ada-2", "ada", "bob"])
    try Self.restart(&daemon)
    daemon.pass(DaemonTiming.viewerLifetime)
    try Self.attach(&clients[6], "ada", in: &daemon)
    try Self.attach(&clients[0], "ada", in: &daemon)
    #expect(try Self.names(in: &daemon) == ["ada", "ada-2"])
    // The names of those who have not come back are not kept for the next restart.
    try Self.restart(&daemon)
    try Self.attach(&clients[5], "ada-3", in: &daemon)
    #expect(try Self.names(in: &daemon) == ["ada-3"])
  }

  @Test("after a restart a person drives under its name, whichever terminal comes first")
  func restartedPerson() throws {
    var daemon = try SteppedDaemon("talk")
    var clients = (1...2).map { Client(seed: UInt64($0)) }
    try Self.attach(&clients[0], "ada", in: &daemon)
    let second = try Self.attach(&clients[1], "ada", in: &daemon)
    let policy = Request.Control(session: .name("talk"), viewer: second, .policy(.request))
    #expect(try daemon.ask(clients[1].operation(.control(policy))).isAccepted)
    try Self.restart(&daemon)
    for index in [1, 0] {
      try Self.attach(&clients[index], "ada", in: &daemon)
      let status = try daemon.ask(clients[index].read(.getStatus(.name("talk")))).status
      #expect(status.control.driver == "ada")
    }
    #expect(try Self.names(in: &daemon) == ["ada-2", "ada"])
  }

  @Test("a viewer that gives no name gets one, which is no other viewer's")
  func unnamed() throws {
    var daemon = try SteppedDaemon("talk")
    var clients = (1...2).map { Client(seed: UInt64($0)) }
    for index in clients.indices { try Self.attach(&clients[index], "", in: &daemon) }
    #expect(try Self.names(in: &daemon) == ["viewer", "viewer-2"])
  }

  @Test("many viewers of one name, whatever its width, are all called differently")
  func many() throws {
    for name in ["a", String(repeating: "x", count: 40)] {
      var daemon = try SteppedDaemon("talk")
      for seed in 1...30 {
        var client = Client(seed: UInt64(seed))
        try Self.attach(&client, name, in: &daemon)
      }
      let names = try Self.names(in: &daemon).compactMap(\.self)
      #expect(names.count == 30 && Set(names).count == 30, "\(names)")
    }
  }
}
