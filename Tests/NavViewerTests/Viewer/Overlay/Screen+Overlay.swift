import NavBase
import NavScene

@testable import NavViewer

extension Screen {
  var isHelpOpen: Bool { overlay?.title == "Keys" }

  /// Opens the help, as its key does.
  mutating func openHelp() {
    let help = HelpOverlay(scene?.keyContext ?? KeyContext(focus: .none))
    overlay = Overlay.help(help).picture(in: size, at: .zero)
  }
}
