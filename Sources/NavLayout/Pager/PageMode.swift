import NavModel

/// The meaning of taps on a pager's header, by the number of the tapped element (MBX-5).
package enum PageMode: CaseIterable, Hashable, Sendable {
  /// One button for each page: its number is the page's index.
  case buttons
  /// Number 0 leads back by one page, number 1 forward.
  case arrows
  /// One control with a segment for each page.
  case segments
}

extension PagerHeader {
  /// The meaning of taps on this header: an option stands for a page, as a button does.
  package var mode: PageMode {
    switch self {
    case .buttons, .options: .buttons
    case .arrows: .arrows
    case .segments: .segments
    }
  }
}
