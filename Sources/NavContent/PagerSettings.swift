package import NavBase

/// The presentation that a deck or a pager requests; unspecified settings are nil.
package struct PagerSettings: Hashable, Sendable {
  /// The transition between pages (PC-1).
  package enum Transition: String, CaseIterable, Hashable, Sendable {
    case slide, curl
    /// The next page replaces the last one without a motion.
    case immediate = "none"
  }

  package var transition: Transition?
  package var axis: PagerAxis?
  /// The gap between two sliding pages in cells, 0 to `PagerStyle.spacingLimit`.
  package var spacing: Int?
  package var spine: Spine?
  /// Whether the leaves of a book have a page on their back (PC-3).
  package var isDoubleSided: Bool?
  package var header: BarStyle?
  /// The page that is shown first, from 1.
  package var start: Int?
  /// Whether page dots are shown below pages that slide horizontally (PI-1).
  package var hasDots: Bool?
  /// The most pages by which a flick moves pages that slide (SV-8).
  package var flickPages: Int?

  package init() {}
}

extension PagerSettings {
  /// Transitions of slidev, with the most similar one of this program.
  static let foreignTransitions: [String: (transition: Transition, axis: PagerAxis?)] = [
    "slide-left": (.slide, nil), "slide-right": (.slide, nil), "slide-up": (.slide, .vertical),
    "slide-down": (.slide, .vertical), "fade": (.immediate, nil), "fade-out": (.immediate, nil),
    "view-transition": (.immediate, nil),
  ]

  /// Reads the settings of a deck's front matter; ignores invalid values.
  init(frontMatter values: [String: String]) {
    func choice<Choice: CaseIterable>(_ key: String, _ name: (Choice) -> String) -> Choice? {
      let word = values[key]?.lowercased()
      return Choice.allCases.first { name($0) == word }
    }
    transition = choice("transition", \.rawValue)
    if let way = values["transition"].flatMap({ Self.foreignTransitions[$0.lowercased()] }) {
      transition = way.transition
      axis = way.axis
    }
    spine = choice("spine", \.name)
    header = choice("header", \.name)
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
