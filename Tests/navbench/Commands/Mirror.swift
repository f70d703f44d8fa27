import ArgumentParser

struct Mirror: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Key press in one terminal to first byte in others, beside tmux and a floor.",
    discussion: """
      Examples:
        navbench mirror
        navbench mirror --clients 2 --clients 32 --keys 200
      """
  )

  @Option(help: "Viewers of the session, 2 to 100; may be given several times.")
  var clients = [2, 8, 32]

  @Option(help: "Key presses measured on each side, at most \(MirrorScenario.maximumKeys).")
  var keys = 100

  func validate() throws {
    guard clients.allSatisfy({ (2...100).contains($0) }) else {
      throw ValidationError("--clients takes 2 to 100")
    }
    guard (1...MirrorScenario.maximumKeys).contains(keys) else {
      throw ValidationError("--keys takes 1 to \(MirrorScenario.maximumKeys)")
    }
  }

  func run() throws {
    try [MirrorScenario(clients: clients, keys: keys)].printReport()
  }
}
