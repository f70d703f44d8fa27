import ArgumentParser

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Operations of the layout engine on many pages, beside few.",
    discussion: """
      Examples:
        navbench layout
        navbench layout --pages 10000000 --rounds 1000
      """
  )

  @Option(
    help: """
      Pages of the large stack, columns of the large strip, \(StackWork.pageCounts.lowerBound) to \
      \(StackWork.pageCounts.upperBound).
      """
  )
  var pages = 1_000_000

  @Option(help: "Times measured of each operation, 1 to 100000.")
  var rounds = 200

  func validate() throws {
    guard StackWork.pageCounts.contains(pages) else {
      let range = StackWork.pageCounts
      throw ValidationError("--pages takes \(range.lowerBound) to \(range.upperBound)")
    }
    guard (1...100_000).contains(rounds) else {
      throw ValidationError("--rounds takes 1 to 100000")
    }
  }

  func run() throws {
    try [LayoutScenario(pages: pages, rounds: rounds)].printReport()
  }
}
