/// The kinds of alerts: quotes with a title that say how much to mind them.
package enum AlertKind: String, CaseIterable, Hashable, Sendable {
  case note, tip, important, warning, caution

  /// The title of an alert that has none of its own.
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

  /// One character of one column; terminals without it show what `SymbolFallback` has for it.
  package var icon: String {
    switch self {
    case .note: "ℹ"
    case .tip: "✦"
    case .important: "‼"
    case .warning: "⚠"
    case .caution: "✖"
    }
  }

  /// Stands at the left of every row of an alert, thicker than a quote's.
  static let bar = "▌"
}

extension TextRole {
  /// Whether it belongs to an alert.
  package var isAlert: Bool {
    (Self.alertNote.rawValue...Self.alertCaution.rawValue).contains(rawValue)
  }
}
