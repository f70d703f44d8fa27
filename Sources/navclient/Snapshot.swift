import ArgumentParser
import NavBase
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Snapshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Prints the screen that a viewer of a given size has.",
    discussion: """
      navclient snapshot -s talk
      navclient snapshot -s talk --size 120x40 --format ansi --color 256 | less -R
      navclient snapshot -s talk --format svg --theme light > talk.svg
      navclient snapshot -s talk --format json

      text: the rows as they are. ansi: with colours and links; each line can be printed alone. svg: a picture \
      that needs no other file. json: one object with session, version, viewers, size, focus (container, kind), \
      search (null, or text, matches and match), containers and stacks. Each container has id, kind, parent, \
      title, frame, z, hidden, overlay (0 to 1), scroll, content, header_height, selection, page_count, \
      current_page and rows. Some kinds have more: page mirrored, pinned_row, indicator_hidden and, of a list, \
      filter and unfiltered; tab_item selected, badge and badge_role; tab_bar hidden_above and hidden_below; \
      option_bar bar_style; option_cell selected; indicator mark_start and mark_length. A row has index, text, \
      indent, fill and runs; a run has start and length in bytes of UTF-8, role, attributes and link, and \
      foreground and background where the content sets them. A stack has its id (stack), offset, target (the \
      offset at rest), range (the least and the largest offset), active (the id of its active page) and position \
      (left or right, the side of that page). Positions and indices count from 0, match from 1; a missing value is \
      null.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Option(
    help: ArgumentHelp("Columns x rows of the terminal, up to 1000x500.", valueName: "80x24")
  )
  var size = CellSize.standardTerminal

  @Option(help: ArgumentHelp("How to print it.", valueName: "text|ansi|svg|json"))
  var format = SnapshotFormat.text

  @Option(
    help: ArgumentHelp(
      "The colours of ansi and svg. auto: for ansi those that the environment names, also into a pipe; "
        + "for svg all.",
      valueName: "auto|always|never|256|16"
    )
  )
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp(
      "Theme of ansi and svg; without it the configured one. auto means dark.",
      valueName: "name"
    ),
    completion: .themes
  )
  var theme: String?

  func validate() throws { try ViewerArguments.check(theme: theme) }

  func run() throws {
    let capture = try server.commanding { commands throws(ClientExit) in
      try commands.snapshot(of: session.session, size: size)
    }
    try running { () throws(ClientExit) in
      let text = try Self.text(of: capture, as: format, color: color, theme: theme)
      switch format {
      case .text, .json: Console.print(text, terminator: "")
      case .ansi, .svg: Console.printAsIs(text)
      }
    }
  }

  /// Returns the text of a screen in a form.
  ///
  /// - Parameter theme: the name of the theme of ansi and svg; nil for the configured one.
  static func text(
    of capture: ScreenCapture,
    as format: SnapshotFormat,
    color: ColorChoice = .auto,
    theme: String? = nil
  ) throws(ClientExit) -> String {
    var colors = Theme.dark
    if format == .ansi || format == .svg { colors = try Self.colors(theme) }
    do {
      return try capture.text(as: format, color: color, theme: colors)
    } catch {
      throw ClientExit(.protocolMismatch, "the screen can't be written as JSON: \(error)")
    }
  }

  /// Returns the theme of a name; nil for the configured one.
  static func colors(_ theme: String?) throws(ClientExit) -> Theme {
    var layer = ViewerLayer()
    layer.theme = theme
    let source = ViewerConfigurationSource(
      file: nil,
      commandLine: layer,
      environment: [:],
      directories: .ofThisUser
    )
    let (found, problems) = try source.pictureTheme()
    for problem in problems { Console.printError(problem) }
    return found
  }
}
