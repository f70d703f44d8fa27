import ArgumentParser
import ZeroMQ

/// The process with the viewers of `leave` and `memory`, which start it.
struct CrowdCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowd",
    abstract: "Joins a session many times and follows until a byte arrives.",
    shouldDisplay: false
  )

  @Argument(help: "The session's name.")
  var session: String

  @Argument(help: "How many viewers.")
  var viewers: Int

  @Argument(help: "Where requests go.")
  var input: String

  @Argument(help: "Where scenes come from.")
  var layout: String

  @Option(help: "How many sizes they have.")
  var sizes = LeaveScenario.sizes.count

  func run() throws {
    try FileLimit.raise(toAtLeast: viewers * Crowd.filesPerViewer + 64)
    let crowd = Crowd(session: session, sizes: Array(LeaveScenario.sizes.prefix(max(1, sizes))))
    try crowd.join(
      viewers,
      input: try Endpoint(parsing: input),
      layout: try Endpoint(parsing: layout)
    )
    progress(CrowdWords.ready)
    try crowd.follow()
    try crowd.leave()
  }
}
