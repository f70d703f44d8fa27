import NavWire
import Testing

@testable import NavClient

@Suite("The list from which a session is chosen")
struct SessionChoiceTests {
  private static let sessions = ["alpha", "beta", "beta-2", "7", "q"].map { name in
    Reply.SessionInfo(
      name: name,
      id: 1,
      content: "tour",
      viewers: 1,
      page: 2,
      pages: 9,
      version: 0,
      title: "Title of \(name)",
      top: "1"
    )
  }

  @Test(
    "a number, a name and a part of one choose; x ends, p shows",
    arguments: [
      ("2", .join("beta")), (" 2 ", .join("beta")), ("7", .join("7")), ("beta", .join("beta")),
      ("ALP", .join("alpha")), ("title of alp", .join("alpha")), ("x 3", .end(["beta-2"])),
      ("x 6", .show), ("x beta", .show), ("0", .show), ("6", .show), ("", .show), ("q", .leave),
      ("5", .join("q")), ("p 3", .preview("beta-2")), ("p 6", .show), ("x unseen", .show),
    ] as [(String, SessionChoice.Answer)]
  )
  func answers(line: String, answer: SessionChoice.Answer) {
    var choice = SessionChoice(Self.sessions)
    let found = choice.receive(line)
    #expect(found == answer, "\(line)")
  }

  @Test("sessions that nobody has seen for 7 days are marked, and end together")
  func unseen() {
    var sessions = Self.sessions
    for (index, days) in [(0, 6), (1, 7), (3, 400)] {
      (sessions[index].viewers, sessions[index].unseen) = (0, .seconds(86_400 * days))
    }
    var choice = SessionChoice(sessions)
    let rows = choice.text.split(separator: "\n")
    #expect(rows[0].contains("0 viewers") && rows[1].contains("unseen 7 d"))
    #expect(rows[3].contains("unseen 400 d") && choice.text.contains("x unseen"))
    let ended = choice.receive("x unseen")
    #expect(ended == .end(["beta", "7"]))
  }

  @Test("a part of several names leaves these, with numbers of their own; one of none leaves all")
  func narrowing() {
    var choice = SessionChoice(Self.sessions)
    let narrowed = choice.receive("bet")
    #expect(narrowed == .show && choice.shown.map(\.name) == ["beta", "beta-2"])
    #expect(choice.text.hasPrefix("1  beta    2/9  1 viewer  Title of beta\n2  beta-2  2/9"))
    let second = choice.receive("2")
    #expect(second == .join("beta-2"))
    let none = choice.receive("nothing")
    #expect(none == .show && choice.shown == Self.sessions)
  }
}
