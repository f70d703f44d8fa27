import ArgumentParser

struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "Processor time and memory of navd for viewers that browse, beside followers.",
    discussion: """
      Examples:
        navbench views
        navbench views --browsers 40 --turns 200
      """
  )

  @Option(help: "Followers of the shared view, 1 to 200.")
  var followers = 30

  @Option(help: "Browsers, each in a view of its own, 1 to \(WatchedDeck.mostBrowsers).")
  var browsers = 30

  @Option(help: "Turns measured of each kind, 1 to 1000.")
  var turns = 40

  func validate() throws {
    guard (1...200).contains(followers) else { throw ValidationError("--followers takes 1 to 200") }
    guard (1...WatchedDeck.mostBrowsers).contains(browsers) else {
      throw ValidationError("--browsers takes 1 to \(WatchedDeck.mostBrowsers)")
    }
    guard (1...1_000).contains(turns) else { throw ValidationError("--turns takes 1 to 1000") }
  }

  func run() throws {
    try [ViewsScenario(followers: followers, browsers: browsers, turns: turns)].printReport()
  }
}
