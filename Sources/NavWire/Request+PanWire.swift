import NavScene
import SwiftProtobuf

extension Request.PanMove {
  var wire: Navd_V1_Pan {
    var message = Navd_V1_Pan()
    message.session = session.wire
    message.viewerID = viewer
    message.gesture = pan.gesture
    message.container = pan.container.rawValue
    message.axis = pan.axis.wire
    message.translation = Int64(pan.translation)
    return message
  }

  init(_ message: Navd_V1_Pan) throws(WireError) {
    guard message.viewerID > 0 else { throw WireError("a pan that names no viewer: attach first") }
    self.init(
      session: try SessionReference(message.session),
      viewer: message.viewerID,
      try Pan(message.gesture, message.container, message.axis, message.translation)
    )
  }
}

extension PanEnd {
  var wire: Navd_V1_Release {
    var message = Navd_V1_Release()
    message.gesture = move.gesture
    message.container = move.container.rawValue
    message.axis = move.axis.wire
    message.translation = Int64(move.translation)
    message.velocity = Int64((velocity * 1_000).rounded())
    message.cancelled = isCancelled
    return message
  }

  init(_ message: Navd_V1_Release) throws(WireError) {
    let velocity = try bounded(
      message.velocity,
      by: Self.maximumVelocity,
      "a velocity",
      "thousandths of a cell a second"
    )
    self.init(
      try Pan(message.gesture, message.container, message.axis, message.translation),
      velocity: Double(velocity) / 1_000,
      isCancelled: message.cancelled
    )
  }
}

extension Pan {
  fileprivate init(
    _ gesture: UInt64,
    _ container: UInt32,
    _ axis: Navd_V1_Axis,
    _ translation: Int64
  ) throws(WireError) {
    guard gesture > 0 else { throw WireError("a pan without a number; gestures count from 1") }
    guard container > 0 else { throw WireError("a pan on no container; name the one that was hit") }
    self.init(
      gesture: gesture,
      container: ContainerID(rawValue: container),
      axis: try PanAxis(axis),
      translation: try bounded(translation, by: Self.maximumTranslation, "a translation", "cells")
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

private func bounded(
  _ value: Int64,
  by limit: Int,
  _ name: String,
  _ unit: String
) throws(WireError) -> Int {
  // Compared without `abs`, which traps for the smallest number.
  guard (-Int64(limit)...Int64(limit)).contains(value) else {
    throw WireError(impossible: "\(name) of \(value) \(unit); at most \(limit) either way")
  }
  return Int(value)
}
