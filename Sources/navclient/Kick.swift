import ArgumentParser
import NavBase
import NavClient
import NavViewer
import NavWire

struct Kick: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kick",
    abstract: "Removes a viewer from a session.",
    discussion: """
      navclient kick -s talk bob@quiet
      navclient kick -s talk bob@quiet --for 1h

      Its navclient ends, and can't come back for 10 minutes, or for the time of --for. Over TCP that holds for its \
      key: its other terminals end, too, and neither a new navclient nor a script with that key is let in; with \
      `navd --insecure` it holds for newcomers from its network address. On this machine and through ssh, where \
      everybody is the owner, it holds for its name: the same command is not let in, one with another --name is. \
      An invitation that is not used up lets the same person in with another key: revoke it, too, with \
      `navclient invite --revoke`. `navclient viewers` shows the names.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "How long it stays out: 30s, 10m or 2h, at most 24h; 10m by default.",
      valueName: "10m"
    ),
    transform: WaitTimeout.init(argument:)
  )
  var time: WaitTimeout?

  @Argument(help: ArgumentHelp("The name of the viewer.", valueName: "name"))
  var name: ViewerName

  func validate() throws {
    if let time, time.duration > Request.Control.longestExclusion {
      throw ValidationError("--for \(time) is too long: at most 24h")
    }
  }

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      warn(try commands.control(.kick(name, time?.duration), in: session.session))
    }
  }
}
