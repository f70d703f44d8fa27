import ArgumentParser
import NavBase
import NavClient
import NavScene
import NavViewer
import NavWire

struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Moves a session, as if somebody had typed.",
    discussion: """
      navclient send -s demo next
      navclient send -s demo back
      navclient send -s demo go-to 5
      navclient send -s demo key Right PgDn G
      navclient send -s demo tap "Kind of Blue"
      navclient send -s demo drag 40 5 -30 0
      navclient send -s demo tab 2
      navclient send -s music --wait settled key Down Enter
      navclient send -s demo --if-version 12 next

      In a directory, next opens the selected entry, back goes back, and go-to selects an entry. With side \
      tabs, next-tab, previous-tab and tab choose one, and toggle-attachment shows or hides the text below \
      them. All keys of one command arrive together, without keys of other clients between them; text 5G types keys \
      by their characters. tap takes a column and a row, from 0, or a text on the screen; drag takes one of them, then \
      columns and rows, then perhaps a velocity in cells per second.

      A command without effect, such as next on the last page, tab 2 without tabs, or a search without a match, \
      prints the reason and exits with 1. A go-to, first or last to the current page or entry succeeds.

      A search of a large text may take long: `send` says how far it is and waits until it is done. Ctrl-C ends \
      it, and so does --timeout, with exit code 75.

      With --if-version or --if-top, the command is carried out only if the session is still where you saw it. \
      Otherwise nothing happens, the exit code is 75, and it says where the session is. `navclient status` \
      shows both.
      """
  )

  /// The conditions that can be waited for after sending.
  enum Awaited: String, ExpressibleByArgument, CaseIterable {
    case settled
  }

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Option(
    help: ArgumentHelp(
      "Wait until all viewers show the result and nothing moves any more.",
      valueName: "settled"
    )
  )
  var wait: Awaited?

  @Option(
    help: ArgumentHelp(
      "The longest wait for a search, and that of --wait: 500ms, 5s, 1m or 2h; by default a search takes as long as it "
        + "has to, and --wait 5s.",
      valueName: "5s"
    ),
    transform: WaitTimeout.init(argument:)
  )
  var timeout: WaitTimeout?

  @Option(
    name: .customLong("if-version"),
    help: ArgumentHelp("Only if the session is at this version.", valueName: "12")
  )
  var version: UInt64?

  @Option(
    name: .customLong("if-top"),
    help: ArgumentHelp("Only if this page is in front.", valueName: "3/Kind of Blue")
  )
  var top: String?

  @Option(
    help: ArgumentHelp(
      "The size of the terminal for which the command is resolved, and on which tap and drag find a text; 80x24 by "
        + "default.",
      valueName: "80x24"
    )
  )
  var size: CellSize?

  @Argument(
    // A drag has negative numbers.
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "A command (\(Self.commands.map(\.usage).joined(separator: ", "))), key NAME..., text TEXT, tap X Y|TEXT, or drag "
        + "X Y|TEXT COLUMNS ROWS [VELOCITY]"
    ),
    completion: .list(Self.commands.map(\.name) + ["key", "tap", "drag"])
  )
  var words: [String]

  func validate() throws {
    _ = try action()
  }

  func run() throws {
    let endpoints = try server.endpoints
    let action = try action()
    let settling = wait.map { _ in timeout ?? .standard }
    try running { () throws(ClientExit) in
      var commands = try OneShotCommands(
        endpoints: endpoints,
        within: RequestRetry.standardTimeout
      )
      warn(
        try commands.send(
          action,
          to: session.session,
          size: size,
          if: precondition,
          within: timeout,
          settling: settling
        )
      )
    }
  }

  /// Nil without a precondition.
  var precondition: Request.Precondition? {
    version == nil && top == nil ? nil : Request.Precondition(version: version, top: top)
  }

  /// The commands that a session executes.
  static var commands: [CommandEntry] { CommandTable.entries.filter(\.isShared) }

  func action() throws -> ScriptInput {
    do throws(CommandError) {
      switch try Script.action(of: words) {
      case .input(let input): return input
      case _?:
        let verb = words[0]
        throw CommandError("'\(verb)' is for scripts: `navclient run` carries it out")
      case nil: throw CommandError("type a command, such as `next`")
      }
    } catch {
      throw ValidationError("\(error): `navclient send --help` shows what can be sent")
    }
  }
}
