import ArgumentParser
import Glibc
import NavSystem
import ZeroMQ

/// One attacking process of `siege`, which starts it.
struct SiegeAttackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "siege-attack",
    abstract: "Attacks a daemon for a time.",
    shouldDisplay: false
  )

  @Argument(help: "Which attack.")
  var siege: Siege

  @Argument(help: "Where requests go.")
  var input: String

  @Argument(help: "Where scenes come from.")
  var layout: String

  @Argument(help: "The daemon's directory.")
  var folder: String

  @Argument(help: "The number of this process, from 0.")
  var number: Int

  @Argument(help: "How many seconds.")
  var seconds: Double

  func run() throws {
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    let target = AttackTarget(
      input: try Endpoint(parsing: input),
      layout: try Endpoint(parsing: layout),
      folder: folder,
      number: number,
      descriptors: siege.descriptors ?? 0,
      end: monotonicNow() + .seconds(seconds)
    )
    try siege.attack?.run(on: target)
  }
}
