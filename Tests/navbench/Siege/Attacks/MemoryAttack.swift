import NavModel
import NavWire

/// Opens a deck of 15 MiB and several of the largest texts that a request can have, and ends these sessions.
enum MemoryAttack: Attack {
  private static let texts = 8

  /// The deck; it is written before the attack.
  static let file = "large.md"
  static let deck = Deck(
    pages: (1...230_000).map { "## Slide \($0)\n\nA sentence on slide \($0), and some more.\n" }
  )

  static func run(on target: AttackTarget) throws {
    let client = try OperatingClient(target.input)
    let line = Array("A line of a text that came with a request, of the usual length.\n\n".utf8)
    let text = GivenText(
      name: "text",
      bytes: Array(repeatElement(line, count: GivenText.byteLimit / line.count).joined()),
      form: .deck
    )
    var tallies: [String: Int] = [:]
    while target.isOn {
      let deck = try client.perform(
        .newSession(name: "large", .deck(path: "\(target.folder)/\(file)"))
      )
      tallies["decks \(word(for: deck))", default: 0] += 1
      for number in 0..<texts {
        let answer = try client.perform(.newSession(name: "text\(number)", .text(text)))
        tallies["texts \(word(for: answer))", default: 0] += 1
      }
      for name in ["large"] + (0..<texts).map({ "text\($0)" }) {
        _ = try client.perform(.killSession(.name(name)))
      }
    }
    target.report(tallies)
  }

  private static func word(for answer: Reply.Body?) -> String {
    switch answer {
    case .failure: "refused"
    case nil: "unanswered"
    default: "shown"
    }
  }
}
