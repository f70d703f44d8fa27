import NavBase
import NavSystem
import NavViewer

/// The settings of a viewer, by their names in the file's table `[viewer]`.
package enum ViewerKey: String, ConfigurationName, Sendable {
  case color
  case theme
  case mouse
  case fps
  case reducedMotion = "reduced_motion"
  case plain
  case fit
  case bare
  case name

  /// The help text for the file's comments and the manual.
  package var help: String {
    switch self {
    case .color: "Colours: auto (what the terminal has), always, never, 256 or 16."
    case .theme:
      "auto (by the terminal's background), dark, light, or the name of a file in themes/."
    case .mouse: "Whether navclient gets the mouse; hold Shift to select text then."
    case .fps: "Frames a second while something moves, from 1 to 240."
    case .reducedMotion: "Whether motions are shown as their ends, at once."
    case .plain: "Whether to write lines of text instead of a screen, as for screen readers."
    case .fit:
      "relayout (a layout of the terminal's own size) or letterbox (another viewer's, in the middle)."
    case .bare: "Whether to show the pages alone, without status line and page dots; z switches."
    case .name: "What other viewers call you, up to 32 columns; empty for USER@HOST."
    }
  }

  /// Returns the value in the form of a file.
  func value(in options: ViewerOptions) -> String {
    switch self {
    case .color: "\"\(options.color.rawValue)\""
    case .theme: "\"\(options.theme)\""
    case .mouse: "\(options.mouse)"
    case .fps: "\(options.framesPerSecond)"
    case .reducedMotion: "\(options.reducedMotion)"
    case .plain: "\(options.plain)"
    case .fit: "\"\(options.fit.rawValue)\""
    case .bare: "\(options.bare)"
    case .name: TOMLText.quoted(options.name?.description ?? "")
    }
  }
}

extension ViewerKey {
  package var tableName: String { ConfigurationSchema.viewer }
  package var name: String { rawValue }
}
