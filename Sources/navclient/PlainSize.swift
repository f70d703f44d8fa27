import ArgumentParser
import NavGeometry

/// The size for which `--plain` lays out.
struct PlainSize: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "With --plain: columns x rows that it is laid out for; those of the terminal without.",
      valueName: "80x24"
    )
  )
  var size: CellSize?
}
