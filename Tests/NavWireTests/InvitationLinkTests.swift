import NavTestKit
import NavWire
import Testing

@Suite("The string of an invitation (proto/README.md: Invitations)")
struct InvitationLinkTests {
  private static let text =
    "navd://192.0.2.7:7100,[2001:db8::7]:7100/talk#AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    + ".CAcGBQQDAgE.EBESExQVFhcYGRobHB0eHw"

  @Test("it names where to find the daemon, its key, the session, and the secret")
  func parts() throws {
    let link = try #require(InvitationLink(Self.text))
    #expect(
      link.addresses.map(\.description) == ["tcp://192.0.2.7:7100", "tcp://[2001:db8::7]:7100"]
    )
    #expect(link.session == "talk")
    #expect(link.server.current.bytes == Array(0..<32) && link.server.next == nil)
    #expect(link.credential.invitation == 0x0102_0304_0506_0708)
    #expect(link.credential.token.bytes == Array(16..<32))
    #expect(link.description == Self.text)
  }

  /// `text` while the daemon's key is being replaced.
  private static let rotating = text.replacing(
    ".CAcGB",
    with: "+ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8.CAcGB"
  )

  @Test("it may name the next key of the daemon, too")
  func nextKey() throws {
    let link = try #require(InvitationLink(Self.rotating))
    #expect(link.server.current.bytes == Array(0..<32))
    #expect(link.server.next?.bytes == Array(32..<64))
    #expect(link.description == Self.rotating)
    let same = Self.text.replacing(".CAcGB", with: "+\(link.server.current).CAcGB")
    for text in [
      same, Self.rotating.replacing("+", with: "++"), Self.rotating.replacing("8.C", with: "8+.C"),
    ] {
      #expect(InvitationLink(text) == nil, "\(text)")
    }
  }

  @Test(
    "the name of a session may be of any script",
    arguments: [
      ("日本語", "%E6%97%A5%E6%9C%AC%E8%AA%9E"), ("été-2", "%C3%A9t%C3%A9-2"), ("talk", "talk"),
    ]
  )
  func names(session: String, written: String) throws {
    let text = Self.text.replacing("/talk#", with: "/\(written)#")
    let link = try #require(InvitationLink(text))
    #expect(link.session == session && link.description == text)
    #expect(InvitationLink(Self.text.replacing("/talk#", with: "/\(session)#")) == link)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "navd://", "tcp://192.0.2.7:7100", "navd:/192.0.2.7:7100/talk#",
      String(text.dropLast()), text + "A", text + " ", text + "#", text + ".A",
      text.replacing("/talk", with: ""), text.replacing("talk", with: ""),
      text.replacing("talk", with: "ta/lk"), text.replacing("talk", with: "ta lk"),
      text.replacing("talk", with: String(repeating: "t", count: 65)),
      text.replacing("talk", with: "ta%"), text.replacing("talk", with: "ta%4"),
      text.replacing("talk", with: "ta%E6"), text.replacing("talk", with: "ta%2Fx"),
      text.replacing("talk", with: "ta%+1"),
      text.replacing(":7100/", with: "/"), text.replacing(":7100/", with: ":0/"),
      text.replacing(",", with: ",,"), text.replacing("192.0.2.7", with: "a@b"),
      text.replacing("192.0.2.7", with: ""), text.replacing("CAcGBQQDAgE", with: "CAcGBQQDAgF"),
      text.replacing("navd://", with: "navd://" + String(repeating: "a:1,", count: 8)),
      text.replacing("navd://", with: "navd://" + String(repeating: "a", count: 2_048)),
    ]
  )
  func refused(text: String) {
    #expect(InvitationLink(text) == nil)
  }

  @Test("a text is that of one invitation alone, and nothing that is changed in it goes unnoticed")
  func changes() {
    var random = SplitMix64(seed: 5)
    let bytes = Array(Self.text.utf8)
    for _ in 0..<2_000 {
      var changed = bytes
      for _ in 0..<random.int(in: 1...3) {
        let index = random.int(in: 0...changed.count - 1)
        switch random.int(in: 0...2) {
        case 0: changed[index] = UInt8(random.int(in: 32...126))
        case 1: changed.remove(at: index)
        default: changed.insert(UInt8(random.int(in: 32...126)), at: index)
        }
      }
      let text = String(decoding: changed, as: UTF8.self)
      guard let link = InvitationLink(text) else { continue }
      // An address may be written in several ways, and each link reads what it has written.
      #expect(InvitationLink(link.description) == link)
      #expect((link == InvitationLink(Self.text)) == (link.description == Self.text))
    }
  }

  @Test("ids have 11 characters, and each number one text")
  func ids() {
    for number in [0, 1, 255, UInt64.max, 0x0102_0304_0506_0708] {
      let id = InvitationID(number)
      #expect(id.description.utf8.count == 11)
      #expect(InvitationID(id.description) == id)
    }
    for text in ["", "CAcGBQQDAg", "CAcGBQQDAgE=", "CAcGBQQDAg+"] {
      #expect(InvitationID(text) == nil)
    }
  }
}
