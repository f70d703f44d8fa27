import Glibc
package import NavBase
package import NavViewer

/// A viewer's own display options; they do not affect other viewers.
package struct ViewerOptions: Hashable, Sendable {
  package var color = ColorChoice.auto
  /// The name of a theme; `auto` depends on the terminal's background.
  package var theme = ThemeLibrary.automatic
  /// Whether the viewer receives clicks, drags and the wheel; otherwise the terminal handles them.
  package var mouse = true
  /// The most frames per second, one of `FramePacer.rates`.
  package var framesPerSecond = FramePacer.standardRate
  /// Whether only the end of each motion is shown, at once.
  package var reducedMotion = false
  /// How pictures are shown.
  package var pictures = PictureChoice.auto
  /// Whether lines of text are written instead of a screen.
  package var plain = false
  /// The layout that the viewer shows.
  package var fit = ViewerFit.relayout
  /// The size of the layout, shown in the middle of the terminal; nil for that of the terminal.
  package var layout: CellSize?
  /// Whether only the pages are shown, without status line and page dots.
  package var bare = false
  /// The viewer's name in the session; nil for the default, USER@HOST.
  package var name: ViewerName?
  /// The viewer's part in the session; from the command line alone.
  package var entry = ViewerEntry()

  package init() {}
}

/// A viewer's part in a session from its start.
package struct ViewerEntry: Hashable, Sendable {
  /// Whether it only watches.
  package var isReadOnly: Bool
  /// Whether it shows the speaker's view.
  package var isSpeaker: Bool

  package init(isReadOnly: Bool = false, isSpeaker: Bool = false) {
    self.isReadOnly = isReadOnly
    self.isSpeaker = isSpeaker
  }
}

extension ViewerName {
  /// `USER@HOST`, of the environment's user and this machine; nil if neither has a name.
  static var ofThisUser: ViewerName? {
    let user =
      ["USER", "LOGNAME"].lazy.compactMap { text(ofVariable: $0) }.first ?? accountName ?? ""
    return ViewerName([user, hostName].filter { !$0.isEmpty }.joined(separator: "@"))
  }

  /// Returns the text of a variable of the environment; nil if it is unset or empty.
  private static func text(ofVariable name: String) -> String? {
    guard let text = getenv(name).map({ String(cString: $0) }), !text.isEmpty else { return nil }
    return text
  }

  private static var accountName: String? {
    getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
  }

  private static var hostName: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return withUnsafeBytes(of: name.nodename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
