import NavCommands
import NavGeometry
import NavScene

@testable import NavViewer

extension Screen {
  var isHelpOpen: Bool { overlay?.title == "Keys" }

  /// Puts the help over the scene, as its key does.
  mutating func openHelp() {
    let help = HelpOverlay(scene?.keyContext ?? KeyContext(focus: .none))
    overlay = Overlay.help(help).picture(in: size, at: .zero)
  }
}
