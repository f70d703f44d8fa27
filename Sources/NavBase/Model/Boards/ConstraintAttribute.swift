/// A side, an extent or a line of a view, used in constraints (MA-2).
///
/// Text runs from left to right: `leading` is the left side and `trailing` the right one.
package enum ConstraintAttribute: String, CaseIterable, Hashable, Sendable {
  case left
  case right
  case top
  case bottom
  case leading
  case trailing
  case width
  case height
  case centerX
  case centerY
  /// Baselines are at the bottom.
  case lastBaseline
  case firstBaseline
  /// Views have no margins: these are the sides and centres.
  case leftMargin
  case rightMargin
  case topMargin
  case bottomMargin
  case leadingMargin
  case trailingMargin
  case centerXWithinMargins
  case centerYWithinMargins

  /// The baseline used if neither the first nor the last is named.
  package static let baseline = ConstraintAttribute.lastBaseline

  package var axis: ConstraintAxis {
    switch self {
    case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin,
      .leadingMargin, .trailingMargin, .centerXWithinMargins:
      .horizontal
    case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin,
      .bottomMargin, .centerYWithinMargins:
      .vertical
    }
  }

  /// Whether the attribute is an extent rather than a position.
  package var isSize: Bool { self == .width || self == .height }

  /// Returns the signed inset that moves the attribute towards the inside of the referenced view (MA-5); nil for
  /// extents and centres.
  package func shift(by insets: ConstraintInsets) -> Double? {
    switch self {
    case .left, .leading, .leftMargin, .leadingMargin: insets.left
    case .top, .topMargin, .firstBaseline: insets.top
    case .right, .trailing, .rightMargin, .trailingMargin: -insets.right
    case .bottom, .bottomMargin, .lastBaseline: -insets.bottom
    case .width, .height, .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: nil
    }
  }
}

extension ConstraintAttribute: CustomStringConvertible {
  package var description: String { rawValue }

  /// Parses a name, where `baseline` is the last baseline; nil for an unknown name.
  package init?(name: String) {
    self.init(rawValue: name == "baseline" ? Self.baseline.rawValue : name)
  }
}

/// The axis of an attribute; the axes are laid out separately, the horizontal one first.
package enum ConstraintAxis: UInt8, CaseIterable, Hashable, Sendable {
  case horizontal = 0
  case vertical = 1
}

/// Insets from a view's four sides.
package struct ConstraintInsets: Hashable, Sendable {
  package var left: Double
  package var top: Double
  package var right: Double
  package var bottom: Double

  package init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  package init(_ all: Double) {
    self.init(left: all, top: all, right: all, bottom: all)
  }
}
