import Foundation
import Testing

/// Pointers and marks in terminals of several sizes.
@Suite(.waiting) struct PointerTests {
  private let deck = Deck.short
  /// The colours of the first pointer and of a mark on a dark terminal with 256 colours.
  private static let (amber, marked) = (214, 58)

  private func viewer(
    _ name: String,
    in sandbox: Sandbox,
    columns: Int,
    rows: Int,
    _ arguments: String...
  ) throws -> TerminalSession {
    let terminal = try TerminalSession(
      in: sandbox,
      name,
      columns: columns,
      rows: rows,
      running: [Programs.client, "--session", "talk", "--name", name] + arguments
    )
    try terminal.wait(forPage: 1, of: deck)
    return terminal
  }

  @Test func aPointerIsOnTheSameWordInEverySize() throws {
    let sandbox = try Sandbox()
    let daemon = try Daemon(in: sandbox)
    let path = try deck.write(in: sandbox)
    let ada = try viewer("ada", in: sandbox, columns: 80, rows: 24, "--open", path)
    let others = [
      try viewer("bob", in: sandbox, columns: 200, rows: 60),
      try viewer("eve", in: sandbox, columns: 40, rows: 12),
    ]
    // The right button, pressed on one word and moved to another one: the same place again keeps the pointer there.
    let screen = try ada.screen()
    let row = try #require(screen.rows.firstIndex { $0.contains("w20") })
    let start = try #require(screen.rows[row].range(of: "w20"))
    let column = screen.rows[row].distance(from: screen.rows[row].startIndex, to: start.lowerBound)
    try ada.report(button: 2, column: column - 4, row: row)
    for terminal in [ada] + others {
      try eventually("all point at w20", found: { (try? terminal.styledText()) ?? "" }) {
        try ada.report(button: 34, column: column + 1, row: row)
        let text = StyledScreen(try terminal.styledText())
        return text.word(on: Self.amber, besides: "ada") == "w20"
          && text.contains("ada", Self.amber)
      }
    }
    try ada.report(button: 2, column: column + 1, row: row, isRelease: true)
    for terminal in [ada] + others {
      try eventually("the pointer has faded", found: { (try? terminal.styledText()) ?? "" }) {
        StyledScreen(try terminal.styledText()).words(on: Self.amber).isEmpty
      }
    }
    withExtendedLifetime(others) { #expect(daemon.isRunning) }
  }

  @Test func aLineIsMarkedUntilThePageTurns() throws {
    let sandbox = try Sandbox()
    let daemon = try Daemon(in: sandbox)
    let path = try deck.write(in: sandbox)
    let ada = try viewer("ada", in: sandbox, columns: 80, rows: 24, "--open", path)
    let bob = try viewer("bob", in: sandbox, columns: 40, rows: 20)
    func marked(_ terminal: TerminalSession) throws -> [String] {
      StyledScreen(try terminal.styledText()).words(on: Self.marked)
    }
    try ada.type("/", "w30", "Enter")
    try ada.wait(until: "has found it") { $0.status.contains("/w30") }
    try ada.type(",")
    for terminal in [ada, bob] {
      try eventually("the match's paragraph is marked") {
        let words = try marked(terminal)
        return words.contains("w01") && words.contains("w60") && !words.contains("Heading")
      }
    }
    try ada.type(",")
    for terminal in [ada, bob] {
      try eventually("no line is marked") { try marked(terminal).isEmpty }
    }
    try ada.type("Escape")
    try ada.wait(until: "ends the search") { !$0.status.contains("/w30") }
    try ada.type(".")
    try ada.wait(until: "points") { $0.status.contains("pointing: arrows move") }
    try ada.type("Enter", "Escape")
    try ada.wait(until: "points no more") { !$0.status.contains("pointing") }
    for terminal in [ada, bob] {
      try eventually("a line is marked") { try !marked(terminal).isEmpty }
    }
    try ada.type("Right")
    for terminal in [ada, bob] {
      try terminal.wait(forPage: 2, of: deck)
      try eventually("the mark is gone") { try marked(terminal).isEmpty }
    }
    withExtendedLifetime(bob) { #expect(daemon.isRunning) }
  }
}

extension TerminalSession {
  /// Sends a report of the mouse: 2 is the right button, 34 a move with it.
  fileprivate func report(button: Int, column: Int, row: Int, isRelease: Bool = false) throws {
    try send("\u{1B}[<\(button);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")")
  }
}

/// The characters of a terminal with the palette's numbers of their backgrounds.
struct StyledScreen {
  private var rows: [[(character: Character, ground: Int?)]] = []

  init(_ text: String) {
    var ground: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var row: [(Character, Int?)] = []
      var rest = line[...]
      while let character = rest.popFirst() {
        guard character == "\u{1B}", rest.first == "[" else {
          row.append((character, ground))
          continue
        }
        let parameters = rest.dropFirst().prefix { $0.isNumber || $0 == ";" }
        rest = rest.dropFirst(parameters.count + 2)
        var numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
          .map { Int($0) ?? 0 }[...]
        while let number = numbers.popFirst() {
          switch number {
          case 0, 49: ground = nil
          case 38: numbers = numbers.dropFirst(2)
          case 48:
            ground = numbers.dropFirst().first
            numbers = numbers.dropFirst(2)
          case 40...47: ground = number - 40
          default: break
          }
        }
      }
      rows.append(row)
    }
  }

  /// The words that have characters on a background.
  func words(on ground: Int) -> [String] {
    rows.flatMap { row in
      row.split { " ▐▝▗".contains($0.character) }
        .filter { $0.contains { $0.ground == ground } }
        .map { String($0.map(\.character)) }
    }
  }

  /// The only such word besides a name.
  func word(on ground: Int, besides name: String) -> String? {
    let words = words(on: ground).filter { $0 != name }
    return words.count == 1 ? words[0] : nil
  }

  func contains(_ word: String, _ ground: Int) -> Bool { words(on: ground).contains(word) }
}
