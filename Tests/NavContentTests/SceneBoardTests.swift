import NavContent
import Testing

@Suite("The syntax of a board's constraints")
struct SceneBoardTests {
  private typealias Rule = SceneBoard.Rule

  private func rule(
    _ box: String,
    _ attributes: [String],
    _ relation: SceneBoard.Relation,
    _ target: SceneBoard.Target,
    times multiplier: Double = 1,
    plus offset: Double = 0,
    inset: Double = 0,
    priority: Int? = nil
  ) throws -> Rule {
    var rule = try Rule("x.left = 0")
    rule.box = box
    rule.attributes = attributes
    rule.relation = relation
    rule.target = target
    rule.multiplier = multiplier
    rule.offset = offset
    rule.inset = inset
    rule.priority = priority
    return rule
  }

  @Test("each constraint has its meaning")
  func rules() throws {
    let table = [
      ("a.left = 3", try rule("a", ["left"], .equal, .number(3))),
      ("a.left.top == -1.5", try rule("a", ["left", "top"], .equal, .number(-1.5))),
      ("a.width >= b", try rule("a", ["width"], .atLeast, .box("b", attribute: nil))),
      (
        " a.width\t<=  page.width * 0.5 / 2 - 1 + 4 ",
        try rule(
          "a",
          ["width"],
          .atMost,
          .box("page", attribute: "width"),
          times: 0.25,
          plus: 3
        )
      ),
      (
        "a.edges = page inset 2 @low",
        try rule(
          "a",
          ["edges"],
          .equal,
          .box("page", attribute: nil),
          inset: 2,
          priority: 250
        )
      ),
      (
        "été_1.centerX = b-2.centerX @1000",
        try rule(
          "été_1",
          ["centerX"],
          .equal,
          .box("b-2", attribute: "centerX"),
          priority: 1000
        )
      ),
    ]
    for (text, rule) in table { #expect(try Rule(text) == rule, "\(text)") }
  }

  @Test(
    "for an invalid constraint the error says what to do",
    arguments: [
      ("", "is empty"), ("a", "names no attribute"), ("a = 1", "names no attribute"),
      ("1.left = 1", "names no box"), (".left = 1", "names no box"),
      ("a.up = 1", "no attribute 'up'"),
      ("a. = 1", "no attribute ''"), ("a.left", "one of =, >= and <="), ("a.left < 1", "one of ="),
      ("a.left =", "nothing to compare"), ("a.left = b.left.top", "several"),
      ("a.left = b ? 1", "means nothing"), ("a.left = b +", "a number stands"),
      ("a.left = b + x", "a number stands"), ("a.left = b / 0", "divided by 0"),
      ("a.left = b @urgent", "no priority"), ("a.left = b @0", "no priority"),
      ("a.left = b @1001", "no priority"), ("a.left = 100001", "names no box"),
      ("a.left = b + nan", "a number stands"), ("a.left = b * inf", "a number stands"),
    ]
  )
  func mistakes(text: String, problem: String) {
    let mistake = #expect(throws: SceneBoard.Rule.Mistake.self) { try SceneBoard.Rule(text) }
    #expect(mistake?.description.contains(problem) == true, "\(String(describing: mistake))")
  }

  @Test("the limit of a constraint's length, and one past it")
  func longest() {
    let text = "a.left = 1"
    let blanks = {
      String(repeating: " ", count: SceneBoard.Rule.longestText - text.utf8.count + $0)
    }
    #expect(throws: Never.self) { try SceneBoard.Rule(text + blanks(0)) }
    #expect(throws: SceneBoard.Rule.Mistake.self) { try SceneBoard.Rule(text + blanks(1)) }
  }
}
