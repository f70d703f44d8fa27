/// The kinds of alerts: titled quotes of a given urgency.
package enum AlertKind: String, CaseIterable, Hashable, Sendable {
  case note, tip, important, warning, caution

  /// The default title of an alert of this kind.
  package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  package var role: TextRole {
    switch self {
    case .note: .alertNote
    case .tip: .alertTip
    case .important: .alertImportant
    case .warning: .alertWarning
    case .caution: .alertCaution
    }
  }

  /// A symbol of one column; `SymbolFallback` replaces it on terminals that lack it.
  package var icon: String {
    switch self {
    case .note: "ℹ"
    case .tip: "✦"
    case .important: "‼"
    case .warning: "⚠"
    case .caution: "✖"
    }
  }

  /// The bar at the left of every row of an alert, thicker than a quote's bar.
  static let bar = "▌"
}
