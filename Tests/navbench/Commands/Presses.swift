import ArgumentParser

struct Presses: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What a key press and a join cost in instructions, system calls, messages and bytes.",
    discussion: """
      navd and the viewers run under callgrind, so the counts hardly depend on what else the machine does. Each line \
      is a name and a number. deploy/count compares them with those that it has recorded.

      Examples:
        navbench presses
        navbench presses --presses 20
      """
  )

  @Option(
    help: "Presses to count, 1 to \(PressCount.maximumPresses); the figures are the least."
  )
  var presses = 20

  func validate() throws {
    guard (1...PressCount.maximumPresses).contains(presses) else {
      throw ValidationError("--presses takes 1 to \(PressCount.maximumPresses)")
    }
  }

  func run() throws {
    try Interruption.watch()
    for count in try PressCount(presses: presses).measure() {
      print("instructions-\(count.program) \(count.tally.instructions)")
      print("calls-\(count.program) \(count.tally.systemCalls)")
      print("allocations-\(count.program) \(count.allocations)")
    }
    let join = try JoinCount().measure()
    print("instructions-join \(join.daemon.instructions)")
    print("instructions-joiner \(join.viewer.instructions)")
    print("calls-joiner \(join.viewer.systemCalls)")
    for move in try MoveCount().measure() {
      print("messages-\(move.name) \(move.messages)")
      print("bytes-\(move.name) \(move.bytes)")
    }
  }
}
