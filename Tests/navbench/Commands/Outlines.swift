import ArgumentParser

struct Outlines: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outline",
    abstract: "What large JSON and YAML documents cost the daemon.",
    discussion: """
      Examples:
        navbench outline
        navbench outline --megabytes 10
      """
  )

  @Option(help: "The length of each document, 1 to 60.")
  var megabytes = 50

  func validate() throws {
    guard (1...60).contains(megabytes) else { throw ValidationError("--megabytes takes 1 to 60") }
  }

  func run() throws {
    try [OutlineScenario(megabytes: megabytes)].printReport()
  }
}
