import NavBase
import NavScene

extension Theme {
  /// The base colours from which a theme is built.
  struct Colors {
    var ink: RGB
    var paper: RGB?
    /// Links, marks, and the headings of the first level.
    var accent: Paint.Ink
    /// The headings of the second level.
    var second: Paint.Ink
    var rule: Paint.Ink
    var faint: Paint.Ink
    var quote: Paint.Ink
    var code: Paint.Ink
    var codeGround: Paint.Ink
    /// Behind the added and removed lines of a diff.
    var addedGround: Paint.Ink
    var removedGround: Paint.Ink
    /// The colours of tasks, errors and alerts.
    var error: Paint.Ink
    var done: Paint.Ink
    var open: Paint.Ink
    /// The colours of a program's tokens; lines of a diff use those of strings, errors and types.
    var comment: Paint.Ink
    var keyword: Paint.Ink
    var string: Paint.Ink
    var number: Paint.Ink
    var type: Paint.Ink
    var name: Paint.Ink
    var meta: Paint.Ink
    var statusBar: Paint
    var selection: Paint.Ink
    var otherSelection: Paint.Ink
    var bar: Paint.Ink
    var selectedTab: Paint.Ink
    var found: Paint
    var foundHere: Paint
  }

  init(_ colors: Colors, badges: [TabBadge.Role: Paint]) {
    self.init(ink: colors.ink, paper: colors.paper)
    for role in TextRole.allCases { self[.text(role)] = Self.paint(of: role, colors) }
    self[.accent] = Paint(colors.accent)
    self[.statusBar] = colors.statusBar
    self[.selection] = Paint(on: colors.selection)
    self[.otherSelection] = Paint(on: colors.otherSelection)
    self[.bar] = Paint(on: colors.bar)
    self[.selectedTab] = Paint(on: colors.selectedTab)
    self[.found] = colors.found
    self[.foundHere] = colors.foundHere
    for (role, paint) in badges { self[.badge(role)] = paint }
  }

  private static func paint(of role: TextRole, _ colors: Colors) -> Paint {
    switch role {
    case .plain: Paint()
    case .heading1: Paint(colors.accent, attributes: .bold)
    case .heading2: Paint(colors.second, attributes: .bold)
    case .heading3: Paint(attributes: .bold)
    case .headingRule, .quoteBar, .tableRule, .rule: Paint(colors.rule)
    case .link: Paint(colors.accent, attributes: .underline)
    case .codeSpan: Paint(colors.code, on: colors.codeGround)
    case .codeBlock: Paint(on: colors.codeGround)
    case .quote: Paint(colors.quote, attributes: .italic)
    case .listMarker: Paint(colors.accent)
    case .tableHeader: Paint(colors.second, attributes: .bold)
    case .muted, .lineNumber: Paint(colors.faint)
    case .error: Paint(colors.error, attributes: .bold)
    case .taskDone: Paint(colors.done)
    case .taskOpen: Paint(colors.open)
    case .branch: Paint(colors.accent)
    case .codeComment: Paint(colors.comment, attributes: .italic)
    case .codeKeyword: Paint(colors.keyword)
    case .codeString: Paint(colors.string)
    case .codeNumber: Paint(colors.number)
    case .codeType, .diffHunk: Paint(colors.type)
    case .codeName: Paint(colors.name)
    case .codeMeta: Paint(colors.meta)
    case .diffAdded: Paint(colors.string, on: colors.addedGround)
    case .diffRemoved: Paint(colors.error, on: colors.removedGround)
    case .alertNote: Paint(colors.accent)
    case .alertTip: Paint(colors.done)
    case .alertImportant: Paint(colors.keyword)
    case .alertWarning: Paint(colors.open)
    case .alertCaution: Paint(colors.error)
    }
  }

  private static func badge(_ ink: Paint.Ink, on ground: Paint.Ink) -> Paint {
    Paint(ink, on: ground, attributes: .bold)
  }

  /// The theme for terminals with a dark background.
  package static let dark = Theme(.dark, badges: darkBadges)

  static let darkBadges: [TabBadge.Role: Paint] = [
    .neutral: badge(Paint.Ink(0xF0F3F6, 15), on: Paint.Ink(0x57606C, 8)),
    .notice: badge(Paint.Ink(0x0B1F38, 15), on: Paint.Ink(0x6CB6FF, 4)),
    .success: badge(Paint.Ink(0x0C2A10, 0), on: Paint.Ink(0x8CCB8C, 2)),
    .warning: badge(Paint.Ink(0x332500, 0), on: Paint.Ink(0xE3B95B, 3)),
    .alert: badge(Paint.Ink(0xFFFFFF, 15), on: Paint.Ink(0xC93C33, 1)),
  ]

