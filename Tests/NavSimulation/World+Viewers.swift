import NavBase
import NavScene
import NavTestKit
import NavViewer
import NavWire

/// A viewer's turn, and its shell: the work of `Viewer.perform`.
extension World {
  mutating func turn(_ viewer: SimulatedViewer) throws {
    let topics = network.subscriptions(of: viewer.node)
    var messages: [LayoutMessage] = []
    var saboteur = self.saboteur
    let actions = try viewer.turn(
      at: now,
      isSubscribed: { topics.contains($0) },
      observe: { message in
        messages.append(message)
        return saboteur.tamper(message, for: viewer.node)
      }
    )
    self.saboteur = saboteur
    for message in messages {
      traffic.note(message)
      if case .snapshot = message { count(.joins) }
      trace.add("message", viewer.node, message.traceDetail, at: now)
    }
    try perform(actions, of: viewer)
    if viewer.isPresent {
      try check(viewer)
      try viewer.rest(at: now)
    } else {
      self.network.removeNode(viewer.node, at: now)
    }
  }

  /// Counts taps and pans by their targets, and steps to the next part of a split.
  private mutating func note(_ request: Request, of viewer: SimulatedViewer) {
    let scene = viewer.core.screen(at: now).scene
    if case .pan(let move) = request.body,
      scene?[move.pan.container]?.kind == .splitBorder
    {
      count(.borderMoves)
    }
    guard case .input(let input) = request.body else { return }
    if case .command(.nextPart) = input.action,
      scene?.containers.contains(where: { $0.kind == .split }) == true
    {
      count(.partSteps)
    }
    guard case .tap(let id, let row) = input.action, let container = scene?[id] else { return }
    switch container.kind {
    case .tabItem: count(.tabTaps)
    case .pageControl: count(.dotTaps)
    case .page: count(row == nil ? .pageTaps : .rowTaps)
    case .optionCell: count(.optionTaps)
    case .pager, .stack, .tabs, .tabBar, .spine, .optionBar, .indicator, .split, .splitBorder,
      .pointer, .mark:
      break
    }
  }
}

extension World: ViewerInterpreter {
  typealias Viewer = SimulatedViewer

  mutating func send(_ bytes: [UInt8], from viewer: SimulatedViewer) throws {
    let request = try Request(decoding: bytes)
    traffic.note(request)
    audit.noteSent(request, by: viewer.node)
    pans.noteSent(request, by: viewer.node)
    control.noteSent(request, by: viewer.node, at: now)
    note(request, of: viewer)
    network.send(bytes, from: viewer.node, at: now)
  }

  mutating func subscribe(_ viewer: SimulatedViewer, to topic: [UInt8]) {
    traffic.note("subscription")
    network.subscribe(viewer.node, to: topic, at: now)
  }

  mutating func unsubscribe(_ viewer: SimulatedViewer, from topic: [UInt8]) {
    traffic.note("subscription")
    network.unsubscribe(viewer.node, from: topic, at: now)
  }

  mutating func end(_ viewer: SimulatedViewer, with exit: ClientExit) throws {
    trace.add("exit", viewer.node, at: now)
    viewer.exit = viewer.exit ?? exit
    try checkExit(exit, of: viewer)
  }
}
