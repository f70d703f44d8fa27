import ArgumentParser
import NavClient
import NavViewer
import NavWire

struct Timer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timer",
    abstract: "Starts, pauses or resets the timer of a talk.",
    discussion: """
      navclient timer -s talk start
      navclient timer -s talk reset            to zero; a timer that runs runs on

      The timer is in the speaker's view, `navclient notes`. It goes on when navd is restarted.
      """
  )

  enum Change: String, CaseIterable, ExpressibleByArgument {
    case start, pause, reset
  }

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Argument(help: ArgumentHelp("What to do with it.", valueName: "start|pause|reset"))
  var change: Change

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      switch change {
      case .start: warn(try commands.talk(.startTimer, in: session.session))
      case .pause: warn(try commands.talk(.pauseTimer, in: session.session))
      case .reset: warn(try commands.talk(.resetTimer, in: session.session))
      }
    }
  }
}
