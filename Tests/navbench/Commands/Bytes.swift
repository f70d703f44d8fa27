import ArgumentParser

struct Bytes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Bytes to a viewer for a move, and for joining.",
    discussion: """
      Examples:
        navbench bytes
        navbench bytes --moves 1
      """
  )

  @Option(help: "Moves counted of each kind, 1 to \(MoveScenario.maximumMoves).")
  var moves = 8

  func validate() throws {
    guard (1...MoveScenario.maximumMoves).contains(moves) else {
      throw ValidationError("--moves takes 1 to \(MoveScenario.maximumMoves)")
    }
  }

  func run() throws {
    try [BytesScenario(moves: moves)].printReport()
  }
}
