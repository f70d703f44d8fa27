package import NavBase
import NavScene

/// The colours of the screen, independent of the terminal's depth.
///
/// Plain text has the terminal's default background, so transparent terminals stay transparent.
package struct Theme: Hashable, Sendable {
  /// The assumed default foreground of the terminal, for darkening.
  package var ink: RGB
  /// The assumed default background, for darkening; nil if the default background is never darkened.
  package var paper: RGB?
  private var paints: [ThemePart: Paint]

  /// - Parameters:
  ///   - ink: the assumed default foreground of the terminal.
  ///   - paper: the assumed default background; nil if it is never darkened.
  ///   - paints: the colours by part; a missing part has the terminal's default style.
  package init(ink: RGB, paper: RGB?, paints: [ThemePart: Paint] = [:]) {
    self.ink = ink
    self.paper = paper
    self.paints = paints
  }

  package subscript(part: ThemePart) -> Paint {
    get { paints[part] ?? Paint() }
    set { paints[part] = newValue }
  }

  /// The terminals that the theme is for: light if its paper is brighter than its ink, otherwise dark.
  package var appearance: Appearance {
    guard let paper, paper.brightness > ink.brightness else { return .dark }
    return .light
  }

  /// Returns the default theme for an appearance.
  package static func `default`(for appearance: Appearance) -> Theme {
    switch appearance {
    case .light: .light
    case .dark: .dark
    }
  }
}

/// Whether a terminal's background is dark or light.
package enum Appearance: String, CaseIterable, Hashable, Sendable {
  case dark, light
}

/// A part of the screen with its own colours in a theme.
package enum ThemePart: Hashable, Sendable, CaseIterable {
  /// Text, by its role.
  case text(TextRole)
  /// The whole screen: plain text, and the ground behind all; empty for the terminal's own colours.
  case page
  /// Marks: the current dot of a pager, the mark of a tab, arrows.
  case accent
  /// The status line.
  case statusBar
  /// The selected entry of the focused list, laid over the row's own style.
  case selection
  /// The selected entry of any other list.
  case otherSelection
  /// A tab bar, an option bar, and the attachment below side tabs.
  case bar
  /// The shown tab.
  case selectedTab
  case badge(TabBadge.Role)
  /// Search matches, and the current match.
  case found
  case foundHere

  package static var allCases: [ThemePart] {
    TextRole.allCases.map { .text($0) }
      + [
        .page, .accent, .statusBar, .selection, .otherSelection, .bar, .selectedTab, .found,
        .foundHere,
      ]
      + TabBadge.Role.allCases.map { .badge($0) }
  }
}

extension ThemePart {
  /// The tables of a theme file.
  package enum Table: String, CaseIterable, Hashable, Sendable {
    case text
    case screen
    case badges

    /// The parts in the table, in the order of `ThemePart.allCases`.
    package var parts: [ThemePart] { ThemePart.allCases.filter { $0.table == self } }
  }

  package var table: Table {
    switch self {
    case .text: .text
    case .page, .accent, .statusBar, .selection, .otherSelection, .bar, .selectedTab, .found,
      .foundHere:
      .screen
    case .badge: .badges
    }
  }

  /// The part's key in a theme file.
  package var name: String {
    switch self {
    case .text(let role): role.themeName
    case .page: "page"
    case .accent: "accent"
    case .statusBar: "status_bar"
    case .selection: "selection"
    case .otherSelection: "other_selection"
    case .bar: "bar"
    case .selectedTab: "selected_tab"
    case .found: "found"
    case .foundHere: "found_here"
    case .badge(let role): role.name
    }
  }
}

extension ThemePart {
  /// Whether other parts are drawn on it, so that it has no text of its own.
  package var isGround: Bool {
    switch self {
    case .selection, .otherSelection, .bar, .selectedTab: true
    case .text, .page, .accent, .statusBar, .badge, .found, .foundHere: false
    }
  }
}

extension TextRole {
  /// The key in a theme file, from which that in JSON is made; it stays the same even if a case is renamed.
  var themeName: String {
    switch self {
    case .plain: "plain"
    case .heading1: "heading1"
    case .heading2: "heading2"
    case .heading3: "heading3"
    case .headingRule: "heading_rule"
    case .link: "link"
    case .codeSpan: "code"
    case .codeBlock: "code_block"
    case .quote: "quote"
    case .quoteBar: "quote_bar"
    case .listMarker: "list_marker"
    case .tableHeader: "table_header"
    case .tableRule: "table_rule"
    case .rule: "rule"
    case .muted: "muted"
    case .error: "error"
    case .taskDone: "task_done"
    case .taskOpen: "task_open"
    case .branch: "branch"
    case .codeComment: "code_comment"
    case .codeKeyword: "code_keyword"
    case .codeString: "code_string"
    case .codeNumber: "code_number"
    case .codeType: "code_type"
    case .codeName: "code_name"
    case .codeMeta: "code_meta"
    case .diffAdded: "diff_added"
    case .diffRemoved: "diff_removed"
    case .diffHunk: "diff_hunk"
    case .alertNote: "alert_note"
    case .alertTip: "alert_tip"
    case .alertImportant: "alert_important"
    case .alertWarning: "alert_warning"
    case .alertCaution: "alert_caution"
    case .lineNumber: "line_number"
    }
  }
}
