import ArgumentParser
import NavGeometry

/// The viewport size for `--plain`.
struct PlainSize: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "With --plain: columns x rows that it is laid out for; those of the terminal without.",
      valueName: "80x24"
    )
  )
  var size: CellSize?
}
