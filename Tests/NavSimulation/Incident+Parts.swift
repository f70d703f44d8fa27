extension Incident {
  /// The viewer of the incident; nil if it concerns no viewer.
  var viewer: Int? {
    switch self {
    case .keys(let viewer, _), .hammer(let viewer, _, _), .grab(let viewer, _, _, _),
      .click(let viewer, _), .wheel(let viewer, _), .control(let viewer, _), .resize(let viewer, _),
      .leave(let viewer), .vanish(let viewer), .weather(let viewer, _), .cut(let viewer, _, _),
      .partition(let viewer, _, _), .stall(let viewer, _):
      viewer
    case .drags(let drags): drags.first?.viewer
    case .join, .restart, .crash, .refusal, .absence, .edit, .killSession: nil
    }
  }

  /// Returns the incident with other viewers in each role.
  func played(by player: (Int) -> Int) -> Incident {
    switch self {
    case .keys(let viewer, let keys): .keys(viewer: player(viewer), keys)
    case .hammer(let viewer, let keys, let pause):
      .hammer(viewer: player(viewer), keys, pause: pause)
    case .drags(let drags): .drags(drags.map { $0.played(by: player) })
    case .grab(let viewer, let keys, let time, let drag):
      .grab(viewer: player(viewer), keys, after: time, drag.played(by: player))
    case .click(let viewer, let aim): .click(viewer: player(viewer), aim)
    case .wheel(let viewer, let isUp): .wheel(viewer: player(viewer), isUp: isUp)
    case .control(let viewer, let deed): .control(viewer: player(viewer), deed)
    case .resize(let viewer, let size): .resize(viewer: player(viewer), size)
    case .leave(let viewer): .leave(viewer: player(viewer))
    case .vanish(let viewer): .vanish(viewer: player(viewer))
    case .weather(let viewer, let quality): .weather(viewer: player(viewer), quality)
    case .cut(let viewer, let channel, let silence):
      .cut(viewer: player(viewer), channel, silence: silence)
    case .partition(let viewer, let time, let silence):
      .partition(viewer: player(viewer), time, silence: silence)
    case .stall(let viewer, let time): .stall(viewer: player(viewer), time)
    case .join, .restart, .crash, .refusal, .absence, .edit, .killSession: self
    }
  }

  /// Half of the incident; nil when it can't be halved.
  var shortened: Incident? {
    switch self {
    case .keys(let viewer, let keys):
      keys.half.map { .keys(viewer: viewer, $0) }
    case .hammer(let viewer, let keys, let pause):
      keys.half.map { .hammer(viewer: viewer, $0, pause: pause) }
    case .drags(let drags):
      if let drags = drags.half {
        .drags(drags)
      } else {
        drags.first?.shortened.map { .drags([$0]) }
      }
    case .grab(let viewer, let keys, let time, let drag):
      drag.shortened.map { .grab(viewer: viewer, keys, after: time, $0) }
    case .cut(let viewer, let channel, let silence):
      silence > .zero ? .cut(viewer: viewer, channel, silence: .zero) : nil
    case .partition(let viewer, let time, let silence):
      time.half.map { .partition(viewer: viewer, $0, silence: silence) }
    case .stall(let viewer, let time): time.half.map { .stall(viewer: viewer, $0) }
    case .restart(let time, let ending): time.half.map { .restart(downFor: $0, ending) }
    case .crash(let point, let time, let ending):
      time.half.map { .crash(point, downFor: $0, ending) }
    case .refusal(let time): time.half.map { .refusal($0) }
    case .absence(let time, let ofPagesOnly):
      time.half.map { .absence($0, ofPagesOnly: ofPagesOnly) }
    case .click, .wheel, .control, .resize, .join, .leave, .vanish, .weather, .edit, .killSession:
      nil
    }
  }
}

extension Drag {
  fileprivate func played(by player: (Int) -> Int) -> Drag {
    var drag = self
    drag.viewer = player(viewer)
    return drag
  }
}

extension Array {
  /// The first half, the larger one for an odd count; nil for less than two elements.
  fileprivate var half: [Element]? {
    count > 1 ? Array(prefix((count + 1) / 2)) : nil
  }
}

extension Duration {
  /// Half the duration; nil for less than ten milliseconds.
  fileprivate var half: Duration? { self >= .milliseconds(10) ? self / 2 : nil }
}