  /// The theme for terminals with a light background.
  package static let light = Theme(.light, badges: lightBadges)

  static let lightBadges: [TabBadge.Role: Paint] = [
    .neutral: badge(Paint.Ink(0xFFFFFF, 15), on: Paint.Ink(0x626A77, 8)),
    .notice: badge(Paint.Ink(0xFFFFFF, 15), on: Paint.Ink(0x0A55A1, 4)),
    .success: badge(Paint.Ink(0xFFFFFF, 15), on: Paint.Ink(0x2F7D32, 2)),
    .warning: badge(Paint.Ink(0x332500, 0), on: Paint.Ink(0xE8B931, 3)),
    .alert: badge(Paint.Ink(0xFFFFFF, 15), on: Paint.Ink(0xC62F26, 1)),
  ]
}

extension Theme.Colors {
  static let dark = Theme.Colors(
    ink: RGB(hex: 0xD4D7DD),
    paper: nil,
    accent: Paint.Ink(0x6CB6FF, 14),
    second: Paint.Ink(0x8CD3C8, 10),
    rule: Paint.Ink(0x748093, 8),
    faint: Paint.Ink(0xA0AAB7, 8),
    quote: Paint.Ink(0xB4BCC8, 7),
    code: Paint.Ink(0xE8B887, 11),
    codeGround: Paint.Ink(0x26292F),
    addedGround: Paint.Ink(0x16301F),
    removedGround: Paint.Ink(0x3A1F20),
    error: Paint.Ink(0xFF8B82, 9),
    done: Paint.Ink(0x8CCB8C, 10),
    open: Paint.Ink(0xE3B95B, 11),
    comment: Paint.Ink(0x9CA6B3, 8),
    keyword: Paint.Ink(0xD6A6F2, 13),
    string: Paint.Ink(0xA3D39C, 10),
    number: Paint.Ink(0xF0AE7E, 9),
    type: Paint.Ink(0x7FD0C6, 14),
    name: Paint.Ink(0x8DC3FF, 12),
    meta: Paint.Ink(0xE3B95B, 11),
    statusBar: Paint(Paint.Ink(0xC8CCD4, 7), on: Paint.Ink(0x2F343D)),
    selection: Paint.Ink(0x1F3B58),
    otherSelection: Paint.Ink(0x2A2E36),
    bar: Paint.Ink(0x1C2027),
    selectedTab: Paint.Ink(0x2A303A),
    found: Paint(Paint.Ink(0xFBE7B0, 0), on: Paint.Ink(0x5E4A12, 3)),
    foundHere: Paint(Paint.Ink(0x1F1600, 0), on: Paint.Ink(0xF2C14E, 11))
  )

  static let light = Theme.Colors(
    ink: RGB(hex: 0x24292F),
    paper: RGB(hex: 0xFFFFFF),
    accent: Paint.Ink(0x0A55A1, 4),
    second: Paint.Ink(0x0F766E, 6),
    rule: Paint.Ink(0x7A8594, 8),
    faint: Paint.Ink(0x5B6472, 8),
    quote: Paint.Ink(0x57606A, 8),
    code: Paint.Ink(0x9A4B00, 1),
    codeGround: Paint.Ink(0xF0F1F3),
    addedGround: Paint.Ink(0xE3F5E6),
    removedGround: Paint.Ink(0xFDE9E7),
    error: Paint.Ink(0xB3261E, 1),
    done: Paint.Ink(0x24692A, 2),
    open: Paint.Ink(0x845500, 3),
    comment: Paint.Ink(0x5B6472, 8),
    keyword: Paint.Ink(0x7A2DA6, 5),
    string: Paint.Ink(0x1E6627, 2),
    number: Paint.Ink(0x9A4B00, 1),
    type: Paint.Ink(0x0B645E, 6),
    name: Paint.Ink(0x0A55A1, 4),
    meta: Paint.Ink(0x7A4E00, 3),
    statusBar: Paint(Paint.Ink(0x3A414B, 8), on: Paint.Ink(0xE3E6EB)),
    selection: Paint.Ink(0xCFE3FA),
    otherSelection: Paint.Ink(0xE9ECF1),
    bar: Paint.Ink(0xF1F3F6),
    selectedTab: Paint.Ink(0xE1E7EF),
    found: Paint(Paint.Ink(0x3D2E00, 0), on: Paint.Ink(0xFBE9A9, 11)),
    foundHere: Paint(Paint.Ink(0x1F1300, 0), on: Paint.Ink(0xE8A317, 3))
  )
}
