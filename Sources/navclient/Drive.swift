import ArgumentParser
import NavBase
import NavClient
import NavSystem
import NavViewer

struct Drive: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive",
    abstract: "Gets control of a session for scripts.",
    discussion: """
      navclient drive -s talk                   asks for control, and waits until it is granted
      navclient drive -s talk --timeout 5m
      navclient drive -s talk --take            takes it at once

      Your scripts have control together, and others see it as `a script`. It ends with `navclient release`, and \
      a minute after the last `navclient send`. Where nobody drives, control is granted at once.

      The exit code is 77 when the request was refused, and 75 when nobody has answered it in time; then it is \
      taken back. Where everybody may move the session, it says so and succeeds.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Flag(help: "Take control at once, whoever drives.")
  var take = false

  @Option(
    help: ArgumentHelp(
      "The longest wait: 500ms, 5s, 1m or 2h; 30s by default.",
      valueName: "30s"
    ),
    transform: WaitTimeout.init(argument:)
  )
  var timeout: WaitTimeout?

  func validate() throws {
    if take, timeout != nil {
      throw ValidationError("--take waits for nothing: leave --timeout out")
    }
  }

  func run() throws {
    let timeout = timeout ?? OneShotCommands.controlTimeout
    try server.commanding { commands throws(ClientExit) -> Void in
      switch try commands.drive(session.session, taking: take, timeout: timeout) {
      case .granted(let warning): warn(warning)
      case .needless: Console.print("everybody may move this session: no need for control")
      }
    }
  }
}
