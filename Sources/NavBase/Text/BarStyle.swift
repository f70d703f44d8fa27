/// The appearance and meaning of the bar above the pages of a pager, which selects one of them (MBX-5).
///
/// The raw values are part of the wire protocol.
package enum BarStyle: UInt8, CaseIterable, Hashable, Sendable {
  /// Tabs, one for each page.
  case buttons = 0
  /// One control with as many segments as there are pages.
  case segments = 1
  /// A back arrow, the title of the page, and a forward arrow.
  case arrows = 2
  /// A strip of options.
  case options = 3

  /// The name in files and in JSON.
  package var name: String {
    switch self {
    case .buttons: "buttons"
    case .arrows: "arrows"
    case .segments: "segments"
    case .options: "options"
    }
  }
}
