import NavBase
import NavContent
import Testing

@Suite("The syntax of a board's constraints")
struct SceneBoardTests {
  private func constraint(
    _ box: String,
    _ attributes: [ConstraintAttribute],
    _ relation: ConstraintRelation,
    _ target: ConstraintTarget<String>,
    times multiplier: Double = 1,
    plus offset: Double = 0,
    inset: Double = 0,
    priority: Int = 1000
  ) -> BoardConstraint {
    let draft = BoardDraft(attributes).relate(relation, target).multiplied(by: multiplier)
      .offset(offset).inset(inset).priority(ConstraintPriority(priority))
    return BoardConstraint(box, draft)
  }

  @Test("each constraint has its meaning")
  func meanings() throws {
    let table = [
      ("a.left = 3", constraint("a", [.left], .equal, .number(3))),
      ("a.left.top == -1.5", constraint("a", [.left, .top], .equal, .number(-1.5))),
      ("a.width >= b", constraint("a", [.width], .atLeast, .view("b"))),
      (
        " a.width\t<=  page.width * 0.5 / 2 - 1 + 4 ",
        constraint(
          "a",
          [.width],
          .atMost,
          .attribute("page", .width),
          times: 0.25,
          plus: 3
        )
      ),
      (
        "a.edges = page inset 2 @low",
        constraint(
          "a",
          BoardDraft.edges.attributes,
          .equal,
          .view("page"),
          inset: 2,
          priority: 250
        )
      ),
      (
        "été_1.centerX = b-2.centerX @1000",
        constraint(
          "été_1",
          [.centerX],
          .equal,
          .attribute("b-2", .centerX),
          priority: 1000
        )
      ),
    ]
    for (text, expected) in table { #expect(try BoardConstraint(text) == expected, "\(text)") }
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
    let mistake = #expect(throws: BoardConstraint.Mistake.self) { try BoardConstraint(text) }
    #expect(mistake?.description.contains(problem) == true, "\(String(describing: mistake))")
  }

  @Test("the limit of a constraint's length, and one past it")
  func longest() {
    let text = "a.left = 1"
    let blanks = {
      String(repeating: " ", count: BoardConstraint.longestText - text.utf8.count + $0)
    }
    #expect(throws: Never.self) { try BoardConstraint(text + blanks(0)) }
    #expect(throws: BoardConstraint.Mistake.self) { try BoardConstraint(text + blanks(1)) }
  }
}
