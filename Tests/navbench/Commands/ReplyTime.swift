import ArgumentParser

struct ReplyTime: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reply",
    abstract: "Request to reply of an input, beside a bare echo.",
    discussion: """
      Examples:
        navbench reply
        navbench reply --requests 5000 --pause 0
        navbench reply --requests 50 --pause 600     every move begins at rest, all is cold
      """
  )

  @Option(help: "Round trips measured of each kind, 1 to 1000000.")
  var requests = 1_000

  @Option(help: "Milliseconds before each, 0 to 2000.")
  var pause = 1

  func validate() throws {
    guard (1...1_000_000).contains(requests) else {
      throw ValidationError("--requests takes 1 to 1000000")
    }
    guard (0...2_000).contains(pause) else { throw ValidationError("--pause takes 0 to 2000") }
  }

  func run() throws {
    try [ReplyScenario(requests: requests, pause: .milliseconds(pause))].printReport()
  }
}
