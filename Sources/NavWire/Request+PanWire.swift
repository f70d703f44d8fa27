import NavCommands
import NavScene
import SwiftProtobuf

extension Request.Pan {
  var wire: Navd_V1_Pan {
    var message = Navd_V1_Pan()
    message.session = session.wire
    message.viewerID = viewer
    message.gesture = gesture
    message.container = container.rawValue
    message.axis = axis.wire
    message.translation = Int64(translation)
    return message
  }

  init(_ message: Navd_V1_Pan) throws(WireError) {
    guard message.viewerID > 0 else { throw WireError("a pan that names no viewer: attach first") }
    self.init(
      session: try SessionReference(message.session),
      viewer: message.viewerID,
      gesture: try panGesture(message.gesture),
      container: try panContainer(message.container),
      axis: try PanAxis(message.axis),
      translation: try panTranslation(message.translation)
    )
  }
}

extension Request.PanRelease {
  var wire: Navd_V1_Release {
    var message = Navd_V1_Release()
    message.gesture = gesture
    message.container = container.rawValue
    message.axis = axis.wire
    message.translation = Int64(translation)
    message.velocity = Int64(velocity)
    message.cancelled = isCancelled
    return message
  }

  init(_ message: Navd_V1_Release) throws(WireError) {
    self.init(
      gesture: try panGesture(message.gesture),
      container: try panContainer(message.container),
      axis: try PanAxis(message.axis),
      translation: try panTranslation(message.translation),
      velocity: try bounded(
        message.velocity,
        by: Self.maximumVelocity,
        "a velocity",
        "thousandths of a cell a second"
      ),
      isCancelled: message.cancelled
    )
  }
}

extension PanAxis {
  fileprivate var wire: Navd_V1_Axis {
    switch self {
    case .horizontal: .horizontal
    case .vertical: .vertical
    }
  }

  fileprivate init(_ axis: Navd_V1_Axis) throws(WireError) {
    switch axis {
    case .horizontal: self = .horizontal
    case .vertical: self = .vertical
    case .unspecified, .UNRECOGNIZED:
      throw WireError("a pan on an unknown axis; it is horizontal or vertical")
    }
  }
}

private func panGesture(_ gesture: UInt64) throws(WireError) -> UInt64 {
  guard gesture > 0 else { throw WireError("a pan without a number; gestures count from 1") }
  return gesture
}

private func panContainer(_ container: UInt32) throws(WireError) -> ContainerID {
  guard container > 0 else { throw WireError("a pan on no container; name the one that was hit") }
  return ContainerID(rawValue: container)
}

private func panTranslation(_ translation: Int64) throws(WireError) -> Int {
  try bounded(translation, by: Request.Pan.maximumTranslation, "a translation", "cells")
}

private func bounded(
  _ value: Int64,
  by limit: Int,
  _ name: String,
  _ unit: String
) throws(WireError) -> Int {
  // Compared without `abs`, which traps for the smallest number.
  guard (-Int64(limit)...Int64(limit)).contains(value) else {
    throw WireError("\(name) of \(value) \(unit); at most \(limit) either way")
  }
  return Int(value)
}
