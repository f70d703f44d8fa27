import NavText

/// The colours of the screen, before it is known how many the terminal has.
///
/// The plain background is the terminal's own, so transparent terminals look right.
package struct Theme: Hashable, Sendable {
  /// What the terminal's own colours are taken to be where they are darkened.
  ///
  /// Without a paper, a plain background stays the terminal's even then.
  var ink: RGB
  var paper: RGB?
  var accent: Paint.Ink
  /// The second colour of headings.
  var second: Paint.Ink
  var rule: Paint.Ink
  var faint: Paint.Ink
  var quote: Paint.Ink
  var code: Paint.Ink
  var codePaper: UInt32
  var error: Paint.Ink
  var done: Paint.Ink
  var open: Paint.Ink
  var statusBar: Paint
  /// The background of the selected entry of the list that has the keys, and of any other list.
  var selection: UInt32
  var faintSelection: UInt32
  /// The ground of a tab bar, and of the attachment below side tabs.
  var bar: UInt32
  /// The ground of the tab that is shown.
  var selectedTab: UInt32
  /// By the raw value of a badge's role.
  var badges: [Pill]

  /// A text on a colour of its own, which it also has with 16 colours.
  struct Pill: Hashable, Sendable {
    var ink: Paint.Ink
    var paper: Paint.Ink
  }

  func paint(of role: TextRole) -> Paint {
    switch role {
    case .plain: Paint()
    case .heading1: Paint(accent, attributes: .bold)
    case .heading2: Paint(second, attributes: .bold)
    case .heading3: Paint(attributes: .bold)
    case .headingRule, .quoteBar, .tableRule, .rule: Paint(rule)
    case .link: Paint(accent, attributes: .underline)
    case .codeSpan: Paint(code, on: codePaper)
    case .codeBlock: Paint(on: codePaper)
    case .quote: Paint(quote, attributes: .italic)
    case .listMarker: Paint(accent)
    case .tableHeader: Paint(second, attributes: .bold)
    case .muted: Paint(faint)
    case .error: Paint(error, attributes: .bold)
    case .taskDone: Paint(done)
    case .taskOpen: Paint(open)
    case .branch: Paint(accent)
    }
  }

  /// For terminals that write light on dark.
  package static let dark = Theme(
    ink: RGB(hex: 0xD4D7DD),
    paper: nil,
    accent: Paint.Ink(0x6CB6FF, 14),
    second: Paint.Ink(0x8CD3C8, 10),
    rule: Paint.Ink(0x566173, 8),
    faint: Paint.Ink(0x8B949E, 8),
    quote: Paint.Ink(0xAAB2BF, 7),
    code: Paint.Ink(0xE8B887, 11),
    codePaper: 0x26292F,
    error: Paint.Ink(0xFF7B72, 9),
    done: Paint.Ink(0x8CCB8C, 10),
    open: Paint.Ink(0xE3B95B, 11),
    statusBar: Paint(Paint.Ink(0xC8CCD4, 7), on: 0x2F343D),
    selection: 0x2B4A6B,
    faintSelection: 0x2A2E36,
    bar: 0x1C2027,
    selectedTab: 0x2A303A,
    badges: [
      Pill(ink: Paint.Ink(0xF0F3F6, 15), paper: Paint.Ink(0x57606C, 8)),
      Pill(ink: Paint.Ink(0x0B1F38, 15), paper: Paint.Ink(0x6CB6FF, 4)),
      Pill(ink: Paint.Ink(0x0C2A10, 0), paper: Paint.Ink(0x8CCB8C, 2)),
      Pill(ink: Paint.Ink(0x332500, 0), paper: Paint.Ink(0xE3B95B, 3)),
      Pill(ink: Paint.Ink(0xFFFFFF, 15), paper: Paint.Ink(0xD1453B, 1)),
    ]
  )

  /// For terminals that write dark on light.
  package static let light = Theme(
    ink: RGB(hex: 0x24292F),
    paper: RGB(hex: 0xFFFFFF),
    accent: Paint.Ink(0x0B5CAD, 4),
    second: Paint.Ink(0x0F766E, 6),
    rule: Paint.Ink(0xA9B4C2, 7),
    faint: Paint.Ink(0x6B7280, 8),
    quote: Paint.Ink(0x57606A, 8),
    code: Paint.Ink(0x9A4B00, 1),
    codePaper: 0xF0F1F3,
    error: Paint.Ink(0xB3261E, 1),
    done: Paint.Ink(0x2F7D32, 2),
    open: Paint.Ink(0x9A6700, 3),
    statusBar: Paint(Paint.Ink(0x3A414B, 8), on: 0xE3E6EB),
    selection: 0xCFE3FA,
    faintSelection: 0xE9ECF1,
    bar: 0xF1F3F6,
    selectedTab: 0xE1E7EF,
    badges: [
      Pill(ink: Paint.Ink(0xFFFFFF, 15), paper: Paint.Ink(0x6B7280, 8)),
      Pill(ink: Paint.Ink(0xFFFFFF, 15), paper: Paint.Ink(0x0B5CAD, 4)),
      Pill(ink: Paint.Ink(0xFFFFFF, 15), paper: Paint.Ink(0x2F7D32, 2)),
      Pill(ink: Paint.Ink(0x332500, 0), paper: Paint.Ink(0xE8B931, 3)),
      Pill(ink: Paint.Ink(0xFFFFFF, 15), paper: Paint.Ink(0xC62F26, 1)),
    ]
  )
}
