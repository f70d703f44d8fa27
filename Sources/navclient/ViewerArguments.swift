import ArgumentParser
import NavBase
import NavClient
import NavSystem
import NavViewer

/// The options that configure how a viewer shows its session.
struct ViewerArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file; by default $XDG_CONFIG_HOME/navd/config.toml, if it exists.",
      valueName: "file"
    ),
    completion: .file(extensions: ["toml"])
  )
  var config: String?

  @Option(help: ArgumentHelp("Colours to use.", valueName: "auto|always|never|256|16"))
  var color: ColorChoice?

  @Option(
    help: ArgumentHelp(
      "The colours of the screen: auto, dark, light, or a theme of your own.",
      valueName: "name"
    ),
    completion: .themes
  )
  var theme: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether navclient gets clicks, drags and the wheel; it does by default."
  )
  var mouse: Bool?

  @Option(
    help: ArgumentHelp("The most frames in a second, from 1 to 240; 60 by default.", valueName: "n")
  )
  var fps: Int?

  @Flag(inversion: .prefixedNo, help: "Show the end of every motion at once.")
  var reducedMotion: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Write a line for each change instead of filling the screen, as for screen readers."
  )
  var plain: Bool?

  @Option(
    help: ArgumentHelp(
      "Show a layout of the terminal's own size (relayout), or that of the viewer who was there first, in the middle "
        + "of the terminal (letterbox).",
      valueName: "relayout|letterbox"
    )
  )
  var fit: ViewerFit?

  @Flag(
    inversion: .prefixedNo,
    help: "Show the pages alone, without status line and page dots; z switches."
  )
  var bare: Bool?

  @Option(
    help: ArgumentHelp(
      "What other viewers call you, up to 32 columns; by default USER@HOST.",
      valueName: "name"
    )
  )
  var name: ViewerName?

  func validate() throws {
    if let fps, !FramePacer.rates.contains(fps) {
      throw ValidationError("--fps is \(fps): give a number from 1 to 240")
    }
    try Self.check(theme: theme)
  }

  /// Throws if a text can't be the name of a theme.
  static func check(theme: String?) throws {
    guard let theme, !ThemeLibrary.isName(theme) else { return }
    throw ValidationError("'\(theme)' can't be a theme: `navclient themes` lists them")
  }

  var source: ViewerConfigurationSource { source(file: config) }

  /// Returns the sources of the configuration.
  ///
  /// - Parameter file: the configuration file; nil for the user's own.
  /// - Returns: that file, the environment and these options.
  func source(file: String?) -> ViewerConfigurationSource {
    var layer = ViewerLayer()
    layer.color = color
    layer.theme = theme
    layer.mouse = mouse
    layer.fps = fps
    layer.reducedMotion = reducedMotion
    layer.plain = plain
    layer.fit = fit
    layer.bare = bare
    layer.name = name?.description
    return ViewerConfigurationSource(file: file, commandLine: layer)
  }
}

extension CompletionKind {
  /// Completes the names of existing themes.
  static var themes: CompletionKind { .shellCommand("navclient themes 2>/dev/null") }
}
