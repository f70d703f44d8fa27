import ArgumentParser
import NavBase

/// The viewport size for `--plain`.
struct PlainSize: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "With --plain: the columns x rows of the layout; by default those of the terminal.",
      valueName: "80x24"
    )
  )
  var size: CellSize?
}
