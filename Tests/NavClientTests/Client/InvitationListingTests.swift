import NavBase
import NavClient
import NavWire
import Testing

@Suite("The output of `navclient invite`")
struct InvitationListingTests {
  private static let now: Int64 = 1_800_000_000_000

  private static func info(
    _ change: (inout Reply.InvitationInfo) -> Void = { _ in }
  )
    -> Reply
    .InvitationInfo
  {
    var info = Reply.InvitationInfo(
      id: InvitationID(5),
      session: "talk",
      role: .driver,
      expires: now + 8 * 3_600_000,
      uses: 50,
      used: 2,
      name: ViewerName("Room 3")
    )
    change(&info)
    return info
  }

  private static func link() throws -> InvitationLink {
    let token = try #require(InvitationToken([UInt8](repeating: 1, count: 16)))
    let server = try #require(PeerKey([UInt8](repeating: 2, count: 32)))
    let address = try #require(TCPAddress("tcp://192.0.2.7:7100"))
    let credential = Credential(invitation: 5, token: token)
    return try #require(
      InvitationLink([address], session: "talk", server: ServerKeys(server), credential)
    )
  }

  @Test("the explanation says who may do what, until when, what to type, and how to take it back")
  func explanation() throws {
    let link = try Self.link()
    let text = InvitationListing.explanation(link, Self.info(), at: Self.now)
    #expect(text.contains("Each of the first 50 who use it may drive session talk, until "))
    #expect(text.contains("in 8 h"))
    #expect(text.contains("\n  navclient join '\(link)'\n"))
    #expect(text.contains("`navclient invite -s talk --revoke \(InvitationID(5))`"))
    let sent = InvitationListing.explanation(link, Self.info(), at: Self.now + 40)
    #expect(sent.contains("in 8 h"))
    let one = Self.info { ($0.uses, $0.role) = (1, .viewer) }
    #expect(
      InvitationListing.explanation(link, one, at: Self.now)
        .contains("The first who uses it watches session talk")
    )
  }

  @Test("the table tells how often each was used, and whether it is over")
  func table() {
    #expect(InvitationListing.table([], at: Self.now) == "nobody is invited")
    let rows = InvitationListing.table(
      [Self.info(), Self.info { $0.isRevoked = true }, Self.info { $0.expires = Self.now }],
      at: Self.now
    ).split(separator: "\n")
    #expect(rows.count == 4)
    #expect(rows[0].hasPrefix("INVITATION") && rows[0].contains("UNTIL"))
    #expect(rows[1].contains("Room 3") && rows[1].contains("2 of 50"))
    #expect(rows[2].hasSuffix("revoked") && rows[3].hasSuffix("expired"))
  }

  @Test("the JSON has every key")
  func json() throws {
    let text = try InvitationListing.json([Self.info { $0.name = nil }])
    for part in [
      "\"id\"", "\"session\"", "\"role\"", "\"name\"", "null", "\"uses\"", "\"used\"",
      "\"expires_ms\"", "\"revoked\"",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(try InvitationListing.json([]) == "[]")
  }

  @Test("a QR code is a square with a light frame")
  func code() throws {
    let lines = try #require(QRCode.lines("\(try Self.link())"))
    let plain = lines.map { line in
      line.split(separator: "m").dropFirst().joined().split(separator: "\u{1B}").first ?? ""
    }
    let widths = Set(plain.map(\.count))
    #expect(widths.count == 1)
    let width = try #require(widths.first)
    #expect((lines.count * 2 - width) <= 1 && width <= 80)
    #expect(plain.prefix(2).allSatisfy { $0.allSatisfy { $0 == " " } })
    #expect(plain.allSatisfy { $0.hasPrefix("    ") && $0.hasSuffix("    ") })
    // The finder pattern at the top left: seven dark modules.
    #expect(plain[2].dropFirst(4).first == "\u{2588}")
    #expect(QRCode.lines(String(repeating: "x", count: 5_000)) == nil)
  }
}
