import ArgumentParser
import NavBase
import NavClient
import NavViewer
import NavWire

struct Wait: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Waits until a condition holds.",
    discussion: """
      navclient wait -s talk settled                 nothing moves any more
      navclient wait -s talk page "Kind of Blue"     the title of the current page
      navclient wait -s talk text "of Blue"          a text on the screen
      navclient wait -s talk viewers 3 --timeout 1m
      navclient wait -s talk version 12              as `navclient status` counts

      It ends at once if the condition holds already, and with exit code 75 when the time is over.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Option(
    help: ArgumentHelp(
      "The longest wait: 500ms, 5s, 1m or 2h; 5s by default. 0s only looks.",
      valueName: "5s"
    ),
    transform: WaitTimeout.init(argument:)
  )
  var timeout = WaitTimeout.standard

  @Option(
    help: ArgumentHelp(
      "The size of the terminal on which a text is looked for; 80x24 by default.",
      valueName: "80x24"
    )
  )
  var size: CellSize?

  @Argument(
    help: "settled, page TITLE, text TEXT, viewers COUNT, or version NUMBER",
    completion: .list(["settled", "page", "text", "viewers", "version"])
  )
  var words: [String]

  func validate() throws {
    _ = try condition()
  }

  func run() throws {
    let endpoints = try server.endpoints
    let condition = try condition()
    try running { () throws(ClientExit) in
      var commands = try OneShotCommands(
        endpoints: endpoints,
        within: min(timeout.duration, RequestRetry.standardTimeout)
      )
      try commands.wait(for: condition, in: session.session, timeout: timeout)
    }
  }

  func condition() throws -> Request.Wait.Condition {
    let action: ScriptAction?
    do throws(CommandError) {
      action = try Script.action(of: ["wait"] + words)
    } catch {
      throw ValidationError(error.description)
    }
    guard case .wait(let condition, within: nil)? = action, !words.isEmpty,
      let condition = Request.Wait.Condition(condition, in: size ?? .standardTerminal)
    else { throw ValidationError("give a condition as below, and a time with --timeout") }
    if case .text = condition { return condition }
    guard size == nil else {
      throw ValidationError("--size is only for `wait text`: leave it out")
    }
    return condition
  }
}
