import ArgumentParser

struct SourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "Any bytes as any content: that navd's loop turns, and nobody waits.",
    discussion: """
      Examples:
        navbench sources
        navbench sources --seeds 20 --from 7
      """
  )

  @Option(help: "How many files are made, 1 to 100000; each is opened as everything there is.")
  var seeds: UInt64 = 200

  @Option(help: "The first one's seed, from 1.")
  var from: UInt64 = 1

  @OptionGroup var judgement: Judgement

  func validate() throws {
    guard (1...100_000).contains(seeds) else {
      throw ValidationError("--seeds takes 1 to 100000")
    }
    guard (1...1_000_000_000).contains(from) else {
      throw ValidationError("--from takes 1 to 1000000000")
    }
  }

  func run() throws {
    let seeds = from...from + seeds - 1
    try [SourcesScenario(seeds: seeds, judgement: judgement)].printReport()
  }
}
