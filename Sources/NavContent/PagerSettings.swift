/// How a deck or a pager asks for its pages to be shown; what it does not say is nil.
package struct PagerSettings: Hashable, Sendable {
  /// How one page follows another (PC-1).
  package enum Transition: String, CaseIterable, Hashable, Sendable {
    case slide, curl
    /// The next page takes the place of the last one at once.
    case immediate = "none"
  }

  /// Along which axis pages slide (PS-2).
  package enum Axis: String, CaseIterable, Hashable, Sendable {
    case horizontal, vertical
  }

  /// Where the leaves of a book are bound (PC-2).
  package enum Spine: String, CaseIterable, Hashable, Sendable {
    case min, mid, max
  }

  /// What stands above the pages and chooses among them (MBX-5, section 6).
  package enum Header: String, CaseIterable, Hashable, Sendable {
    case buttons, arrows, segments, options
  }

  package var transition: Transition?
  package var axis: Axis?
  /// Cells between two pages that slide, 0 to `spacingLimit`.
  package var spacing: Int?
  package var spine: Spine?
  /// Whether the leaves of a book have a page on their back (PC-3).
  package var isDoubleSided: Bool?
  package var header: Header?
  /// The page that is shown first, from 1.
  package var start: Int?
  /// Whether dots are shown below pages that slide side by side (PI-1).
  package var hasDots: Bool?

  /// The most cells between two pages.
  package static let spacingLimit = 100

  package init() {}
}

extension PagerSettings {
  /// Transitions of slidev, and what is nearest to them.
  static let foreignTransitions: [String: (transition: Transition, axis: Axis?)] = [
    "slide-left": (.slide, nil), "slide-right": (.slide, nil), "slide-up": (.slide, .vertical),
    "slide-down": (.slide, .vertical), "fade": (.immediate, nil), "fade-out": (.immediate, nil),
    "view-transition": (.immediate, nil),
  ]

  /// What a deck's front matter says; values that mean nothing are passed over.
  init(frontMatter values: [String: String]) {
    func choice<Choice: RawRepresentable<String>>(_ key: String) -> Choice? {
      values[key].flatMap { Choice(rawValue: $0.lowercased()) }
    }
    transition = choice("transition")
    if let way = values["transition"].flatMap({ Self.foreignTransitions[$0.lowercased()] }) {
      transition = way.transition
      axis = way.axis
    }
    spine = choice("spine")
    header = choice("header")
    isDoubleSided = values["double_sided"].flatMap(Self.flag)
    hasDots = values["dots"].flatMap(Self.flag)
    start = values["start"].flatMap { Int($0) }.flatMap { $0 >= 1 ? $0 : nil }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes": true
    case "false", "no": false
    default: nil
    }
  }
}
