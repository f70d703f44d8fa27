import NavClient
import NavWire
import Testing

@Suite("Listings and invitations")
struct SessionListingTests {
  private static let sessions = [
    Reply.SessionInfo(
      name: "a",
      id: 1,
      content: "tour",
      viewers: 2,
      page: 1,
      pages: 9,
      version: 0
    ),
    Reply.SessionInfo(
      name: "quarterly-talk",
      id: 2,
      content: "/home/ada/talk \"4\"/déjà vu.md",
      viewers: 12,
      page: 140,
      pages: 1_400,
      version: 18_446_744_073_709_551_615
    ),
  ]

  @Test("the table's columns stand below each other")
  func table() {
    let expected = """
      SESSION         PAGE      VIEWERS  CONTENT
      a               1/9       2        tour
      quarterly-talk  140/1400  12       /home/ada/talk "4"/déjà vu.md
      """
    #expect(SessionListing.table(Self.sessions) == expected)
  }

  @Test("a path can't send control characters to the terminal")
  func sanitizedTable() {
    var session = Self.sessions[0]
    session.content = "/tmp/a\u{1b}[2J\nb\u{202e}.md"
    let table = SessionListing.table([session])
    #expect(!table.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" })
    #expect(table.split(separator: "\n").count == 2)
  }

  @Test("without a session the table says how to start one")
  func emptyTable() {
    #expect(
      SessionListing.table([]) == "no sessions; start one with `navclient --session NAME`"
    )
  }

  @Test("JSON has stable keys")
  func json() throws {
    let expected =
      #"[{"content":"tour","name":"a","page":1,"pages":9,"version":0,"viewers":2},"#
      + #"{"content":"/home/ada/talk \"4\"/déjà vu.md","name":"quarterly-talk","page":140,"#
      + #""pages":1400,"version":18446744073709551615,"viewers":12}]"#
    #expect(try SessionListing.json(Self.sessions) == expected)
    #expect(try SessionListing.json([]) == "[]")
  }

  @Test("an invitation is a command line for the shell")
  func invitation() {
    let command = Invitation.command(joining: "talk")
    #expect(command.hasSuffix(" --session talk"))
    #expect(!command.hasPrefix(" "))
  }
}
