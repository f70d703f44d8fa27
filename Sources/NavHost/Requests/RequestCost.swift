import NavBase
import NavWire

extension Request.Body {
  /// The processor time that a request is likely to take, from its size alone; what it has taken counts afterwards.
  var estimatedCost: Duration {
    switch kind.traits.cost {
    case .small: .microseconds(50)
    case .list: .microseconds(200)
    case .layout:
      switch self {
      case .attach(let attach): .layout(in: attach.viewport)
      case .input(let input): .layout(in: input.viewport ?? .standardTerminal)
      // A worker lays out large ones.
      case .takeSnapshot(_, let viewport, _): min(.layout(in: viewport), DaemonTiming.quickLayout)
      default: .layout(in: .standardTerminal)
      }
    }
  }
}

extension Duration {
  /// Returns the time that laying out a session takes for a size.
  static func layout(in viewport: CellSize) -> Duration {
    .microseconds(100) + .nanoseconds(70) * (viewport.columns * viewport.rows)
  }
}
