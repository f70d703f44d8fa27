/// A side, an extent or a line of a view, used in constraints (MA-2).
///
/// Text runs from left to right: `leading` is the left side and `trailing` the right one.
package enum ConstraintAttribute: UInt8, CaseIterable, Hashable, Sendable {
  case left = 1
  case right = 2
  case top = 3
  case bottom = 4
  case leading = 5
  case trailing = 6
  case width = 7
  case height = 8
  case centerX = 9
  case centerY = 10
  /// Baselines are at the bottom.
  case lastBaseline = 11
  case firstBaseline = 12
  /// Views have no margins: these are the sides and centres.
  case leftMargin = 13
  case rightMargin = 14
  case topMargin = 15
  case bottomMargin = 16
  case leadingMargin = 17
  case trailingMargin = 18
  case centerXWithinMargins = 19
  case centerYWithinMargins = 20

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
  package var description: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    case .leading: "leading"
    case .trailing: "trailing"
    case .width: "width"
    case .height: "height"
    case .centerX: "centerX"
    case .centerY: "centerY"
    case .lastBaseline: "lastBaseline"
    case .firstBaseline: "firstBaseline"
    case .leftMargin: "leftMargin"
    case .rightMargin: "rightMargin"
    case .topMargin: "topMargin"
    case .bottomMargin: "bottomMargin"
    case .leadingMargin: "leadingMargin"
    case .trailingMargin: "trailingMargin"
    case .centerXWithinMargins: "centerXWithinMargins"
    case .centerYWithinMargins: "centerYWithinMargins"
    }
  }

  /// Parses a name, where `baseline` is the last baseline; nil for an unknown name.
  package init?(name: String) {
    let found = name == "baseline" ? .baseline : Self.allCases.first { $0.description == name }
    guard let found else { return nil }
    self = found
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
